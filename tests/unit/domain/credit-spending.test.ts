import { describe, expect, it } from "vitest";
import { type Movement, takenBy } from "~/domain/ledger/spending";

const day = (number: number) => new Date(Date.UTC(2027, 0, number));
const got = (number: number, cents: number, endsAt: Date | null = null): Movement => ({
  id: `credit of day ${number}`,
  type: "Credit",
  cents,
  at: day(number),
  endsAt,
});
const lost = (number: number, cents: number, type: Movement["type"] = "Adjustment"): Movement => ({
  id: `debit of day ${number}`,
  type,
  cents: -cents,
  at: day(number),
  endsAt: null,
});

describe("what a debit took", () => {
  it("is what ends first, then what never ends", () => {
    const movements = [got(1, 500), got(2, 300, day(20)), got(3, 200, day(10)), lost(4, 600)];
    expect(takenBy(movements, "debit of day 4")).toEqual([
      { cents: 200, endsAt: day(10) },
      { cents: 300, endsAt: day(20) },
      { cents: 100, endsAt: null },
    ]);
  });

  it("is nothing that was spent before, came later, or had run out", () => {
    const movements = [
      got(1, 200, day(8)),
      lost(2, 150, "Order"),
      got(3, 500, day(20)),
      lost(9, 50, "Expiry"),
      lost(10, 100),
      got(11, 100, day(12)),
    ];
    expect(takenBy(movements, "debit of day 10")).toEqual([{ cents: 100, endsAt: day(20) }]);
    expect(takenBy(movements, "debit of day 9")).toEqual([{ cents: 50, endsAt: day(8) }]);
  });

  it("never ends as far as the ledger does not know it", () => {
    expect(takenBy([got(1, 100, day(20)), lost(2, 150)], "debit of day 2")).toEqual([
      { cents: 100, endsAt: day(20) },
      { cents: 50, endsAt: null },
    ]);
    expect(takenBy([got(1, 100)], "nobody's")).toEqual([]);
  });
});
