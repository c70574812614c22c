import { getTableName } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, type Refusal } from "~/platform/errors";
import { stableUuid } from "~/platform/stable-uuid.server";

/** The columns that a table of answered requests must have. `shop` and `key` are its primary key. */
export type IdempotencyTable = PgTable & {
  shop: PgColumn;
  /** The caller's id and key. */
  key: PgColumn;
  /** Hash of the request. The key is refused for another request. */
  requestHash: PgColumn;
  /** JSON. */
  answer: PgColumn;
};

/** Defines requests that are answered once. */
export interface IdempotencyDefinition {
  /** What the key stands for, in the refusal: "request". */
  noun: string;
  table: IdempotencyTable;
}

/** A request with its idempotency key. */
export interface IdempotentRequest {
  /** Two people may choose the same key. */
  actorId: string;
  /** Made by the caller, such as a hidden field of a form. */
  key: string;
  /** The whole request. The key is refused for any other one. */
  request: unknown;
}

/** The refusal of an idempotency key that was used for something else. @param noun what the key was used for: "note" */
export const keyConflict = (noun: string): Refusal =>
  conflict(`This operation id was used for another ${noun}. Reload the page and try again.`);

/**
 * Does some work once: repetitions with the same key and request get the first answer, concurrent ones included. The answer is
 * stored in the caller's transaction.
 * @param work gets the stored key
 * @param isDone false for an answer that leaves the key unused, so that the same request may succeed later
 * @throws 409 when the key was used for another request, and what `work` throws, which leaves the key unused
 */
export async function withIdempotencyKey<Answer>(
  tx: ShopTransaction,
  definition: IdempotencyDefinition,
  shop: string,
  request: IdempotentRequest,
  work: (storedKey: string) => Promise<Answer>,
  isDone: (answer: Answer) => boolean = () => true,
): Promise<Answer> {
  const { name, shopColumn, keyColumn, hashColumn, answerColumn } = columnsOf(definition);
  const key = storedKey(request);
  await tx.$client.query({
    name: "lock-idempotency-key",
    text: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
    values: [`${name} ${shop} ${key}`],
  });
  const earlier = await findAnswer<Answer>(tx, definition, shop, request);
  if (earlier) return earlier.answer;
  const answer = await work(key);
  if (!isDone(answer)) return answer;
  await tx.$client.query({
    name: `insert-${name}`,
    text: `INSERT INTO ${name} (${shopColumn}, ${keyColumn}, ${hashColumn}, ${answerColumn}) VALUES ($1, $2, $3, $4)`,
    values: [shop, key, hashOf(request), JSON.stringify(answer)],
  });
  return answer;
}

/**
 * The stored answer of a key, or null while it is unused. For requests that first change another system: check before changing it.
 * @throws 409 when the key was used for another request
 */
export async function findAnswer<Answer>(
  tx: ShopTransaction,
  definition: IdempotencyDefinition,
  shop: string,
  request: IdempotentRequest,
): Promise<{ answer: Answer } | null> {
  const { name, shopColumn, keyColumn, hashColumn, answerColumn } = columnsOf(definition);
  const { rows } = await tx.$client.query<{ hash: string; answer: Answer }>({
    name: `find-${name}`,
    text: `SELECT ${hashColumn} AS hash, ${answerColumn} AS answer FROM ${name} WHERE ${shopColumn} = $1 AND ${keyColumn} = $2`,
    values: [shop, storedKey(request)],
  });
  const [earlier] = rows;
  if (!earlier) return null;
  if (earlier.hash === hashOf(request)) return { answer: earlier.answer };
  throw keyConflict(definition.noun);
}

const columnsOf = ({ table }: IdempotencyDefinition) => ({
  name: getTableName(table),
  shopColumn: table.shop.name,
  keyColumn: table.key.name,
  hashColumn: table.requestHash.name,
  answerColumn: table.answer.name,
});

const storedKey = ({ actorId, key }: IdempotentRequest): string => `${actorId}:${key}`;
const hashOf = ({ request }: IdempotentRequest): string => stableUuid(JSON.stringify(request));
