import { database } from "../db/pool.server";
import type { Administrator } from "./permission";

const COLUMNS = `a.id, a.name, a.email, a.is_owner AS "isOwner", a.flags, a.tab_limits AS "tabLimits"`;

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
