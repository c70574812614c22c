import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { nameShop } from "../log.server";
import { inTransaction } from "./transaction.server";

/** The role for all access to a shop's rows. Row-level security applies to it, unlike to the tables' owner. */
export const APP_ROLE = "backroom_app";

/** A transaction that can see and write the rows of one shop only. */
export type ShopTransaction = NodePgDatabase & { $client: pg.ClientBase };

const SHOP_DOMAIN = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** True for a name such as `backroom-demo.myshopify.com`. */
export const isShopDomain = (value: string): boolean => SHOP_DOMAIN.test(value);

/**
 * The only access to a shop's rows: runs `work` in a transaction as the application role, restricted to the shop. Make no network
 * call inside `work`, because the transaction holds locks and a connection.
 * @throws what `work` throws, after a rollback.
 */
export async function withShop<T>(shop: string, work: (tx: ShopTransaction) => Promise<T>): Promise<T> {
  assertShopDomain(shop);
  const begin = `BEGIN; ${shopSettings(shop)}`;
  const callbacks: (() => void)[] = [];
  const result = await inTransaction(begin, (client) => {
    afterCommits.set(client, callbacks);
    return work(queriesOn(client));
  });
  for (const callback of callbacks) callback();
  return result;
}

/** The log names the shop from here on. @throws for a text that isn't a shop's domain */
export function assertShopDomain(shop: string): void {
  if (!isShopDomain(shop)) throw new Error("This is not a shop's domain.");
  nameShop(shop);
}

/** SQL that restricts a transaction to a shop. The domain was validated, so it is safe inside the text. */
export const shopSettings = (shop: string): string =>
  `SET LOCAL ROLE ${APP_ROLE}; SET LOCAL app.shop = '${shop}'`;

/** The callbacks of the transaction that is open on a connection. */
const afterCommits = new WeakMap<pg.ClientBase, (() => void)[]>();

/**
 * Runs a callback after the transaction is committed. It doesn't run after a rollback, or when the process dies in between, so use
 * it only for notifications that may be lost.
 * @param callback must not throw
 */
export function afterCommit(tx: ShopTransaction, callback: () => void): void {
  afterCommits.get(tx.$client)?.push(callback);
}

/** A Drizzle instance per pooled connection: creating one for each transaction costs more than most queries. */
const instances = new WeakMap<pg.ClientBase, ShopTransaction>();

/** Drizzle on a pooled connection. */
export function queriesOn(client: pg.PoolClient): ShopTransaction {
  const existing = instances.get(client);
  if (existing) return existing;
  const created = drizzle(client);
  instances.set(client, created);
  return created;
}
