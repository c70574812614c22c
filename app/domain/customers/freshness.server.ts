import { withShop } from "~/platform/db/with-shop.server";

/** How fresh the mirror is; instants as ISO 8601 text. */
export interface Freshness {
  heardAt: string | null;
  rebuiltAt: string | null;
  rebuilding: boolean;
  rows: number | null;
}

/** Reads how fresh a shop's mirror is; all null before the first rebuild. */
export async function readFreshness(shop: string): Promise<Freshness> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{
      heard_at: Date | null;
      rebuilt_at: Date | null;
      rebuild_started_at: Date | null;
      rows: number | null;
    }>("SELECT heard_at, rebuilt_at, rebuild_started_at, rows FROM mirrors WHERE shop = $1", [shop]),
  );
  const mirror = rows[0];
  return {
    heardAt: mirror?.heard_at?.toISOString() ?? null,
    rebuiltAt: mirror?.rebuilt_at?.toISOString() ?? null,
    rebuilding: Boolean(mirror?.rebuild_started_at),
    rows: mirror?.rows ?? null,
  };
}
