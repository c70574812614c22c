/** The sentences about prices that are outside the owner's limits. */
import { expect, test } from "vitest";
import { guardRailProblem } from "~/domain/prices/guard-rails/guard-rails";
import type { Cents } from "~/platform/money/cents";

const problem = (limits: { maxDrop?: number; minMargin?: number }, price: number, cost: number | null) =>
  guardRailProblem(
    { maxDrop: null, minMargin: null, approvalAbove: null, ...limits },
    price as Cents,
    [{ sku: "LAMP", price: 10_000_000 as Cents, unitCost: cost as Cents | null }],
    "USD",
  );

test("a price barely outside a limit has digits that differ from the limit", () => {
  expect(problem({ maxDrop: 3_000 }, 7_000_000, null)).toBeNull();
  expect(problem({ maxDrop: 3_000 }, 6_999_900, null)).toContain("is 30.001% below");
  expect(problem({ maxDrop: 3_000 }, 6_999_000, null)).toContain("is 30.01% below");
  expect(problem({ minMargin: 3_000 }, 10_000_000, 7_000_100)).toContain("a margin of 29.999% over");
});
