import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { MirrorTable } from "./write-rows.server";

/** Deletes rows that Shopify no longer has. */
export async function deleteRows(
  tx: ShopTransaction,
  shop: string,
  { table }: MirrorTable,
  ids: readonly number[],
): Promise<void> {
  // Locked in the order in which `writeRows` locks them.
  await tx.$client.query(
    `DELETE FROM ${table} WHERE shop = $1 AND id IN (
       SELECT id FROM ${table} WHERE shop = $1 AND id = ANY($2) ORDER BY id FOR UPDATE)`,
    [shop, ids],
  );
}
