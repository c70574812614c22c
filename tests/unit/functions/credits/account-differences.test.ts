import { expect, test } from "vitest";
import { compareLines } from "~/functions/credits/ui/AccountHistory";
import { type Cents, cents } from "~/platform/money/cents";

/** What is shown of postings, oldest first, each with its amount and Shopify's balance after it. */
function comparisonsOf(...postings: [amount: number, shopifyAfter: number | null][]) {
  let balance = 0;
  const lines = postings.map(([amount, after]) => {
    balance += amount;
    const shopifyBalanceCents: Cents | null = after === null ? null : cents(after);
    return { amountCents: cents(amount), balanceCents: cents(balance), shopifyBalanceCents };
  });
  const comparisons = compareLines(lines.toReversed());
  return lines.map((line) => comparisons.get(line));
}

test("postings that Shopify booked in another order don't differ", () => {
  expect(comparisonsOf([100, 100], [10, 115], [5, 105], [1, 116])).toEqual([
    "agrees",
    "other order",
    "other order",
    "agrees",
  ]);
  // The second of three agrees by chance.
  expect(comparisonsOf([10, 25], [5, 15], [10, 10])).toEqual(["other order", "agrees", "other order"]);
});

test("a transaction that the ledger lacks makes all later postings differ", () => {
  expect(comparisonsOf([100, 100], [10, 130], [5, 135])).toEqual(["agrees", "differs", "differs"]);
  // The missing ones cancel each other out.
  expect(comparisonsOf([100, 100], [10, 130], [5, 115])).toEqual(["agrees", "differs", "agrees"]);
});

test("balances that go back and forth elsewhere aren't another order", () => {
  expect(comparisonsOf([100, 100], [5, 505], [-5, 500], [1, 101])).toEqual([
    "agrees",
    "differs",
    "differs",
    "agrees",
  ]);
});

test("a posting without Shopify's balance has no comparison", () => {
  expect(comparisonsOf([100, null], [10, 115], [5, 105])).toEqual(["agrees", "other order", "other order"]);
});

test("postings that aren't booked are left out", () => {
  const pending = { amountCents: cents(5), balanceCents: null, shopifyBalanceCents: null };
  expect(compareLines([pending]).size).toBe(0);
});
