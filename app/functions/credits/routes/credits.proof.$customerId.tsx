import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { AccountHistory } from "../ui/AccountHistory";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showCredits", async ({ backend }) => ({
    account: await backend.ledgerProof.account({ customerId: Number(args.params.customerId) }),
  }));

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** One customer's credit with its whole history, beside what Shopify says. */
export default function Account() {
  return <AccountHistory {...useLoaderData<typeof loader>()} />;
}
