import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { MirrorTable } from "./write-rows.server";

/** The database's clock, which all processes share. Take it before a reading of Shopify begins. */
export async function readingTime(tx: ShopTransaction): Promise<string> {
  const { rows } = await tx.$client.query<{ now: string }>("SELECT clock_timestamp()::text AS now");
  return (rows[0] as { now: string }).now;
}

/** Records that rows were read without a change: a reading that began earlier must no longer replace them. */
export async function confirmRows(
  tx: ShopTransaction,
  shop: string,
  { table }: MirrorTable,
  rows: readonly { id: number; updated_at: string }[],
  readAt: string,
): Promise<void> {
  await tx.$client.query(
    `UPDATE ${table} AS stored SET mirrored_at = $4::timestamptz
       FROM unnest($2::bigint[], $3::timestamptz[]) AS read(id, updated_at)
      WHERE stored.shop = $1 AND stored.id = read.id AND stored.updated_at = read.updated_at
        AND stored.mirrored_at < $4::timestamptz`,
    [shop, rows.map(({ id }) => id), rows.map((row) => row.updated_at), readAt],
  );
}
