import { describe, expect, it } from "vitest";
import { lotsSpentBy, type Movement } from "~/domain/ledger/reverse.server";
import { cents } from "~/platform/money/cents";

const day = (number: number) => new Date(Date.UTC(2027, 0, number));
const got = (number: number, amount: number, expiresAt: Date | null = null): Movement => ({
  id: `credit of day ${number}`,
  type: "Credit",
  cents: cents(amount),
  at: day(number),
  expiresAt,
});
const lost = (number: number, amount: number, type: Movement["type"] = "Adjustment"): Movement => ({
  id: `debit of day ${number}`,
  type,
  cents: cents(-amount),
  at: day(number),
  expiresAt: null,
});

describe("the lots that a debit spent", () => {
  it("are those that expire first, then those that never expire", () => {
    const movements = [got(1, 500), got(2, 300, day(20)), got(3, 200, day(10)), lost(4, 600)];
    expect(lotsSpentBy(movements, "debit of day 4")).toEqual([
      { cents: 200, expiresAt: day(10) },
      { cents: 300, expiresAt: day(20) },
      { cents: 100, expiresAt: null },
    ]);
  });

  it("exclude lots that were spent before, came later, or had expired", () => {
    const movements = [
      got(1, 200, day(8)),
      lost(2, 150, "Order"),
      got(3, 500, day(20)),
      lost(9, 50, "Expiry"),
      lost(10, 100),
      got(11, 100, day(12)),
    ];
    expect(lotsSpentBy(movements, "debit of day 10")).toEqual([{ cents: 100, expiresAt: day(20) }]);
    expect(lotsSpentBy(movements, "debit of day 9")).toEqual([{ cents: 50, expiresAt: day(8) }]);
  });

  it("never expire where the ledger doesn't know the lot", () => {
    expect(lotsSpentBy([got(1, 100, day(20)), lost(2, 150)], "debit of day 2")).toEqual([
      { cents: 100, expiresAt: day(20) },
      { cents: 50, expiresAt: null },
    ]);
    expect(lotsSpentBy([got(1, 100)], "an unknown debit")).toEqual([]);
  });
});
