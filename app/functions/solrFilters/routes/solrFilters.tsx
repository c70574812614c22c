import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { solrFiltersFunction } from "../function";
import { filtersTexts, readSolrFiltersPage } from "../page-data.server";
import { SolrFiltersPage } from "../ui/SolrFiltersPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, solrFiltersFunction, async ({ calls }) => {
    const { page, headers } = await readSolrFiltersPage(args.request, calls.solrFilters);
    return data(page, { headers });
  });

export const action = (args: ActionFunctionArgs) => answerCalls(args, solrFiltersFunction, filtersTexts);

/** The SOLR Filters screen. */
export default function SolrFilters() {
  return <SolrFiltersPage page={useLoaderData<typeof loader>()} />;
}
