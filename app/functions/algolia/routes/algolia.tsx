import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { readSearchPage } from "~/domain/search/search-page.server";
import { SearchPage } from "~/domain/search/ui/SearchPage";
import { algoliaCall, algoliaFunction } from "../function";
import { algoliaTexts, SYNC_TITLES } from "../page.server";
import { RUN_TITLE, SECTION } from "../section";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(algoliaFunction, async ({ calls }, args) => {
  const engine = { name: SECTION, titles: SYNC_TITLES };
  const { page, headers } = await readSearchPage(args.request, calls.algolia, engine);
  return data(page, { headers });
});

export const action = callsAction(algoliaFunction, algoliaTexts);

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
