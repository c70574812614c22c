import { utcIsoDate } from "~/platform/dates/iso-date";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import {
  absoluteCents,
  addCents,
  type Cents,
  centsFromDatabase,
  negateCents,
  subtractCents,
  sumCents,
} from "~/platform/money/cents";
import { lockLimitBeforeAccounts } from "./approval-limit.server";
import { lockAccounts, type NewPosting, type PostingContext, type PostingResult, post } from "./post.server";
import { CUSTOMER_ACCOUNT, type PostingType } from "./posting";

const ERASED =
  "The data of this transaction's customer were erased. Their credit can no longer be changed here.";

/** What was left of it is gone. Reversing it would take the customer's other credit. */
const expiredText = (at: Date): string =>
  `This credit expired on ${utcIsoDate(at)}, and what was left of it is gone. To take other credit, make an adjustment.`;

/** What the adjustment took would have expired. Returning it would add credit that the customer would no longer have. */
const wouldHaveExpiredText = (at: Date): string =>
  `What this adjustment took would have expired on ${utcIsoDate(at)}. To give the customer credit anyway, issue a new credit.`;

/** The posting to reverse. */
interface ReversiblePosting {
  customerId: string;
  type: string;
  amountCents: string;
  expiresAt: Date | null;
}

const ALREADY_REVERSED = "This posting was already reversed.";

/** A reversal before it is posted. */
export type WantedReversal = Pick<NewPosting, "customerId" | "type" | "amountCents">;

/** The postings of a reversal. */
export interface Reversal {
  /** One for each expiry date of what was taken. Either all of them are accepted or none. */
  results: PostingResult[];
  /** What the reversal changes the customer's credit by, signed. */
  changedCents: Cents;
  /** What an adjustment took and would have expired since. It is not returned. */
  expiredCents: Cents;
  /** It waits for a second approver. */
  isWaiting: boolean;
}

/**
 * Reverses a posting once by new ones that name it: a credit by an adjustment, an adjustment by credits that expire when what was
 * taken would have. A part that failed may be repeated.
 * @param waits true when a second approver has to look at the reversal: then nothing is posted
 * @throws 404 for an unknown one, 400 for one that can't be reversed, 409 when it was reversed before, isn't confirmed, has expired,
 *   belongs to an erased customer, or when one of several parts is refused
 */
export async function reverse(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  reason: string,
  posting: PostingContext,
  waits: (wanted: WantedReversal) => Promise<boolean> = async () => false,
): Promise<Reversal> {
  const { rows } = await tx.$client.query<ReversiblePosting>(
    `SELECT customer_id::text AS "customerId", type, amount_cents::text AS "amountCents", expires_at AS "expiresAt"
       FROM ledger_postings WHERE shop = $1 AND id = $2`,
    [shop, postingId],
  );
  const [found] = rows;
  if (!found) throw notFound("There is no such posting.");
  const customerId = Number(found.customerId);
  if (customerId < 0) throw conflict(ERASED);
  if (found.type !== "Credit" && found.type !== "Adjustment")
    throw badRequest(`A posting of the type ${found.type} was made by Shopify. It can't be reversed here.`);
  if (found.expiresAt && found.expiresAt <= posting.now) throw conflict(expiredText(found.expiresAt));
  await lockLimitBeforeAccounts(tx, shop);
  // A concurrent reversal waits here, and then sees this one.
  await lockAccounts(tx, shop, [customerId]);
  if (!(await isConfirmed(tx, shop, postingId))) throw conflict("Only a confirmed posting can be reversed.");
  const { active } = await readReversals(tx, shop, postingId);
  const amountCents = absoluteCents(centsFromDatabase(found.amountCents));
  if (totalOf(active) >= amountCents) throw conflict(ALREADY_REVERSED);
  const isDebit = found.type === "Adjustment";
  const parts = isDebit
    ? await spentPartsOf(tx, shop, customerId, postingId)
    : [{ cents: amountCents, expiresAt: null }];
  const missing = parts.filter((part) => !active.some((given) => expireTogether(given, part)));
  const wanted = missing.filter(({ expiresAt }) => expiresAt === null || expiresAt > posting.now);
  if (wanted.length === 0)
    throw conflict(active.length > 0 ? ALREADY_REVERSED : wouldHaveExpiredText(lastExpiryOf(missing)));
  const type = isDebit ? "Credit" : "Adjustment";
  const changedCents = isDebit ? totalOf(wanted) : negateCents(totalOf(wanted));
  const expiredCents = subtractCents(totalOf(missing), totalOf(wanted));
  if (await waits({ customerId, type, amountCents: totalOf(wanted) }))
    return { results: [], changedCents, expiredCents, isWaiting: true };
  const results: PostingResult[] = [];
  for (const { cents, expiresAt } of wanted) {
    const back: NewPosting = {
      customerId,
      type,
      amountCents: cents,
      reference: reason,
      reversesId: postingId,
      expiresAt: expiresAt ?? undefined,
    };
    results.push(...(await post(tx, shop, [back], posting)));
  }
  const refused = results.find(({ postingId }) => postingId === null);
  // The parts that were accepted are rolled back.
  if (refused?.problem && results.length > 1) throw conflict(refused.problem);
  return { results, changedCents, expiredCents, isWaiting: false };
}

