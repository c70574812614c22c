/** The proposal to split the units of a return into packages that UPS takes. */
import { expect, test } from "vitest";
import {
  MAX_POUNDS,
  type PackedItem,
  packageWeight,
  planPackages,
} from "~/functions/orderReturns/return-rules";

const itemOf = (id: string, pounds: number, quantity: number): PackedItem => ({
  line: { id, pounds, hasUniqueTracking: false },
  quantity,
});

/** Weighs each proposed package as the server does before it buys the label. */
const weightsOf = (items: readonly PackedItem[]) =>
  planPackages(items)?.map((plan) =>
    packageWeight(items.map(({ line }) => ({ line, quantity: plan[line.id] ?? 0 }))),
  );

test("no proposed package is heavier than what is accepted, whatever part of a pound a unit weighs", () => {
  for (let thousandths = 1; thousandths < 20_000; thousandths += 7) {
    const items = [itemOf("a", thousandths / 1_000, 200), itemOf("b", 2.204_622_6 / 3, 50)];
    const weights = weightsOf(items) ?? [];
    expect(Math.max(...weights), `${thousandths}`).toBeLessThanOrEqual(MAX_POUNDS);
  }
});

test("packages are filled up to the weight, and a unit that is too heavy has no plan", () => {
  expect(planPackages([itemOf("a", 10.004, 7)])).toEqual([{ a: 6 }, { a: 1 }]);
  expect(planPackages([itemOf("a", 10, 7)])).toEqual([{ a: 7 }]);
  expect(planPackages([itemOf("a", 0, 7)])).toEqual([{ a: 7 }]);
  expect(planPackages([itemOf("a", 70.004, 1)])).toEqual([{ a: 1 }]);
  expect(planPackages([itemOf("a", 70.01, 1)])).toBeNull();
});

test("units with a tracking number of their own don't count", () => {
  const crate = { line: { id: "crate", pounds: 90, hasUniqueTracking: true }, quantity: 1 };
  expect(packageWeight([itemOf("lamp", 2, 3), crate])).toBe(6);
});
