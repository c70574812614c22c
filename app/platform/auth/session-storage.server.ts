import type { Session } from "@shopify/shopify-api";
import { DrizzleSessionStoragePostgres } from "@shopify/shopify-app-session-storage-drizzle";
import { drizzle } from "drizzle-orm/node-postgres";
import { database } from "../db/pool.server";
import { open, seal } from "../secrets.server";
import { sessions } from "./tables.server";

let storage: DrizzleSessionStoragePostgres | undefined;

/** Shopify's own storage, opened at its first use: a process may load this module before it knows its database. */
const stored = () => {
  storage ??= new DrizzleSessionStoragePostgres(drizzle(database()), sessions);
  return storage;
};

/** Where Shopify's library keeps its sessions, with the access and refresh tokens encrypted at rest (guarantee R23). */
export const sealedSessionStorage = {
  async storeSession(session: Session): Promise<boolean> {
    const plain = { accessToken: session.accessToken, refreshToken: session.refreshToken };
    session.accessToken = plain.accessToken && seal(plain.accessToken);
    session.refreshToken = plain.refreshToken && seal(plain.refreshToken);
    try {
      return await stored().storeSession(session);
    } finally {
      // The caller goes on using this very object.
      Object.assign(session, plain);
    }
  },
  async loadSession(id: string): Promise<Session | undefined> {
    const session = await stored().loadSession(id);
    return session && unseal(session);
  },
  deleteSession: (id: string) => stored().deleteSession(id),
  deleteSessions: (ids: string[]) => stored().deleteSessions(ids),
  async findSessionsByShop(shop: string): Promise<Session[]> {
    return (await stored().findSessionsByShop(shop)).map(unseal);
  },
};

function unseal(session: Session): Session {
  session.accessToken = session.accessToken && open(session.accessToken);
  session.refreshToken = session.refreshToken && open(session.refreshToken);
  return session;
}
