import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { textsOfStart } from "~/core/syncs/sync";
import { comparisonSection } from "~/domain/search/inspect/comparison";
import { readSearchPage } from "~/domain/search/search-page.server";
import { SearchPage } from "~/domain/search/ui/SearchPage";
import { algoliaCall, algoliaFunction } from "../function";
import { RUN_TITLE, SECTION } from "../section";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(algoliaFunction, async ({ calls }, args) => {
  const { page, headers } = await readSearchPage(args.request, calls.algolia, SECTION);
  return data(page, { headers });
});

export const action = callsAction(algoliaFunction, {
  "algolia.sync": textsOfStart(SECTION),
  "algolia.setField": ({ message }) => message,
  "algolia.send": ({ message }) => message,
  "algolia.compare": textsOfStart(comparisonSection(SECTION)),
  "algolia.sendDifferences": ({ message }) => message,
});

const LOG_HEIGHT_PX = 400;

/** The Algolia Sync screen. */
export default function Algolia() {
  return (
    <SearchPage
      data={useLoaderData<typeof loader>()}
      title="Algolia Sync"
      runTitle={RUN_TITLE}
      section={SECTION}
      system="Algolia"
      logHeight={LOG_HEIGHT_PX}
      calls={{
        start: algoliaCall("algolia.sync", {}),
        setField: (name, indexed) => algoliaCall("algolia.setField", { name, indexed }),
        send: (product) => algoliaCall("algolia.send", { product }),
        compare: algoliaCall("algolia.compare", {}),
        sendDifferences: algoliaCall("algolia.sendDifferences", {}),
      }}
    />
  );
}
