import { shops } from "../config.ts";
import { type Store, transaction } from "../data/database.ts";

/** The token that Salsify issued for a shop, and the shop's organization. */
export const salsifyToken = (handle: string): string => `salsify-local-${handle}`;
export const salsifyOrganization = (handle: string): string => `s-${handle}`;

/** The shop that the `Authorization` header's token belongs to. Undefined if the organization is another one. */
export const findShop = (authorization: string | undefined) =>
  shops.find(({ handle }) => authorization === `Bearer ${salsifyToken(handle)}`);

/** A product in Salsify. */
export interface SalsifyProduct {
  sku: string;
  properties: Record<string, string>;
}

/** A shop's products in Salsify. */
export async function listSalsifyProducts(store: Store, shop: string): Promise<SalsifyProduct[]> {
  const { rows } = await store.pool.query<SalsifyProduct>(
    "SELECT sku, properties FROM salsify_products WHERE shop = $1 ORDER BY sku",
    [shop],
  );
  return rows;
}

/** Replaces a shop's products in Salsify. */
export async function setSalsifyProducts(
  store: Store,
  shop: string,
  products: readonly SalsifyProduct[],
): Promise<void> {
  await transaction(store, async (client) => {
    await client.query("DELETE FROM salsify_products WHERE shop = $1", [shop]);
    for (const { sku, properties } of products)
      await client.query("INSERT INTO salsify_products (shop, sku, properties) VALUES ($1, $2, $3)", [
        shop,
        sku,
        JSON.stringify(properties),
      ]);
  });
}
