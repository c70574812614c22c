import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import type { SearchPageData } from "~/domain/search/search-page.server";
import { readSearchPage } from "~/domain/search/search-page.server";
import { solrFunction } from "../function";
import { SYNC_TITLES, solrTexts } from "../page.server";
import { SECTION } from "../section";
import { SolrPage } from "../ui/SolrPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(solrFunction, async ({ calls }, args) => {
  const engine = { name: SECTION, titles: SYNC_TITLES };
  const { page, headers } = await readSearchPage(args.request, calls.solr, engine);
  return data(page, { headers });
});

export const action = callsAction(solrFunction, solrTexts);

/** The SOLR screen. */
export default function Solr() {
  return <SolrPage data={useLoaderData<typeof loader>() as SearchPageData} />;
}
