import { withShop } from "~/platform/db/with-shop.server";
import { rebuildMirrorJob } from "./rebuild.server";

/** How fresh the mirror is; instants as ISO 8601 text. */
export interface Freshness {
  heardAt: string | null;
  rebuiltAt: string | null;
  /** A rebuild waits or runs. Read from its job, so that it is never left standing when a job ends unusually. */
  rebuilding: boolean;
  rows: number | null;
}

/** Reads how fresh a shop's mirror is; all null before the first rebuild. */
export async function readFreshness(shop: string): Promise<Freshness> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{
      heard_at: Date | null;
      rebuilt_at: Date | null;
      rebuilding: boolean;
      rows: number | null;
    }>(
      `SELECT heard_at, rebuilt_at, rows, EXISTS (
                SELECT 1 FROM jobs WHERE shop = $1 AND kind = $2 AND state IN ('queued', 'running', 'paused')) AS rebuilding
         FROM (SELECT) AS always LEFT JOIN mirrors ON shop = $1`,
      [shop, rebuildMirrorJob.name],
    ),
  );
  const mirror = rows[0];
  return {
    heardAt: mirror?.heard_at?.toISOString() ?? null,
    rebuiltAt: mirror?.rebuilt_at?.toISOString() ?? null,
    rebuilding: mirror?.rebuilding ?? false,
    rows: mirror?.rows ?? null,
  };
}
