import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** The name of the jobs that undo the decisions of another one. */
export const UNDO_MANY = "registrations.undo";

/** The job that undoes the decisions of this one, if an administrator has started it. */
export async function findUndo(
  tx: ShopTransaction,
  shop: string,
  jobId: string,
): Promise<string | undefined> {
  const { rows } = await tx.$client.query<{ id: string }>(
    "SELECT id FROM jobs WHERE shop = $1 AND kind = $2 AND params ->> 'undoes' = $3 LIMIT 1",
    [shop, UNDO_MANY, jobId],
  );
  return rows[0]?.id;
}
