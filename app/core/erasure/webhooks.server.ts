import type pg from "pg";
import { forgetAccessToken } from "~/connectors/shopify/access-token.server";
import { NotConnected } from "~/connectors/shopify/port";
import type { Declarations } from "~/core/context.server";
import { readShop } from "~/core/installation.server";
import { webhookHandler } from "~/core/webhooks/webhook-handler.server";
import { wasSignedInSince } from "~/platform/auth/administrators.server";
import { findShop, forgetInstallation, installedSince } from "~/platform/auth/shops.server";
import { tablesWithShop, withRedaction } from "~/platform/db/transaction.server";
import { defineTask, requestTask } from "~/platform/jobs/task.server";
import { forgetKept } from "~/platform/keep-fresh.server";
import { log } from "~/platform/log.server";
import { reportOnCustomer, requestErasure } from "./redact-customer.server";
import { uninstall } from "./uninstall.server";

const isForGoneShops = true;

export const appUninstalled = ({ uninstallHooks }: Declarations) =>
  webhookHandler(
    "erasure.uninstall",
    ["APP_UNINSTALLED"],
    async ({ shop, deliveryId, triggeredAt }) => {
      forgetAccessToken(shop);
      forgetKept(shop);
      if ((await wasSignedInSince(shop, triggeredAt)) && (await hasAccess(shop)))
        log.warn(
          { shop },
          "a late webhook about the app's removal was ignored, because it is installed again",
        );
      else await uninstall(shop, uninstallHooks, { deliveryId, triggeredAt });
    },
    { isForGoneShops },
  );

export const customerDataRequested = (declarations: Declarations) =>
  webhookHandler(
    "erasure.data-request",
    ["CUSTOMERS_DATA_REQUEST"],
    (delivery) => reportOnCustomer(declarations, delivery),
    { isForGoneShops },
  );

export const customerRedactionRequested = webhookHandler(
  "erasure.redact-customer",
  ["CUSTOMERS_REDACT"],
  ({ shop, payload }) => requestErasure(shop, payload),
  { isForGoneShops },
);

export const shopRedactionRequested = webhookHandler(
  "erasure.redact-shop",
  ["SHOP_REDACT"],
  ({ shop, triggeredAt }) => requestShopRedaction(shop, triggeredAt),
  { isForGoneShops },
);

/** Shopify sends the request this long after the app was removed (https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance). */
const AFTER_REMOVAL_MS = 48 * 60 * 60 * 1_000;

/** Few enough that no transaction holds its locks for long. */
const ROWS_PER_DELETE = 5_000;

/** shop/redact: deletes everything of the shop, in the background. A shop that has installed the app again since keeps everything. */
export async function requestShopRedaction(shop: string, triggeredAt: Date): Promise<void> {
  const since = await installedSince(shop);
  if (since && since > removedBefore(triggeredAt)) {
    log.warn({ shop }, "a request to erase a shop was ignored because it has installed the app again");
    return;
  }
  await requestTask(redactShop, shop);
}

const removedBefore = (requestedAt: Date) => new Date(requestedAt.getTime() - AFTER_REMOVAL_MS);

/** Deletes the rows of a shop that has removed the app, a few thousand per transaction. Stops if the shop installs the app again. */
export const redactShop = defineTask({
  name: "privacy.redact-shop",
  runsAfterUninstall: true,
  async run(shop, signal) {
    if (await findShop(shop)) {
      if (await hasAccess(shop)) {
        log.warn({ shop }, "a shop that has the app installed wasn't erased");
        return;
      }
      await forgetInstallation(shop, removedBefore(new Date()), async () => true);
    }
    const tables = (await withRedaction(tablesWithShop)).filter((table) => table !== "shops");
    // Deleting rows can add rows to a table that was emptied before, where a trigger keeps counts.
    for (let deleted = 1; deleted > 0; ) {
      deleted = 0;
      for (const table of tables) {
        const count = await deleteAll(shop, table, signal);
        if (count === null) return;
        deleted += count;
      }
    }
    await withRedaction(async (client) => {
      // Last, because it says that the app was removed. The next installation waits for it: what it queues isn't deleted here.
      if (await isInstalled(client, shop)) return;
      await client.query("DELETE FROM shops WHERE shop = $1", [shop]);
      // Includes the message of this task.
      await client.query("DELETE FROM pgboss.job WHERE data->>'shop' = $1", [shop]);
      // The queue caches the keys of active jobs, and would keep this shop's until it refreshes them.
      await client.query(
        `UPDATE pgboss.queue SET singletons_active = ARRAY(SELECT key FROM unnest(singletons_active) AS key WHERE strpos(key, $1) = 0)
          WHERE EXISTS (SELECT 1 FROM unnest(singletons_active) AS key WHERE strpos(key, $1) > 0)`,
        [shop],
      );
    });
  },
});

/**
 * Whether Shopify still answers the app. When the webhook about the removal was lost, the shop stays marked as installed, and nothing
 * else shows whether it has installed the app again since.
 * @throws when Shopify can't be reached. The webhook or the task is repeated then
 */
async function hasAccess(shop: string): Promise<boolean> {
  try {
    await readShop(shop);
    return true;
  } catch (error) {
    if (error instanceof NotConnected) return false;
    throw error;
  }
}

/** @returns the number of deleted rows, or null if the shop has the app installed */
async function deleteAll(shop: string, table: string, signal: AbortSignal): Promise<number | null> {
  for (let total = 0; ; ) {
    signal.throwIfAborted();
    const count = await deleteSome(shop, table);
    if (count === null) return null;
    total += count;
    if (count < ROWS_PER_DELETE) return total;
  }
}

/** @returns the number of deleted rows, or null if the shop has the app installed */
async function deleteSome(shop: string, table: string): Promise<number | null> {
  return withRedaction(async (client) => {
    if (await isInstalled(client, shop)) return null;
    const { rowCount } = await client.query(
      `DELETE FROM "${table}" WHERE ctid = ANY (ARRAY(SELECT ctid FROM "${table}" WHERE shop = $1 LIMIT $2))`,
      [shop, ROWS_PER_DELETE],
    );
    return rowCount ?? 0;
  });
}

/** Locks the shop's row: a concurrent installation waits, and the next call sees it. */
async function isInstalled(client: pg.ClientBase, shop: string): Promise<boolean> {
  const { rows } = await client.query<{ installed: boolean }>(
    "SELECT uninstalled_at IS NULL AS installed FROM shops WHERE shop = $1 FOR UPDATE",
    [shop],
  );
  return rows[0]?.installed ?? false;
}
