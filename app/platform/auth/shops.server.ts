import type pg from "pg";
import { database } from "../db/pool.server";
import { inTransaction } from "../db/transaction.server";
import { notFound } from "../errors";

/** A shop's data that pages and calls need. */
export interface Shop {
  domain: string;
  name: string;
  currency: string;
  /** IANA name, such as `America/New_York`. Dates are shown and searched in it. */
  timeZone: string;
}

/** A shop's data from Shopify, with what only emails and invitations need. */
export interface ShopFacts extends Shop {
  /** The email address for customers. */
  email?: string | null;
  /** The kind of customer accounts: CLASSIC or NEW_CUSTOMER_ACCOUNTS. */
  customerAccounts?: string | null;
}

/** Reads a shop. Null when the app isn't installed there. */
export async function findShop(domain: string): Promise<Shop | null> {
  const { rows } = await database().query<Shop>({
    name: "find-shop",
    text: `SELECT shop AS domain, name, currency, time_zone AS "timeZone" FROM shops WHERE shop = $1 AND uninstalled_at IS NULL`,
    values: [domain],
  });
  return rows[0] ?? null;
}

/** Reads a shop for work that makes sense only while the app is installed. @throws a 404 refusal when it isn't */
export async function requireShop(domain: string): Promise<Shop> {
  const shop = await findShop(domain);
  if (!shop) throw notFound("The app isn't installed in this shop.");
  return shop;
}

/**
 * Records that the app is installed, with the shop's current data.
 * @param client a transaction, when other changes must be committed together with it
 */
export async function rememberShop(
  shop: ShopFacts,
  client: Pick<pg.ClientBase, "query"> | pg.Pool = database(),
): Promise<void> {
  await client.query(
    `INSERT INTO shops (shop, name, currency, time_zone, email, customer_accounts, installed_at) VALUES ($1, $2, $3, $4, $5, $6, now())
     ON CONFLICT (shop) DO UPDATE SET name = excluded.name, currency = excluded.currency, time_zone = excluded.time_zone,
       email = excluded.email, customer_accounts = excluded.customer_accounts, installed_at = CASE WHEN shops.uninstalled_at IS NULL THEN shops.installed_at ELSE now() END, uninstalled_at = NULL`,
    valuesOf(shop),
  );
}

const valuesOf = (shop: ShopFacts) => [
  shop.domain,
  shop.name,
  shop.currency,
  shop.timeZone,
  shop.email ?? null,
  shop.customerAccounts ?? null,
];

/** Updates a shop's data. Does nothing when the app was uninstalled in between. */
export async function updateShop(shop: ShopFacts): Promise<void> {
  await database().query(
    `UPDATE shops SET name = $2, currency = $3, time_zone = $4, email = $5, customer_accounts = $6
      WHERE shop = $1 AND uninstalled_at IS NULL`,
    valuesOf(shop),
  );
}

/**
 * Marks the shop as uninstalled and deletes its access tokens. Its rows stay until Shopify sends shop/redact.
 * @param uninstalledAt a newer installation isn't changed, because the webhook was late
 * @param alongside runs in the same transaction. When it returns false, nothing is changed
 * @returns false when there was no such installation
 */
export async function forgetInstallation(
  domain: string,
  uninstalledAt: Date,
  alongside: (client: pg.ClientBase) => Promise<boolean>,
): Promise<boolean> {
  return inTransaction("BEGIN", async (client) => {
    const { rows } = await client.query<{ gone: boolean; earlier: boolean }>(
      `SELECT uninstalled_at IS NOT NULL AS gone, installed_at <= $2 AS earlier FROM shops WHERE shop = $1 FOR UPDATE`,
      [domain, uninstalledAt],
    );
    const shop = rows[0];
    if (shop?.gone || shop?.earlier === false || !(await alongside(client))) return false;
    await client.query("UPDATE shops SET uninstalled_at = now() WHERE shop = $1", [domain]);
    await client.query("DELETE FROM sessions WHERE shop = $1", [domain]);
    return true;
  });
}

/** True for a shop with classic customer accounts, for which Shopify sends its own account invitations. */
export async function hasClassicAccounts(domain: string): Promise<boolean> {
  const { rows } = await database().query(
    "SELECT 1 FROM shops WHERE shop = $1 AND customer_accounts = 'CLASSIC'",
    [domain],
  );
  return rows.length > 0;
}

/** When the app was installed. Null when it isn't. */
export async function installedSince(domain: string): Promise<Date | null> {
  const { rows } = await database().query<{ installed_at: Date }>(
    "SELECT installed_at FROM shops WHERE shop = $1 AND uninstalled_at IS NULL",
    [domain],
  );
  return rows[0]?.installed_at ?? null;
}
