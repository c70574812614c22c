import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { notFound } from "~/platform/errors";
import { StatementPage } from "../ui/StatementPage";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showCredits", async ({ backend }) => {
    const { statement } = await backend.credits.statement({ id: args.params.id ?? "" });
    if (!statement) throw notFound("This customer never had store credit.");
    return statement;
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** One customer's statement. */
export default function CustomerStatement() {
  return <StatementPage statement={useLoaderData<typeof loader>()} />;
}
