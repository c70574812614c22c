import type { Cents } from "~/platform/money/cents";
import type { HistoryLine } from "../reconciliation/schemas";

type Line = Pick<HistoryLine, "amountCents" | "balanceCents" | "shopifyBalanceCents">;
interface BookedLine extends Line {
  balanceCents: Cents;
}

/** How Shopify's balance after a posting compares with the ledger's. */
type Comparison = "agrees" | "other order" | "differs";

/**
 * Compares both balances after each posting. Shopify may book postings of the same moment in another order than the ledger, so the
 * balances between them differ without a missing transaction.
 * @param lines newest first
 */
export function compareLines(lines: readonly Line[]): Map<Line, Comparison> {
  const booked = lines.filter((line): line is BookedLine => line.balanceCents !== null).toReversed();
  const comparisons = new Map<Line, Comparison>();
  let inOtherOrder = 0;
  for (const [at, line] of booked.entries()) {
    const agrees = line.balanceCents === shopifyAfter(line);
    if (!agrees && inOtherOrder === 0) inOtherOrder = reorderedCount(booked.slice(at));
    if (agrees) comparisons.set(line, "agrees");
    else comparisons.set(line, inOtherOrder > 0 ? "other order" : "differs");
    inOtherOrder = Math.max(inOtherOrder - 1, 0);
  }
  return comparisons;
}

/** Where Shopify didn't return its balance, nothing speaks against the ledger's. */
const shopifyAfter = ({ balanceCents, shopifyBalanceCents }: BookedLine): Cents =>
  shopifyBalanceCents ?? balanceCents;

/**
 * How many of the first postings are the same ones in another order: each of Shopify's balances then leads to another one, from the
 * ledger's balance before them to its balance after them. 0 when that is true of no number of them.
 */
function reorderedCount(lines: readonly BookedLine[]): number {
  const [first] = lines;
  if (!first) return 0;
  const start = first.balanceCents - first.amountCents;
  /** How often a balance was left more often than reached. */
  const surplus = new Map<number, number>();
  const add = (balance: number, change: 1 | -1) => {
    const now = (surplus.get(balance) ?? 0) + change;
    if (now === 0) surplus.delete(balance);
    else surplus.set(balance, now);
  };
  add(start, -1);
  for (const [at, line] of lines.entries()) {
    const after = shopifyAfter(line);
    add(after - line.amountCents, 1);
    add(after, -1);
    const end = line.balanceCents;
    if (surplus.size === 1 && surplus.get(end) === -1 && isConnected(start, lines.slice(0, at + 1)))
      return at + 1;
  }
  return 0;
}

/** True when each of Shopify's balances can be reached from the first one, so that all changes are one sequence. */
function isConnected(start: number, lines: readonly BookedLine[]): boolean {
  const reached = new Set([start]);
  let open = lines;
  for (let before = -1; before !== open.length; ) {
    before = open.length;
    open = open.filter((line) => {
      const after = shopifyAfter(line);
      const balances = [after, after - line.amountCents];
      if (!balances.some((balance) => reached.has(balance))) return true;
      for (const balance of balances) reached.add(balance);
      return false;
    });
  }
  return open.length === 0;
}