const totalOf = (parts: readonly { cents: Cents }[]): Cents => sumCents(parts.map(({ cents }) => cents));

const lastExpiryOf = (parts: readonly SpentLot[]): Date =>
  new Date(Math.max(...parts.map(({ expiresAt }) => Number(expiresAt))));

/** What an adjustment took, as one part for each expiry date, earliest first. */
async function spentPartsOf(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  postingId: string,
): Promise<SpentLot[]> {
  const { rows } = await tx.$client.query<Movement & { cents: string }>(
    `SELECT posting.id, posting.type, entry.amount_cents AS cents, entry.at, posting.expires_at AS "expiresAt"
       FROM ledger_entries AS entry
       JOIN ledger_postings AS posting ON posting.shop = entry.shop AND posting.id = entry.posting_id
      WHERE entry.shop = $1 AND entry.customer_id = $2 AND entry.account = '${CUSTOMER_ACCOUNT}'
      ORDER BY entry.at, posting.number`,
    [shop, customerId],
  );
  const movements = rows.map((row) => ({ ...row, cents: centsFromDatabase(row.cents) }));
  const parts: SpentLot[] = [];
  for (const taken of lotsSpentBy(movements, postingId)) {
    const alike = parts.find((part) => expireTogether(part, taken));
    if (alike) alike.cents = addCents(alike.cents, taken.cents);
    else parts.push({ ...taken });
  }
  return parts;
}

async function isConfirmed(tx: ShopTransaction, shop: string, postingId: string): Promise<boolean> {
  const { rows } = await tx.$client.query(
    "SELECT 1 FROM ledger_entries WHERE shop = $1 AND posting_id = $2 LIMIT 1",
    [shop, postingId],
  );
  return rows.length > 0;
}

/** A confirmed posting of one customer. */
export interface Movement {
  id: string;
  type: PostingType;
  /** Signed: what it did to the balance. */
  cents: Cents;
  at: Date;
  /** When what it added expires. Null for never, and for debits. */
  expiresAt: Date | null;
}

/** A part of what was taken, with its expiry date. */
export interface SpentLot {
  cents: Cents;
  expiresAt: Date | null;
}

/**
 * The lots that a debit spent. Shopify doesn't report them, but spends unexpired credit by the earliest expiry date first, and
 * credit without one last. What an order returned counts as credit without an expiry date here.
 * @param movements all of the customer's up to that posting, in order
 */
export function lotsSpentBy(movements: readonly Movement[], id: string): SpentLot[] {
  const lots: SpentLot[] = [];
  for (const { id: movement, type, cents, at, expiresAt } of movements) {
    if (cents > 0) {
      lots.push({ cents, expiresAt });
      continue;
    }
    const mayTake = (lot: SpentLot) =>
      type === "Expiry"
        ? lot.expiresAt !== null && lot.expiresAt <= at
        : lot.expiresAt === null || lot.expiresAt > at;
    const taken = spend(lots.filter(mayTake), negateCents(cents));
    if (movement === id) return taken;
  }
  return [];
}

/** Takes from the lots by the earliest expiry date. An amount beyond them counts as never expiring. */
function spend(lots: SpentLot[], cents: Cents): SpentLot[] {
  const taken: SpentLot[] = [];
  let open = cents;
  for (const lot of lots.toSorted((one, other) => expiryOf(one) - expiryOf(other))) {
    const part = open < lot.cents ? open : lot.cents;
    if (part === 0) continue;
    lot.cents = subtractCents(lot.cents, part);
    open = subtractCents(open, part);
    taken.push({ cents: part, expiresAt: lot.expiresAt });
  }
  return open > 0 ? [...taken, { cents: open, expiresAt: null }] : taken;
}

const expiryOf = ({ expiresAt }: SpentLot): number => expiresAt?.getTime() ?? Number.MAX_VALUE;

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

/** In SQL: whether `posting` has neither failed nor been reversed. */
export const IS_IN_EFFECT = `NOT ${hasFailed("posting")} AND NOT EXISTS (${REVERSED_BY})`;

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
