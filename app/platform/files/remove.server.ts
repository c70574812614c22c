import { and, eq, inArray, lt, type SQL } from "drizzle-orm";
import { anyOf } from "../db/any-of.server";
import { type ShopTransaction, withShop } from "../db/with-shop.server";
import { defineTask } from "../jobs/task.server";
import { fileParts, files } from "./tables.server";

/** Deletes the shop's files that match, with their bytes. @returns the number of files */
export async function removeFiles(
  tx: ShopTransaction,
  shop: string,
  which: SQL | undefined,
): Promise<number> {
  const removed = await tx
    .delete(files)
    .where(and(eq(files.shop, shop), which))
    .returning({ id: files.id });
  if (removed.length === 0) return 0;
  const ids = removed.map(({ id }) => id);
  await tx.delete(fileParts).where(and(eq(fileParts.shop, shop), anyOf(fileParts.fileId, ids)));
  return removed.length;
}

/** A file has many parts. */
const FILES_PER_STEP = 20;

/** Deletes expired files every hour. They can't be read after they expire. */
export const removeExpiredFiles = defineTask({
  name: "files.remove-expired",
  schedule: {
    cron: "20 * * * *",
    due: "EXISTS (SELECT FROM files AS due WHERE due.shop = shops.shop AND due.expires_at < now())",
  },
  async run(shop, signal) {
    const isExpired = and(eq(files.shop, shop), lt(files.expiresAt, new Date()));
    for (let count = FILES_PER_STEP; count === FILES_PER_STEP && !signal.aborted; )
      count = await withShop(shop, (tx) => {
        const some = tx.select({ id: files.id }).from(files).where(isExpired).limit(FILES_PER_STEP);
        return removeFiles(tx, shop, inArray(files.id, some));
      });
  },
});
