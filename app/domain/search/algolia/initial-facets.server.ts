import { withShop } from "~/platform/db/with-shop.server";
import { readSearchFields } from "../hooks.server";
import { initialFacets } from "./record";

/** More options than a shop has on purpose. */
const MAX_OPTIONS = 20;

/** What shoppers can filter a shop's first index by: what every product has, the products' options, and the active filters. */
export const readInitialFacets = (shop: string): Promise<string[]> =>
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
