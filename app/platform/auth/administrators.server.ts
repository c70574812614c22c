import { database } from "../db/pool.server";
import { inTransaction } from "../db/transaction.server";
import { reconnectPerson } from "../realtime/publish.server";
import { type Administrator, BACKROOM } from "./permission";
import { findShop, type Shop } from "./shops.server";

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

/**
 * Who does a job's work, fresh from the database: an administrator, or Backroom itself for work that is scheduled.
 * Null when they may do nothing (any more), or the app is no longer installed.
 */
export async function findActor(shop: string, id: string): Promise<Administrator | null> {
  if (id !== BACKROOM.id) return findAdministrator(shop, id);
  return (await findShop(shop)) && BACKROOM;
}

/** Reads what several people of several shops may do, in one statement; who has lost everything is left out. */
export async function findAdministrators(
  people: readonly { shop: string; id: string }[],
): Promise<{ shop: string; id: string; administrator: Administrator }[]> {
  const { rows } = await database().query<Administrator & { shop: string }>(
    `SELECT a.shop, ${COLUMNS} FROM administrators a JOIN shops s ON s.shop = a.shop AND s.uninstalled_at IS NULL
      WHERE (a.shop, a.id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [people.map(({ shop }) => shop), people.map(({ id }) => id)],
  );
  return rows.map(({ shop, ...administrator }) => ({ shop, id: administrator.id, administrator }));
}

/**
 * Notes that somebody signed in: their name, address and ownership are Shopify's to say; their grants are kept. A shop has
 * one account owner: who was it before is it no longer. Whose ownership changed gets the rooms that go with it.
 */
export async function rememberAdministrator(
  shop: string,
  person: { id: string; name: string; email: string; isOwner: boolean },
): Promise<void> {
  const changed = await inTransaction("BEGIN", async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `UPDATE administrators SET is_owner = (id = $2)
        WHERE shop = $1 AND CASE WHEN id = $2 THEN is_owner <> $3 ELSE is_owner AND $3 END RETURNING id`,
      [shop, person.id, person.isOwner],
    );
    await client.query(
      `INSERT INTO administrators (shop, id, name, email, is_owner, last_seen_at) VALUES ($1, $2, $3, $4, $5, now())
       ON CONFLICT (shop, id) DO UPDATE
         SET name = excluded.name, email = excluded.email, is_owner = excluded.is_owner, last_seen_at = now()`,
      [shop, person.id, person.name, person.email, person.isOwner],
    );
    return rows;
  });
  for (const { id } of changed) reconnectPerson(shop, id);
}
