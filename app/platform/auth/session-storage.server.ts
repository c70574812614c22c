import type { Session } from "@shopify/shopify-api";
import { DrizzleSessionStoragePostgres } from "@shopify/shopify-app-session-storage-drizzle";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { database } from "../db/pool.server";
import { open, seal } from "../secrets/secrets.server";
import { sessions } from "./tables.server";

const storages = new WeakMap<pg.Pool, DrizzleSessionStoragePostgres>();

/** Shopify's own storage on the current pool. A process may open, close and reopen the pool. */
const sessionStorage = () => {
  const pool = database();
  const storage = storages.get(pool) ?? new DrizzleSessionStoragePostgres(drizzle(pool), sessions);
  storages.set(pool, storage);
  return storage;
};

const storedSessions = new WeakSet<Session>();

/** True for a session that was read from the database. Any other one was made from a token in the same request. */
export const isStored = (session: Session): boolean => storedSessions.has(session);

/** Shopify's session storage with access and refresh tokens encrypted at rest. */
export const sealedSessionStorage = {
  async storeSession(session: Session): Promise<boolean> {
    const plain = { accessToken: session.accessToken, refreshToken: session.refreshToken };
    session.accessToken = plain.accessToken && seal(plain.accessToken);
    session.refreshToken = plain.refreshToken && seal(plain.refreshToken);
    try {
      return await sessionStorage().storeSession(session);
    } finally {
      // The caller continues to use this object.
      Object.assign(session, plain);
    }
  },
  async loadSession(id: string): Promise<Session | undefined> {
    const session = (await sessionStorage().loadSession(id)) ?? (await loadAgain(id));
    if (!session) return undefined;
    storedSessions.add(session);
    return unseal(session);
  },
  deleteSession: (id: string) => sessionStorage().deleteSession(id),
  deleteSessions: (ids: string[]) => sessionStorage().deleteSessions(ids),
  async findSessionsByShop(shop: string): Promise<Session[]> {
    return (await sessionStorage().findSessionsByShop(shop)).map(unseal);
  },
};

/**
 * Deletes the sessions of a shop's people. The next one who opens the app gets new access tokens, of their own and for background work. While
 * they have a session, the library doesn't ask for any.
 */
export async function requireNewSignIns(shop: string): Promise<void> {
  await database().query(`DELETE FROM sessions WHERE shop = $1 AND "isOnline"`, [shop]);
}

/**
 * The library reports a failed read as a missing session. A second read, once the database answers, tells them apart: the connection of
 * the first may have been lost.
 */
async function loadAgain(id: string): Promise<Session | undefined> {
  await database().query("SELECT 1");
  return sessionStorage().loadSession(id);
}

function unseal(session: Session): Session {
  session.accessToken = session.accessToken && open(session.accessToken);
  session.refreshToken = session.refreshToken && open(session.refreshToken);
  return session;
}
