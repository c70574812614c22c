import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { stableUuid } from "~/platform/stable-uuid.server";

/** A request that moves money. */
export interface Operation {
  /** Who asks: two people may choose the same key. */
  actorId: string;
  /** Made by the caller: a hidden field of the form. */
  key: string;
  /** What is asked for, whole: the key may not be used for anything else. */
  request: unknown;
}

/**
 * Does something once: the same key with the same request gets the first answer again, whenever it comes and however many
 * come at once.
 * @param work is given the key under which its postings stand
 * @param isDone says of an answer that something was done; one for which nothing was leaves the key unused, so that the same
 *   request may succeed later
 * @throws 409 when the key was used for another request; what `work` throws, after which the key is unused
 */
export async function once<Answer>(
  tx: ShopTransaction,
  shop: string,
  operation: Operation,
  work: (operationKey: string) => Promise<Answer>,
  isDone: (answer: Answer) => boolean = () => true,
): Promise<Answer> {
  const key = keyOf(operation);
  await tx.$client.query({
    name: "lock-operation",
    text: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
    values: [`ledger ${shop} ${key}`],
  });
  const known = await answered<Answer>(tx, shop, operation);
  if (known) return known.answer;
  const answer = await work(key);
  if (!isDone(answer)) return answer;
  await tx.$client.query({
    name: "keep-operation",
    text: "INSERT INTO ledger_operations (shop, key, request_hash, answer) VALUES ($1, $2, $3, $4)",
    values: [shop, key, hashOf(operation), JSON.stringify(answer)],
  });
  return answer;
}

/**
 * What was answered under a key before; null when it is unused. For a request that begins in another system: to be asked
 * before anything is done there.
 * @throws 409 when the key was used for another request
 */
export async function answered<Answer>(
  tx: ShopTransaction,
  shop: string,
  operation: Operation,
): Promise<{ answer: Answer } | null> {
  const { rows } = await tx.$client.query<{ request_hash: string; answer: Answer }>({
    name: "find-operation",
    text: "SELECT request_hash, answer FROM ledger_operations WHERE shop = $1 AND key = $2",
    values: [shop, keyOf(operation)],
  });
  const [known] = rows;
  if (!known) return null;
  if (known.request_hash === hashOf(operation)) return { answer: known.answer };
  throw conflict("This operation id was used for another request. Reload the page and try again.");
}

const keyOf = ({ actorId, key }: Operation): string => `${actorId}:${key}`;
const hashOf = ({ request }: Operation): string => stableUuid(JSON.stringify(request));
