import { database } from "../db/pool.server";
import type { Administrator } from "./permission";
import type { Shop } from "./shops.server";

/** Who is calling, where. */
export interface SignedIn {
  shop: Shop;
  administrator: Administrator;
}

const COLUMNS = `a.id, a.name, a.email, a.is_owner AS "isOwner", a.flags, a.tab_limits AS "tabLimits"`;

/**
 * Reads the shop and who somebody is there, as `findAdministrator` does: what every request begins with, in one statement.
 * Null when the app is not installed there, or this person never opened the console.
 */
export async function findSignedIn(domain: string, id: string): Promise<SignedIn | null> {
  const { rows } = await database().query<Administrator & Omit<Shop, "name"> & { shopName: string }>({
    name: "find-signed-in",
    text: `SELECT ${COLUMNS}, s.shop AS domain, s.name AS "shopName", s.currency, s.time_zone AS "timeZone"
             FROM administrators a JOIN shops s ON s.shop = a.shop AND s.uninstalled_at IS NULL
            WHERE a.shop = $1 AND a.id = $2`,
    values: [domain, id],
  });
  if (!rows[0]) return null;
  const { shopName, currency, timeZone, domain: shop, ...administrator } = rows[0];
  return { shop: { domain: shop, name: shopName, currency, timeZone }, administrator };
}

/**
 * Reads who somebody is and what they may do, fresh from the database: it is asked at every request, so that a grant
 * taken away works at once. One indexed read, no transaction. Null when this person never opened the console.
 */
export async function findAdministrator(shop: string, id: string): Promise<Administrator | null> {
  const { rows } = await database().query<Administrator>({
    name: "find-administrator",
    text: `SELECT ${COLUMNS} FROM administrators a JOIN shops s ON s.shop = a.shop AND s.uninstalled_at IS NULL
            WHERE a.shop = $1 AND a.id = $2`,
    values: [shop, id],
  });
  return rows[0] ?? null;
}

/** The account owner, on whose behalf scheduled work is done; null when no owner has opened the console yet. */
export async function findOwner(shop: string): Promise<Administrator | null> {
  const { rows } = await database().query<Administrator>(
    `SELECT ${COLUMNS} FROM administrators a WHERE a.shop = $1 AND a.is_owner ORDER BY a.last_seen_at DESC NULLS LAST LIMIT 1`,
    [shop],
  );
  return rows[0] ?? null;
}

/** Notes that somebody signed in: their name, address and ownership are Shopify's to say; their grants are kept. */
export async function rememberAdministrator(
  shop: string,
  person: { id: string; name: string; email: string; isOwner: boolean },
): Promise<void> {
  await database().query(
    `INSERT INTO administrators (shop, id, name, email, is_owner, last_seen_at) VALUES ($1, $2, $3, $4, $5, now())
     ON CONFLICT (shop, id) DO UPDATE
       SET name = excluded.name, email = excluded.email, is_owner = excluded.is_owner, last_seen_at = now()`,
    [shop, person.id, person.name, person.email, person.isOwner],
  );
}
