import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** A posting that takes another one back, confirmed or on its way. */
export interface StandingReversal {
  id: string;
  operationKey: string | null;
  /** Without sign. */
  cents: number;
  endsAt: Date | null;
}

/** What takes a posting back. */
export interface Reversals {
  standing: StandingReversal[];
  /** True when a part failed, and was not given back by another posting since. */
  isPartMissing: boolean;
}

/** In SQL: whether the posting of this alias has failed. */
const failed = (alias: string) =>
  `EXISTS (SELECT 1 FROM ledger_outcomes AS failed WHERE failed.shop = ${alias}.shop AND failed.posting_id = ${alias}.id
              AND failed.state = 'FAILED')`;

/** A posting that takes back `posting`, as SQL over its id; none where a part of it failed and is missing. */
export const REVERSED_BY = `
  SELECT reversal.id FROM ledger_postings AS reversal
   WHERE reversal.shop = posting.shop AND reversal.reverses_id = posting.id AND NOT ${failed("reversal")}
     AND NOT EXISTS (
       SELECT 1 FROM ledger_postings AS part
        WHERE part.shop = posting.shop AND part.reverses_id = posting.id AND ${failed("part")}
          AND NOT EXISTS (
            SELECT 1 FROM ledger_postings AS other
             WHERE other.shop = posting.shop AND other.reverses_id = posting.id
               AND other.expires_at IS NOT DISTINCT FROM part.expires_at AND NOT ${failed("other")}))
   LIMIT 1`;

/** What takes a posting back by now. */
export async function readReversals(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
): Promise<Reversals> {
  const { rows } = await tx.$client.query<
    Omit<StandingReversal, "cents"> & { cents: string; hasFailed: boolean }
  >(
    `SELECT id, operation_key AS "operationKey", abs(amount_cents) AS cents, expires_at AS "endsAt",
            ${failed("reversal")} AS "hasFailed"
       FROM ledger_postings AS reversal WHERE shop = $1 AND reverses_id = $2 ORDER BY number`,
    [shop, postingId],
  );
  const all = rows.map(({ cents, ...row }) => ({ ...row, cents: Number(cents) }));
  const standing = all.filter(({ hasFailed }) => !hasFailed);
  const isGiven = (part: Pick<StandingReversal, "endsAt">) => standing.some((one) => endsAlike(one, part));
  return { standing, isPartMissing: all.some((one) => one.hasFailed && !isGiven(one)) };
}

/** True when both run out at the same instant, or never. */
export const endsAlike = (
  one: Pick<StandingReversal, "endsAt">,
  other: Pick<StandingReversal, "endsAt">,
): boolean => one.endsAt?.getTime() === other.endsAt?.getTime();
