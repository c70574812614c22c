import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerFiltersForm } from "../form.server";
import { solrFiltersFunction } from "../function";
import { readSolrFiltersPage } from "../page-data.server";
import { SolrFiltersPage } from "../ui/SolrFiltersPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, solrFiltersFunction, async ({ calls }) => {
    const { page, headers } = await readSolrFiltersPage(args.request, calls.solrFilters);
    return data(page, { headers });
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, solrFiltersFunction, async ({ calls }) =>
    answerFiltersForm(calls.solrFilters, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The SOLR Filters screen. */
export default function SolrFilters() {
  return <SolrFiltersPage page={useLoaderData<typeof loader>()} />;
}
