import { type SyncContext, saveSyncData } from "~/core/syncs/define-sync.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { IndexFields } from "./index-fields";
import { type EngineName, storedIndexFields } from "./index-fields.server";
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
 * What the records of the live index have. A product that changes gets the same as those around it, until a full sync has given all
 * products something else. Undefined when the sync that published it is no longer stored.
 */
export async function readPublishedFields(
  tx: ShopTransaction,
  shop: string,
  engine: EngineName,
): Promise<IndexFields | undefined> {
  const { rows } = await tx.$client.query<{ fields: unknown }>(
    `SELECT data -> 'publishedFields' AS fields FROM runs
      WHERE shop = $1 AND section = $2 AND data ? 'publishedFields' ORDER BY started_at DESC, id DESC LIMIT 1`,
    [shop, engine],
  );
  return storedIndexFields(engine, rows[0]?.fields);
}
