import type pg from "pg";
import { badRequest, DatabaseUnavailable, Refusal } from "../errors";
import { isUnreadableNumber } from "./errors.server";
import { database } from "./pool.server";
import { assertShopDomain, queriesOn, type ShopTransaction, shopSettings } from "./with-shop.server";

/** Reads rows in the transaction. It must not write, and may run twice. */
type Read<T> = (tx: ShopTransaction) => Promise<T>;

/**
 * Reads a shop's rows as `withShop` does, without its waiting: the first statement is sent together with the beginning of the
 * transaction, and the result doesn't wait for its end. PostgreSQL refuses a write in it.
 * @throws what `read` throws
 */
export async function readShop<T>(shop: string, read: Read<T>): Promise<T> {
  const client = await database().connect();
  let ended: Promise<Error | undefined> | undefined;
  try {
    assertShopDomain(shop);
    sendTogether(client);
    const begun = client.query(beginOf(shop));
    const [begin, result] = await Promise.allSettled([begun, read(queriesOn(client))]);
    // First: without the transaction, the rows would not have been restricted to the shop.
    if (begin.status === "rejected") throw begin.reason;
    if (result.status === "rejected") throw result.reason;
    ended = end(client, "COMMIT");
    return result.value;
  } catch (error) {
    ended = end(client, "ROLLBACK");
    throw asThrown(error, await ended);
  } finally {
    void ended?.then((broken) => client.release(broken));
  }
}

/**
 * Reads a shop's rows with one statement. It is sent together with the beginning and the end of its transaction. One with a name is
 * planned once for each connection, so its plan must be good for all values.
 * @throws what the database reports
 */
export async function readRows<Row extends pg.QueryResultRow>(
  shop: string,
  statement: pg.QueryConfig,
): Promise<Row[]> {
  const [rows] = await readAtOnce(shop, [statement]);
  return rows as Row[];
}

/** Sends statements in one packet with the beginning and the end of their transaction. @throws when one of them fails */
async function readAtOnce(
  shop: string,
  statements: readonly pg.QueryConfig[],
): Promise<pg.QueryResultRow[][]> {
  assertShopDomain(shop);
  const client = await database().connect();
  const settings = statements.some(({ name }) => name) ? `; ${ONE_PLAN}` : "";
  sendTogether(client);
  const begun = client.query(beginOf(shop) + settings);
  const results = statements.map((statement) => client.query<pg.QueryResultRow>(statement));
  const ended = end(client, "COMMIT");
  const [begin, ...read] = await Promise.allSettled([begun, ...results]);
  // The rows don't wait for the end of the transaction, but another one does.
  const released = ended.then((broken) => {
    client.release(broken);
    return broken;
  });
  // First: without the transaction, the rows would not have been restricted to the shop.
  if (begin?.status === "rejected") throw asThrown(begin.reason, await released);
  const failed = read.find((result) => result.status === "rejected");
  if (failed) throw asThrown(failed.reason, await released);
  return read.map((result) => (result as PromiseFulfilledResult<pg.QueryResult>).value.rows);
}

/** Sends the statements that are started until the end of this turn in one packet, instead of in one each. */
function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Left to itself, PostgreSQL plans a range of dates each time that it is read, which takes longer than reading a page. */
const ONE_PLAN = "SET LOCAL plan_cache_mode = force_generic_plan";

const beginOf = (shop: string) => `BEGIN READ ONLY; ${shopSettings(shop)}`;

/** @param broken why the connection can't be used again */
function asThrown(error: unknown, broken: Error | undefined): unknown {
  if (isUnreadableNumber(error)) return badRequest("An id or a number in the request isn't valid.");
  return broken && !(error instanceof Refusal) ? new DatabaseUnavailable(error) : error;
}

const end = (client: pg.PoolClient, command: "COMMIT" | "ROLLBACK"): Promise<Error | undefined> =>
  client.query(command).then(
    () => undefined,
    (error: Error) => error,
  );

interface WaitingRead {
  statement: pg.QueryConfig;
  resolve(rows: pg.QueryResultRow[]): void;
  reject(error: unknown): void;
}

const waiting = new Map<string, WaitingRead[]>();

/**
 * As `readRows`, for the small reads around a list: counts, settings, views. Those that a page starts together are sent in one
 * transaction and one packet, instead of in one connection each. A slow read would delay the others, so read the list itself with
 * `readRows`.
 */
export function readTogether<Row extends pg.QueryResultRow>(
  shop: string,
  statement: pg.QueryConfig,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const own: WaitingRead = { statement, resolve: resolve as WaitingRead["resolve"], reject };
    const others = waiting.get(shop);
    if (others) return void others.push(own);
    waiting.set(shop, [own]);
    // The calls of a page have all started by then.
    setImmediate(() => void readWaiting(shop));
  });
}

async function readWaiting(shop: string): Promise<void> {
  const reads = waiting.get(shop) ?? [];
  waiting.delete(shop);
  try {
    const results = await readAtOnce(
      shop,
      reads.map(({ statement }) => statement),
    );
    for (const [index, { resolve }] of reads.entries()) resolve(results[index] ?? []);
  } catch {
    // One that fails makes the others of its transaction fail.
    for (const { statement, resolve, reject } of reads) readRows(shop, statement).then(resolve, reject);
  }
}
