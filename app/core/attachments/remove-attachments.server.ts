import { and, eq, isNull, lt, type SQL } from "drizzle-orm";
import { anyOf } from "~/platform/db/any-of.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import { attachmentStore } from "./attachment-store.server";
import { attachments } from "./tables.server";

/** Deletes attachments of the shop with their bytes, in the transaction that deletes or empties their record. */
export const removeAttachments = (tx: ShopTransaction, shop: string, ids: readonly string[]): Promise<void> =>
  removeWhere(tx, shop, anyOf(attachments.id, ids));

async function removeWhere(tx: ShopTransaction, shop: string, where: SQL | undefined): Promise<void> {
  const removed = await tx
    .delete(attachments)
    .where(and(eq(attachments.shop, shop), where))
    .returning({ id: attachments.id });
  if (removed.length === 0) return;
  await attachmentStore.remove(
    tx,
    shop,
    removed.map(({ id }) => id),
  );
}

const HOUR_MS = 60 * 60 * 1_000;

/** Deletes the parts of interrupted uploads, every hour. They were never readable. */
export const removeInterruptedUploads = defineTask({
  name: "attachments.remove-interrupted",
  schedule: {
    cron: "35 * * * *",
    due: "EXISTS (SELECT FROM attachments AS due WHERE due.shop = shops.shop AND due.stored_at IS NULL AND due.created_at < now() - interval '1 hour')",
  },
  async run(shop) {
    const anHourAgo = new Date(Date.now() - HOUR_MS);
    await withShop(shop, (tx) =>
      removeWhere(tx, shop, and(isNull(attachments.storedAt), lt(attachments.createdAt, anHourAgo))),
    );
  },
});
