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
 * @throws 409 when the key was used for another request; what `work` throws, after which the key is unused
 */
export async function once<Answer>(
  tx: ShopTransaction,
  shop: string,
  { actorId, key: chosen, request }: Operation,
  work: (operationKey: string) => Promise<Answer>,
): Promise<Answer> {
  const key = `${actorId}:${chosen}`;
  const requestHash = stableUuid(JSON.stringify(request));
  await tx.$client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`ledger ${shop} ${key}`]);
  const { rows } = await tx.$client.query<{ request_hash: string; answer: Answer }>(
    "SELECT request_hash, answer FROM ledger_operations WHERE shop = $1 AND key = $2",
    [shop, key],
  );
  const [known] = rows;
  if (known) {
    if (known.request_hash === requestHash) return known.answer;
    throw conflict("This operation id was used for another request. Reload the page and try again.");
  }
  const answer = await work(key);
  await tx.$client.query(
    "INSERT INTO ledger_operations (shop, key, request_hash, answer) VALUES ($1, $2, $3, $4)",
    [shop, key, requestHash, JSON.stringify(answer)],
  );
  return answer;
}
