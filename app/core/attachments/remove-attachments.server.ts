import { and, eq, isNull, lt, type SQL } from "drizzle-orm";
import { erasure, lowerCaseContacts, type Person, readCounts } from "~/core/erasure/erasure.server";
import { anyOf } from "~/platform/db/sql-fragments.server";
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

const OF_PERSON = "shop = $1 AND (customer_id = $2 OR email = ANY($3))";

const valuesOf = (person: Person) => [person.shop, person.customerId, lowerCaseContacts(person)];

/** Deletes the files that are about the customer. Records that name one show that it no longer exists. */
export const eraseAttachments = erasure("attachments", {
  stage: 82,
  async erase(client, person) {
    // The rows first: this waits for a part that is being written, and the next statement sees it.
    const { rows } = await client.query<{ id: string }>(
      `DELETE FROM attachments WHERE ${OF_PERSON} RETURNING id`,
      valuesOf(person),
    );
    await client.query("DELETE FROM attachment_parts WHERE shop = $1 AND attachment_id = ANY($2::uuid[])", [
      person.shop,
      rows.map(({ id }) => id),
    ]);
  },
  report: (client, person) =>
    readCounts(
      client,
      `SELECT count(*)::int AS attachments FROM attachments WHERE ${OF_PERSON}`,
      valuesOf(person),
    ),
});
