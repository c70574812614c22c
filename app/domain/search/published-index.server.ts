import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** Records that a full sync has published a live index. */
export async function recordPublished(
  tx: ShopTransaction,
  shop: string,
  engine: string,
  target: string,
): Promise<void> {
  await tx.$client.query(
    `INSERT INTO search_indexes (shop, engine, target, published_at) VALUES ($1, $2, $3, now())
     ON CONFLICT (shop, engine) DO UPDATE SET target = excluded.target, published_at = excluded.published_at`,
    [shop, engine, target],
  );
}

/** Whether a full sync has published this live index. Changes alone would make an index of a few products. */
export async function isPublished(
  tx: ShopTransaction,
  shop: string,
  engine: string,
  target: string,
): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    "SELECT 1 FROM search_indexes WHERE shop = $1 AND engine = $2 AND target = $3",
    [shop, engine, target],
  );
  return rowCount === 1;
}
