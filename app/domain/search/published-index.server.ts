import { type SyncContext, saveSyncData } from "~/core/syncs/define-sync.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { SearchField } from "./hooks.server";
import type { SearchEngine } from "./search-engine";

/** Records that a full sync has published a live index. */
export async function recordPublished(
  tx: ShopTransaction,
  { shop, jobId }: Pick<SyncContext, "shop" | "jobId">,
  engine: string,
  { target, fields }: Pick<SearchEngine, "target" | "fields">,
): Promise<void> {
  await saveSyncData(tx, shop, jobId, { publishedFields: fields });
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

/**
 * The fields of the live index. A product that changes gets the same ones as those around it, until a full sync gives all products
 * other ones. Undefined when the sync that published it is no longer stored.
 */
export async function readPublishedFields(
  tx: ShopTransaction,
  shop: string,
  engine: string,
): Promise<readonly SearchField[] | undefined> {
  const { rows } = await tx.$client.query<{ fields: readonly SearchField[] }>(
    `SELECT data -> 'publishedFields' AS fields FROM runs
      WHERE shop = $1 AND section = $2 AND data ? 'publishedFields' ORDER BY started_at DESC, id DESC LIMIT 1`,
    [shop, engine],
  );
  return rows[0]?.fields;
}
