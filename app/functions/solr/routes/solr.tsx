import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { answerStart } from "~/core/runs/answer-run-form.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { solrFunction } from "../function";
import { SECTION } from "../section";
import { SolrPage } from "../ui/SolrPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, solrFunction, async ({ calls }) => ({ status: await calls.solr.syncStatus() }));

export const action = (args: ActionFunctionArgs) =>
  authorize(args, solrFunction, ({ calls }) =>
    answerStart(SECTION, async () => (await calls.solr.update()).msg),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The SOLR screen. */
export default function Solr() {
  return <SolrPage status={useLoaderData<typeof loader>().status} />;
}
