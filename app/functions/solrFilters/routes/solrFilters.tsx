import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { solrFiltersFunction } from "../function";
import { filtersTexts, readSolrFiltersPage } from "../page-data.server";
import { SolrFiltersPage } from "../ui/SolrFiltersPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(solrFiltersFunction, async ({ calls }, args) => {
  const { page, headers } = await readSolrFiltersPage(args.request, calls.solrFilters);
  return data(page, { headers });
});

export const action = callsAction(solrFiltersFunction, filtersTexts);

/** The SOLR Filters screen. */
export default function SolrFilters() {
  return <SolrFiltersPage page={useLoaderData<typeof loader>()} />;
}
