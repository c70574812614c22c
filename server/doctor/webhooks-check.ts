import { onConnection } from "~/platform/db/connection.server";
import { type Check, ok, problem, warning } from "./check.ts";

const TIMEOUT_MS = 10_000;

/** As long as the ids of deliveries are kept. */
const SILENT_DAYS = 7;

/** Checks that webhooks reach the app, and that shops have sent some lately. @param env the process's environment */
export const webhooksCheck = (env: NodeJS.ProcessEnv): Check => ({
  name: "Webhooks",
  async run() {
    const address = new URL("/webhooks", env.SHOPIFY_APP_URL).href;
    const status = await forgedDelivery(address);
    if (status !== 401)
      return problem(
        `${address} ${status === null ? "doesn't answer" : `answers ${status}`} instead of refusing a forged webhook with 401. Check SHOPIFY_APP_URL, the proxy, and that a web process runs.`,
      );
    const silent = await silentShops(env.DATABASE_URL ?? "");
    return silent.length === 0
      ? ok("Webhooks reach the app, and a forged one is refused.")
      : warning(
          `${silent.join(", ")} hasn't sent a webhook for ${SILENT_DAYS} days. Deploy the app with its webhooks: shopify app deploy.`,
        );
  },
});

/** A delivery that Shopify didn't sign. @returns the status, or null without an answer */
async function forgedDelivery(address: string): Promise<number | null> {
  const headers = {
    "X-Shopify-Topic": "app/uninstalled",
    "X-Shopify-Hmac-Sha256": "forged",
    "X-Shopify-Shop-Domain": "backroom-doctor.myshopify.com",
    "X-Shopify-API-Version": "2026-10",
    "X-Shopify-Webhook-Id": "backroom-doctor",
  };
  const answer = fetch(address, {
    method: "POST",
    headers,
    body: "{}",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return answer.then(
    ({ status }) => status,
    () => null,
  );
}

/** Shops that have the app for longer than that, and have sent nothing. */
const silentShops = (databaseUrl: string): Promise<string[]> =>
  onConnection("backroom-doctor", databaseUrl, async (client) => {
    const { rows: tables } = await client.query(
      "SELECT 1 WHERE to_regclass('webhook_deliveries') IS NOT NULL",
    );
    if (tables.length === 0) return [];
    const { rows } = await client.query<{ shop: string }>(
      `SELECT shop FROM shops WHERE uninstalled_at IS NULL AND installed_at < now() - make_interval(days => $1)
          AND NOT EXISTS (SELECT FROM webhook_deliveries AS delivery
                           WHERE delivery.shop = shops.shop AND received_at > now() - make_interval(days => $1)) ORDER BY shop`,
      [SILENT_DAYS],
    );
    return rows.map(({ shop }) => shop);
  });
