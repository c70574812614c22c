import { afterAll, beforeAll, expect, test } from "vitest";
import { cents } from "~/platform/money/cents";
import { DEMO } from "../console/two-shops.ts";
import { type Ledger, openLedger } from "./support.ts";

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger("claim", 80);
});
afterAll(() => ledger.shops.close());

const claim = async (most: number) => {
  const { claimPostings } = await import("~/domain/ledger/dispatch/claim-postings.server");
  const { postings, isRun } = await claimPostings(DEMO, most);
  return { customers: postings.map(({ customerId }) => customerId), isRun };
};

test("only the first posting of each customer is claimed, and a ready one behind many waiting ones is claimed too", async () => {
  for (let time = 0; time < 60; time += 1) await ledger.request("Credit", 1, 100 + time);
  for (const customerId of [2, 3, 4]) await ledger.request("Credit", customerId, 500);
  expect(await claim(8)).toEqual({ customers: [1, 2, 3, 4], isRun: true });
  expect(await claim(8)).toEqual({ customers: [], isRun: true });
});

test("concurrent dispatchers claim each posting once, in order", async () => {
  const customers = Array.from({ length: 70 }, (_unused, index) => 5 + index);
  await ledger.post(
    customers.map((customerId) => ({
      customerId,
      type: "Credit",
      amountCents: cents(100),
      reference: "Run",
    })),
  );
  const taken = await Promise.all(Array.from({ length: 4 }, () => claim(8)));
  const first = taken.flatMap((each) => each.customers);
  expect(new Set(first).size).toBe(first.length);
  const rest = (await claim(80)).customers;
  expect(rest).toEqual(rest.toSorted((a, b) => a - b));
  expect([...first, ...rest].toSorted((a, b) => a - b)).toEqual(customers);
});
