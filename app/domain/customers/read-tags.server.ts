import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** The tags of customers in the mirror, by id. Unknown customers are left out. */
export async function readTags(
  tx: ShopTransaction,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  if (customerIds.length === 0) return new Map();
  const { rows } = await tx.$client.query<{ id: string; tags: string[] }>(
    "SELECT id, tags FROM customers_of_shop WHERE id = ANY($1::bigint[])",
    [customerIds],
  );
  return new Map(rows.map(({ id, tags }) => [Number(id), tags]));
}
