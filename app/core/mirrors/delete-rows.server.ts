import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { MirrorTable } from "./write-rows.server";

/** Deletes rows that Shopify no longer has, or that are erased. A reading that has already begun doesn't add them again. */
export async function deleteRows(
  tx: Pick<ShopTransaction, "$client">,
  shop: string,
  { name, table }: Pick<MirrorTable, "name" | "table">,
  ids: readonly number[],
): Promise<void> {
  // Before the tombstones, as an erasure does: a transaction that waits for a row holds no tombstone. In the order of `writeRows`.
  await tx.$client.query(`SELECT 1 FROM ${table} WHERE shop = $1 AND id = ANY($2) ORDER BY id FOR UPDATE`, [
    shop,
    ids,
  ]);
  await tx.$client.query(
    `INSERT INTO mirror_tombstones (shop, mirror, id, deleted_at)
     SELECT $1, $2, id, clock_timestamp() FROM unnest($3::bigint[]) AS id ORDER BY id
     ON CONFLICT (shop, mirror, id) DO UPDATE SET deleted_at = excluded.deleted_at`,
    [shop, name, ids],
  );
  await tx.$client.query(`DELETE FROM ${table} WHERE shop = $1 AND id = ANY($2)`, [shop, ids]);
}
