import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** The type of a metafield. Null when no product carries it. */
export async function readMetafieldType(tx: ShopTransaction, name: string): Promise<string | null> {
  const [row] = await queryRows<{ type: string }>(
    tx,
    sql`SELECT metafields -> ${name}::text ->> 'type' AS type FROM products_of_shop
         WHERE metafields ? ${name}::text LIMIT 1`,
  );
  return row?.type ?? null;
}
