import { readTogether } from "~/platform/db/read-shop.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { isUnfinished } from "~/platform/jobs/job.server";
import { defineGauge } from "~/platform/metrics/gauge.server";

/** How fresh a mirror is. Instants are ISO 8601 text. */
export interface Freshness {
  heardAt: string | null;
  rebuiltAt: string | null;
  /** A rebuild is queued or running. Read from its job, so it is right even when a job ends unusually. */
  rebuilding: boolean;
  rows: number | null;
}

/** Reads how fresh a shop's mirror is: all null before the first rebuild. */
export async function readFreshness(shop: string, name: string, rebuildJob: string): Promise<Freshness> {
  const [mirror] = await readTogether<{
    heard_at: Date | null;
    rebuilt_at: Date | null;
    rebuilding: boolean;
    rows: number | null;
  }>(shop, {
    name: "mirror-freshness",
    text: `SELECT heard_at, rebuilt_at, rows, EXISTS (
                  SELECT 1 FROM jobs WHERE shop = $1 AND kind = $3 AND ${isUnfinished("jobs")}) AS rebuilding
             FROM (SELECT) AS always LEFT JOIN mirrors ON shop = $1 AND name = $2`,
    values: [shop, name, rebuildJob],
  });
  return {
    heardAt: mirror?.heard_at?.toISOString() ?? null,
    rebuiltAt: mirror?.rebuilt_at?.toISOString() ?? null,
    rebuilding: mirror?.rebuilding ?? false,
    rows: mirror?.rows ?? null,
  };
}

/** False until the first rebuild of this version has succeeded. An uninstalled shop's mirror is deleted, because it gets no webhooks. */
export async function hasFilled(
  tx: ShopTransaction,
  shop: string,
  { name, version }: { name: string; version: number },
): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    "SELECT 1 FROM mirrors WHERE shop = $1 AND name = $2 AND rebuilt_at IS NOT NULL AND version >= $3",
    [shop, name, version],
  );
  return rowCount === 1;
}

/**
 * Records that data came from Shopify, at most every two seconds, because many webhooks must not queue for one row. In a transaction of its
 * own, so that none holds this row while it waits for another.
 */
export async function recordHeard(shop: string, name: string): Promise<void> {
  await withShop(shop, (tx) =>
    tx.$client.query(
      `INSERT INTO mirrors AS kept (shop, name, heard_at) VALUES ($1, $2, now())
       ON CONFLICT (shop, name) DO UPDATE SET heard_at = now()
        WHERE kept.heard_at IS NULL OR kept.heard_at < now() - interval '2 seconds'`,
      [shop, name],
    ),
  );
}

/** Each mirror is rebuilt every night. */
export const mirrorAge = defineGauge({
  name: "backroom_mirror_age_seconds",
  help: "How long ago the mirror was rebuilt that was rebuilt the longest ago, over all shops.",
  label: "mirror",
  sql: `SELECT mirrors.name AS label, max(extract(epoch FROM now() - coalesce(rebuilt_at, installed_at))) AS value
          FROM mirrors JOIN shops USING (shop) WHERE uninstalled_at IS NULL GROUP BY mirrors.name`,
});
