import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { textsOfStart } from "~/core/syncs/sync";
import { comparisonSection } from "~/domain/search/inspect/comparison";
import type { SearchPageData } from "~/domain/search/search-page.server";
import { readSearchPage } from "~/domain/search/search-page.server";
import { solrFunction } from "../function";
import { SECTION } from "../section";
import { SolrPage } from "../ui/SolrPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(solrFunction, async ({ calls }, args) => {
  const { page, headers } = await readSearchPage(args.request, calls.solr, SECTION);
  return data(page, { headers });
});

export const action = callsAction(solrFunction, {
  "solr.update": textsOfStart(SECTION),
  "solr.setField": ({ message }) => message,
  "solr.send": ({ message }) => message,
  "solr.compare": textsOfStart(comparisonSection(SECTION)),
  "solr.sendDifferences": ({ message }) => message,
});

/** The SOLR screen. */
export default function Solr() {
  return <SolrPage data={useLoaderData<typeof loader>() as SearchPageData} />;
}
