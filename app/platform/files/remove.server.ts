import { and, eq, lt, type SQL } from "drizzle-orm";
import { anyOf } from "../db/any-of.server";
import { type ShopTransaction, withShop } from "../db/with-shop.server";
import type { Task } from "../jobs/task.server";
import { fileParts, files } from "./tables.server";

/** Removes the shop's files that match, with their bytes. @returns how many */
export async function removeFiles(
  tx: ShopTransaction,
  shop: string,
  which: SQL | undefined,
): Promise<number> {
  const gone = await tx
    .delete(files)
    .where(and(eq(files.shop, shop), which))
    .returning({ id: files.id });
  if (gone.length === 0) return 0;
  const ids = gone.map(({ id }) => id);
  await tx.delete(fileParts).where(and(eq(fileParts.shop, shop), anyOf(fileParts.fileId, ids)));
  return gone.length;
}

/** Every hour: files whose days are over. They could not be read any more already. */
export const removeExpiredFiles: Task = {
  name: "files.remove-expired",
  schedule: "20 * * * *",
  async run(shop) {
    await withShop(shop, (tx) => removeFiles(tx, shop, lt(files.expiresAt, new Date())));
  },
};
