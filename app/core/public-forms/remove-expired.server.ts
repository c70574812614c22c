import { and, eq, lte } from "drizzle-orm";
import { removeAttachments } from "~/core/attachments/remove-attachments.server";
import { anyOf } from "~/platform/db/sql-fragments.server";
import { withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import { confirmationLinks, publicEntries } from "./tables.server";

const BATCH = 200;

/** Runs every hour: deletes entries that weren't confirmed, with their files, and what is no longer counted. */
export const removeExpiredEntries = defineTask({
  name: "public-forms.remove-expired",
  schedule: {
    cron: "20 * * * *",
    due: `EXISTS (SELECT FROM public_entries AS due WHERE due.shop = shops.shop AND due.expires_at <= now())
       OR EXISTS (SELECT FROM confirmation_links AS due WHERE due.shop = shops.shop AND due.expires_at <= now())
       OR EXISTS (SELECT FROM visitor_budgets AS due WHERE due.shop = shops.shop AND due.day < (now() AT TIME ZONE 'UTC')::date)`,
  },
  async run(shop, signal) {
    const now = new Date();
    for (let removed = BATCH; removed === BATCH && !signal.aborted; ) removed = await removeBatch(shop, now);
    await withShop(shop, async (tx) => {
      await tx
        .delete(confirmationLinks)
        .where(and(eq(confirmationLinks.shop, shop), lte(confirmationLinks.expiresAt, now)));
      // An earlier build writes these two while an update runs.
      for (const table of ["giveaway_entry_requests", "code_requests"])
        await tx.$client.query(`DELETE FROM ${table} WHERE shop = $1 AND expires_at <= now()`, [shop]);
      await tx.$client.query(
        "DELETE FROM visitor_budgets WHERE shop = $1 AND day < (now() AT TIME ZONE 'UTC')::date",
        [shop],
      );
    });
  },
});

const removeBatch = (shop: string, now: Date): Promise<number> =>
  withShop(shop, async (tx) => {
    const expired = await tx
      .select({ id: publicEntries.id, attachmentId: publicEntries.attachmentId })
      .from(publicEntries)
      .where(and(eq(publicEntries.shop, shop), lte(publicEntries.expiresAt, now)))
      .limit(BATCH)
      .for("update", { skipLocked: true });
    if (expired.length === 0) return 0;
    const ids = expired.map(({ id }) => id);
    await tx.delete(publicEntries).where(and(eq(publicEntries.shop, shop), anyOf(publicEntries.id, ids)));
    const files = expired.flatMap(({ attachmentId }) => attachmentId ?? []);
    if (files.length > 0) await removeAttachments(tx, shop, files);
    return expired.length;
  });
