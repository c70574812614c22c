import { sql } from "drizzle-orm";
import type { DataOf } from "~/connectors/shopify/operation";
import { productMetafieldDefinitions } from "~/connectors/shopify/operations/metafields";
import type { AdminApi } from "~/connectors/shopify/port";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** The names of the product metafield definitions by `namespace.key`, read from Shopify. */
export async function readDefinedMetafields(adminApi: AdminApi): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  let after: string | null = null;
  do {
    const page: DefinitionsPage = await adminApi.run(productMetafieldDefinitions, { after });
    const { nodes, pageInfo }: DefinitionsPage["metafieldDefinitions"] = page.metafieldDefinitions;
    for (const { namespace, key, name } of nodes) names.set(`${namespace}.${key}`, name);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after);
  return names;
}

type DefinitionsPage = DataOf<typeof productMetafieldDefinitions>;

/** The `namespace.key` of each metafield that a product in the mirror has, with or without a definition. */
export async function readUsedMetafields(tx: ShopTransaction): Promise<string[]> {
  const rows = await queryRows<{ key: string }>(
    tx,
    sql`SELECT DISTINCT key FROM products_of_shop, jsonb_object_keys(metafields) AS key`,
  );
  return rows.map(({ key }) => key);
}
