import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Texts } from "~/core/answer-call.server";
import { answerCalls, authorize } from "~/core/authorize.server";
import type { ContractsOf } from "~/core/function-entry";
import { textsOfStart } from "~/core/syncs/sync";
import { solrFunction } from "../function";
import { SECTION } from "../section";
import { SolrPage } from "../ui/SolrPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

const texts: Texts<ContractsOf<typeof solrFunction>> = {
  "solr.update": textsOfStart(SECTION),
};

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, solrFunction, async ({ calls }) => ({ status: await calls.solr.syncStatus() }));

export const action = (args: ActionFunctionArgs) => answerCalls(args, solrFunction, texts);

/** The SOLR screen. */
export default function Solr() {
  return <SolrPage status={useLoaderData<typeof loader>().status} />;
}
