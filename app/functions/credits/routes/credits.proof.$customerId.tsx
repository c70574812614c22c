import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { TimeZoneProvider } from "~/ui/frame";
import { creditsFunction } from "../function";
import { AccountHistory } from "../ui/AccountHistory";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, creditsFunction, async ({ calls }) => {
    const { customerId = "" } = args.params;
    await calls.credits.refresh({ id: customerId });
    return { account: await calls.ledgerProof.account({ customerId: Number(customerId) }) };
  });

/** A customer's credit history, beside Shopify's balance. */
export default function Account() {
  return (
    <TimeZoneProvider timeZone="UTC">
      <AccountHistory {...useLoaderData<typeof loader>()} />
    </TimeZoneProvider>
  );
}
