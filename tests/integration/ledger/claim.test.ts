import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO } from "../console/two-shops.ts";
import { type Ledger, openLedger } from "./support.ts";

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger("claim", 80);
});
afterAll(() => ledger.shops.close());

const claim = async (most: number) => {
  const { claimPostings } = await import("~/domain/ledger/carry/claim.server");
  const { postings, isRun } = await claimPostings(DEMO, most);
  return { customers: postings.map(({ customerId }) => customerId), isRun };
};

test("of each customer only the first posting is taken up, in turn, and whoever stands behind many that wait is not passed over", async () => {
  for (let time = 0; time < 60; time += 1) await ledger.asked("Credit", 1, 100 + time);
  for (const customerId of [2, 3, 4]) await ledger.asked("Credit", customerId, 500);
  expect(await claim(8)).toEqual({ customers: [1, 2, 3, 4], isRun: true });
  expect(await claim(8)).toEqual({ customers: [], isRun: true });
});

test("a run is taken up in its order, each posting once, by whoever asks", async () => {
  const customers = Array.from({ length: 70 }, (_unused, index) => 5 + index);
  await ledger.post(
    customers.map((customerId) => ({ customerId, type: "Credit", amountCents: 100, reference: "Run" })),
  );
  const taken = await Promise.all(Array.from({ length: 4 }, () => claim(8)));
  const first = taken.flatMap((each) => each.customers);
  expect(new Set(first).size).toBe(first.length);
  const rest = (await claim(80)).customers;
  expect(rest).toEqual(rest.toSorted((a, b) => a - b));
  expect([...first, ...rest].toSorted((a, b) => a - b)).toEqual(customers);
});
