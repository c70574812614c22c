import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";

/** A posting that reverses another one, confirmed or pending. */
export interface ActiveReversal {
  id: string;
  operationKey: string | null;
  /** Without sign. */
  cents: Cents;
  expiresAt: Date | null;
}

/** The reversals of a posting. */
export interface Reversals {
  active: ActiveReversal[];
  /** True when a part failed and no later posting has replaced it. */
  isPartMissing: boolean;
}

/** In SQL: whether the posting of this alias has failed. */
const hasFailed = (alias: string) =>
  `EXISTS (SELECT 1 FROM ledger_outcomes AS failed WHERE failed.shop = ${alias}.shop AND failed.posting_id = ${alias}.id
              AND failed.state = 'FAILED')`;

/** SQL for a posting that reverses `posting`. None if a part of the reversal failed and is missing. */
export const REVERSED_BY = `
  SELECT reversal.id FROM ledger_postings AS reversal
   WHERE reversal.shop = posting.shop AND reversal.reverses_id = posting.id AND NOT ${hasFailed("reversal")}
     AND NOT EXISTS (
       SELECT 1 FROM ledger_postings AS part
        WHERE part.shop = posting.shop AND part.reverses_id = posting.id AND ${hasFailed("part")}
          AND NOT EXISTS (
            SELECT 1 FROM ledger_postings AS other
             WHERE other.shop = posting.shop AND other.reverses_id = posting.id
               AND other.expires_at IS NOT DISTINCT FROM part.expires_at AND NOT ${hasFailed("other")}))
   LIMIT 1`;

/** Reads the reversals of a posting. */
export async function readReversals(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
): Promise<Reversals> {
  const { rows } = await tx.$client.query<
    Omit<ActiveReversal, "cents"> & { cents: string; hasFailed: boolean }
  >(
    `SELECT id, operation_key AS "operationKey", abs(amount_cents) AS cents, expires_at AS "expiresAt",
            ${hasFailed("reversal")} AS "hasFailed"
       FROM ledger_postings AS reversal WHERE shop = $1 AND reverses_id = $2 ORDER BY number`,
    [shop, postingId],
  );
  const all = rows.map(({ cents, ...row }) => ({ ...row, cents: centsFromDatabase(cents) }));
  const active = all.filter(({ hasFailed }) => !hasFailed);
  const isGiven = (part: Pick<ActiveReversal, "expiresAt">) =>
    active.some((one) => expireTogether(one, part));
  return { active, isPartMissing: all.some((one) => one.hasFailed && !isGiven(one)) };
}

/** True when both expire at the same instant, or never. */
export const expireTogether = (
  one: Pick<ActiveReversal, "expiresAt">,
  other: Pick<ActiveReversal, "expiresAt">,
): boolean => one.expiresAt?.getTime() === other.expiresAt?.getTime();
