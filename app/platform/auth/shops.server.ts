import { database } from "../db/pool.server";

/** What the console needs to know about a shop itself. */
export interface Shop {
  domain: string;
  name: string;
  currency: string;
  /** IANA name, for example `America/New_York`: dates are shown and searched in it. */
  timeZone: string;
}

/** The shop, or null when the app is not installed there. */
export async function findShop(domain: string): Promise<Shop | null> {
  const { rows } = await database().query<Shop>({
    name: "find-shop",
    text: `SELECT shop AS domain, name, currency, time_zone AS "timeZone" FROM shops WHERE shop = $1 AND uninstalled_at IS NULL`,
    values: [domain],
  });
  return rows[0] ?? null;
}

/**
 * Notes that the app is installed, or that the shop's name, currency or time zone changed.
 * @returns true when this is a new or a renewed installation.
 */
export async function rememberShop(shop: Shop): Promise<boolean> {
  const { rows } = await database().query<{ fresh: boolean }>(
    `WITH before AS (SELECT uninstalled_at FROM shops WHERE shop = $1), written AS (
       INSERT INTO shops (shop, name, currency, time_zone, installed_at) VALUES ($1, $2, $3, $4, now())
       ON CONFLICT (shop) DO UPDATE SET name = excluded.name, currency = excluded.currency, time_zone = excluded.time_zone,
         installed_at = CASE WHEN shops.uninstalled_at IS NULL THEN shops.installed_at ELSE now() END, uninstalled_at = NULL)
     SELECT NOT EXISTS (SELECT 1 FROM before WHERE uninstalled_at IS NULL) AS fresh`,
    [shop.domain, shop.name, shop.currency, shop.timeZone],
  );
  return rows[0]?.fresh ?? true;
}

/** Marks the shop as gone and forgets its access tokens; its rows stay until Shopify sends shop/redact. */
export async function forgetInstallation(domain: string): Promise<void> {
  await database().query("DELETE FROM sessions WHERE shop = $1", [domain]);
  await database().query("UPDATE shops SET uninstalled_at = now() WHERE shop = $1", [domain]);
}

/** The shops that have the app installed, for work that goes over all of them (nightly jobs). */
export async function installedShops(): Promise<string[]> {
  const { rows } = await database().query<{ shop: string }>(
    "SELECT shop FROM shops WHERE uninstalled_at IS NULL ORDER BY shop",
  );
  return rows.map((row) => row.shop);
}
