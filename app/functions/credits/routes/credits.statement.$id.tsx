import { useLoaderData } from "@remix-run/react";
import { pageLoader } from "~/core/authorize.server";
import { notFound } from "~/platform/errors";
import { creditsFunction } from "../function";
import { StatementPage } from "../ui/StatementPage";

export const loader = pageLoader(creditsFunction, async ({ calls }, args) => {
  const { id = "" } = args.params;
  await calls.credits.refresh({ id });
  const { statement } = await calls.credits.statement({ id });
  if (!statement) throw notFound("This customer never had store credit.");
  return { statement, now: new Date().toISOString() };
});

/** One customer's statement. */
export default function CustomerStatement() {
  return <StatementPage {...useLoaderData<typeof loader>()} />;
}
