import { database } from "../db/pool.server";
import { inTransaction } from "../db/transaction.server";
import { reconnectPerson } from "../realtime/publish.server";
import { type Administrator, BACKROOM } from "./permission";
import { findShop, type Shop } from "./shops.server";

/** A signed-in administrator and their shop. */
export interface SignedIn {
  shop: Shop;
  administrator: Administrator;
}

const COLUMNS = `a.id, a.name, a.email, a.is_owner AS "isOwner", a.flags, a.tab_limits AS "tabLimits"`;

interface Identity {
  shop: string;
  id: string;
}

interface WaitingRequest extends Identity {
  resolve(found: SignedIn | null): void;
  reject(error: unknown): void;
}

let waiting: WaitingRequest[] = [];

/**
 * Reads a shop and an administrator at the start of each request. Requests that arrive together are answered by one statement.
 * Null when the app isn't installed in the shop, or the person never opened it.
 */
export const findSignedIn = (shop: string, id: string): Promise<SignedIn | null> =>
  new Promise((resolve, reject) => {
    waiting.push({ shop, id, resolve, reject });
    if (waiting.length === 1) setImmediate(() => void answerWaiting());
  });

async function answerWaiting(): Promise<void> {
  const requests = waiting;
  waiting = [];
  try {
    const found = await readSignedIn(requests);
    for (const { shop, id, resolve } of requests) resolve(found.get(keyOf({ shop, id })) ?? null);
  } catch (error) {
    for (const { reject } of requests) reject(error);
  }
}

const keyOf = ({ shop, id }: Identity) => `${shop} ${id}`;

async function readSignedIn(people: readonly Identity[]): Promise<Map<string, SignedIn>> {
  const { rows } = await database().query<Administrator & Omit<Shop, "name"> & { shopName: string }>({
    name: "find-signed-in",
    text: `SELECT ${COLUMNS}, s.shop AS domain, s.name AS "shopName", s.currency, s.time_zone AS "timeZone"
             FROM unnest($1::text[], $2::text[]) AS requested (shop, id)
             JOIN administrators a ON a.shop = requested.shop AND a.id = requested.id
             JOIN shops s ON s.shop = a.shop AND s.uninstalled_at IS NULL`,
    values: [people.map(({ shop }) => shop), people.map(({ id }) => id)],
  });
  return new Map(
    rows.map(({ shopName, currency, timeZone, domain, ...administrator }) => [
      keyOf({ shop: domain, id: administrator.id }),
      { shop: { domain, name: shopName, currency, timeZone }, administrator },
    ]),
  );
}

/**
 * Reads an administrator with their current access. It isn't cached, so that revoked access takes effect immediately.
 * One indexed read without a transaction. Null when the person never opened the app.
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
 * Reads the actor of a job: an administrator, or Backroom itself for scheduled work.
 * Null when the administrator doesn't exist, or the app is no longer installed.
 */
export async function findActor(shop: string, id: string): Promise<Administrator | null> {
  if (id !== BACKROOM.id) return findAdministrator(shop, id);
  return (await findShop(shop)) && BACKROOM;
}

/** Reads several administrators of several shops in one statement. Missing ones are left out. */
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
 * Records a sign-in with the name, email address and ownership that Shopify reports. Granted flags stay. A shop has one account
 * owner, so the previous one loses ownership. People whose ownership changed reconnect, so that their realtime rooms match it.
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

/** Whether Shopify has signed someone of the shop in after a moment. The app was installed then. */
export async function wasSignedInSince(shop: string, moment: Date): Promise<boolean> {
  const { rows } = await database().query(
    "SELECT 1 FROM administrators WHERE shop = $1 AND last_seen_at > $2 LIMIT 1",
    [shop, moment],
  );
  return rows.length > 0;
}
