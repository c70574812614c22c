import type { PostingType } from "./posting";

/** A confirmed posting of one customer. */
export interface Movement {
  id: string;
  type: PostingType;
  /** Signed: what it did to the balance. */
  cents: number;
  at: Date;
  /** When what it added runs out; null for never, and for what takes. */
  endsAt: Date | null;
}

/** A part of what was taken, by when it would have run out. */
export interface Taken {
  cents: number;
  endsAt: Date | null;
}

/**
 * From what a posting took, as Shopify spends: of what has not run out, that first which ends first, and what never ends at last.
 * Shopify itself does not tell; what an order gave back counts as never ending here.
 * @param movements all of the customer's up to that posting, in order
 */
export function takenBy(movements: readonly Movement[], id: string): Taken[] {
  const lots: Taken[] = [];
  for (const { id: movement, type, cents, at, endsAt } of movements) {
    if (cents > 0) {
      lots.push({ cents, endsAt });
      continue;
    }
    const mayTake = (lot: Taken) =>
      type === "Expiry" ? lot.endsAt !== null && lot.endsAt <= at : lot.endsAt === null || lot.endsAt > at;
    const taken = take(lots.filter(mayTake), -cents);
    if (movement === id) return taken;
  }
  return [];
}

/** Takes from lots, those first that end first. What there is not in them never ended. */
function take(lots: Taken[], cents: number): Taken[] {
  const taken: Taken[] = [];
  let open = cents;
  for (const lot of lots.toSorted((one, other) => endOf(one) - endOf(other))) {
    const part = Math.min(open, lot.cents);
    if (part === 0) continue;
    lot.cents -= part;
    open -= part;
    taken.push({ cents: part, endsAt: lot.endsAt });
  }
  return open > 0 ? [...taken, { cents: open, endsAt: null }] : taken;
}

const endOf = ({ endsAt }: Taken): number => endsAt?.getTime() ?? Number.MAX_VALUE;
