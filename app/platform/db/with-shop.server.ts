import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { inTransaction } from "./transaction.server";

/** The plain role that all work for a shop runs as: row-level security applies to it, unlike to the tables' owner. */
export const PLAIN_ROLE = "backroom_app";

/** A transaction that can see and write the rows of one shop only. */
export type ShopTransaction = NodePgDatabase & { $client: pg.ClientBase };

const SHOP_DOMAIN = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** True for a name such as `backroom-demo.myshopify.com`. */
export const isShopDomain = (value: string): boolean => SHOP_DOMAIN.test(value);

/**
 * The only door to a shop's rows: opens a transaction as the plain role, bound to the shop, and commits it when `work`
 * returns. Make no network call inside `work`: the transaction holds locks and a connection.
 * @throws what `work` throws, after rolling back.
 */
export async function withShop<T>(shop: string, work: (tx: ShopTransaction) => Promise<T>): Promise<T> {
  if (!isShopDomain(shop)) throw new Error("This is not the name of a shop.");
  // The shop's name was checked above, so it is safe inside the text.
  const begin = `BEGIN; SET LOCAL ROLE ${PLAIN_ROLE}; SET LOCAL app.shop = '${shop}'`;
  const afterwards: (() => void)[] = [];
  const result = await inTransaction(begin, (client) => {
    afterCommits.set(client, afterwards);
    return work(queriesOn(client));
  });
  for (const then of afterwards) then();
  return result;
}

/** What is to be done once the transaction that runs on a connection has been committed. */
const afterCommits = new WeakMap<pg.ClientBase, (() => void)[]>();

/**
 * Does something after the transaction has been committed, and nothing when it is rolled back or the process dies in between:
 * for news that may be lost, because something else brings them in the end.
 * @param then must not throw
 */
export function afterCommit(tx: ShopTransaction, then: () => void): void {
  afterCommits.get(tx.$client)?.push(then);
}

/** Drizzle's side of each connection of the pool: making it anew for every transaction costs more than most queries' own work. */
const prepared = new WeakMap<pg.ClientBase, ShopTransaction>();

function queriesOn(client: pg.PoolClient): ShopTransaction {
  const known = prepared.get(client);
  if (known) return known;
  const made = drizzle(client);
  prepared.set(client, made);
  return made;
}
