import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** The metafields that products carry, as `namespace.key`, with their types. */
export async function readMetafields(tx: ShopTransaction): Promise<ReadonlyMap<string, string>> {
  const rows = await queryRows<{ name: string; type: string }>(
    tx,
    sql`SELECT name, max(metafield ->> 'type') AS type
          FROM products_of_shop CROSS JOIN jsonb_each(metafields) AS each_metafield (name, metafield)
         GROUP BY name`,
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** The type of a metafield. Null when no product carries it. */
export async function readMetafieldType(tx: ShopTransaction, name: string): Promise<string | null> {
  const [row] = await queryRows<{ type: string }>(
    tx,
    sql`SELECT metafields -> ${name}::text ->> 'type' AS type FROM products_of_shop
         WHERE metafields ? ${name}::text LIMIT 1`,
  );
  return row?.type ?? null;
}
