import { auditAction } from "~/core/audit/audit-action.server";
import { algoliaConnection } from "~/domain/search/algolia/connection.server";
import { algoliaEngine } from "~/domain/search/algolia/engine.server";
import { initialFacets } from "~/domain/search/algolia/record";
import { defineSearchSync } from "~/domain/search/define-search-sync.server";
import { readSearchFields } from "~/domain/search/hooks.server";
import { ALGOLIA_NOT_CONFIGURED } from "~/domain/search/sync-state";
import { withShop } from "~/platform/db/with-shop.server";
import { RUN_TITLE, SECTION } from "./section";

export const algoliaSyncStarted = auditAction<null, null>(
  "algolia.sync-started",
  "Started a sync with Algolia",
);

/** More options than a shop has on purpose. */
const MAX_OPTIONS = 20;

/** What shoppers can filter a shop's first index by: what every product has, the products' options, and the active filters. */
const readInitialFacets = (shop: string): Promise<string[]> =>
  withShop(shop, async (tx) => {
    const filters = (await readSearchFields(tx, shop)).map(({ name }) => name);
    const { rows } = await tx.$client.query<{ name: string }>(
      `SELECT option ->> 'name' AS name FROM variants_of_shop CROSS JOIN jsonb_array_elements(options) AS option
        WHERE option ->> 'name' <> 'Title' GROUP BY name ORDER BY count(*) DESC, name LIMIT ${MAX_OPTIONS}`,
    );
    return initialFacets(
      filters,
      rows.map(({ name }) => name),
    );
  });

/** The sync of products to Algolia. */
export const algoliaSync = defineSearchSync({
  name: SECTION,
  title: RUN_TITLE,
  system: "Algolia",
  flag: "showAlgolia",
  notConfigured: ALGOLIA_NOT_CONFIGURED,
  isConfigured: algoliaConnection.isConfigured,
  open: async (shop, signal, fields) =>
    algoliaEngine(
      await algoliaConnection.access(shop),
      { fields, readFacets: () => readInitialFacets(shop) },
      signal,
    ),
});
