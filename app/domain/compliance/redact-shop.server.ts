import { forgetInstallation, installedSince } from "~/platform/auth/shops.server";
import { tablesWithShop, withRedaction } from "~/platform/db/redaction.server";
import { requestTask, type Task } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";

/** Shopify asks this long after the app was removed (https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance). */
const AFTER_REMOVAL_MS = 48 * 60 * 60 * 1_000;

/** A transaction deletes no more than this, so that none holds its locks for long. */
const ROWS_PER_DELETE = 5_000;

/**
 * shop/redact: everything of the shop goes, in the background. A shop that has installed the app again since its removal
 * keeps everything. One that is still marked as installed from before the removal is gone all the same: the message of
 * the removal was lost.
 */
export async function requestShopRedaction(shop: string, triggeredAt: Date): Promise<void> {
  const since = await installedSince(shop);
  const removedAt = new Date(triggeredAt.getTime() - AFTER_REMOVAL_MS);
  if (since && since > removedAt) {
    log.warn({ shop }, "a request to erase a shop was not followed: it has installed the app again");
    return;
  }
  if (since) await forgetInstallation(shop, removedAt, async () => true);
  await requestTask(redactShop, shop);
}

/** Deletes the rows of a shop that has removed the app, some thousands per transaction; stops when it installs it again. */
export const redactShop: Task = {
  name: "privacy.redact-shop",
  isForGoneShops: true,
  async run(shop, signal) {
    const tables = await withRedaction(tablesWithShop);
    // The shop's own row goes last: it tells that the shop is gone.
    const ordered = [...tables.filter((table) => table !== "shops"), "shops"];
    for (const table of ordered) {
      for (let deleted = ROWS_PER_DELETE; deleted === ROWS_PER_DELETE; ) {
        signal.throwIfAborted();
        const count = await deleteSome(shop, table);
        if (count === null) return;
        deleted = count;
      }
    }
    await withRedaction(async (client) => {
      // With the message of this very task: it has ended when the queue has forgotten it.
      await client.query("DELETE FROM pgboss.job WHERE data->>'shop' = $1", [shop]);
      // The queue notes the keys of what it works on, and would keep this shop's until it looks again.
      await client.query(
        `UPDATE pgboss.queue SET singletons_active = ARRAY(SELECT key FROM unnest(singletons_active) AS key WHERE strpos(key, $1) = 0)
          WHERE EXISTS (SELECT 1 FROM unnest(singletons_active) AS key WHERE strpos(key, $1) > 0)`,
        [shop],
      );
    });
  },
};

/** @returns how many rows went; null when the shop has the app installed */
async function deleteSome(shop: string, table: string): Promise<number | null> {
  return withRedaction(async (client) => {
    // Locked, so that an installation at this moment waits until these rows are gone, and is then seen.
    const { rows } = await client.query<{ installed: boolean }>(
      "SELECT uninstalled_at IS NULL AS installed FROM shops WHERE shop = $1 FOR UPDATE",
      [shop],
    );
    if (rows[0]?.installed) return null;
    const { rowCount } = await client.query(
      `DELETE FROM "${table}" WHERE ctid = ANY (ARRAY(SELECT ctid FROM "${table}" WHERE shop = $1 LIMIT $2))`,
      [shop, ROWS_PER_DELETE],
    );
    return rowCount ?? 0;
  });
}
