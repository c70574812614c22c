import { type Cents, negateCents, subtractCents } from "~/platform/money/cents";
import type { PostingType } from "./posting";

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
