import { addDays } from "date-fns";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents } from "~/platform/money/cents";
import { transactions } from "../../support/ledger.ts";
import { DEMO } from "../console/two-shops.ts";
import { type Ledger, openLedger } from "./support.ts";

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger("ledger", 40);
});
afterAll(() => ledger.shops.close());

/** Posts a credit and confirms it. */
async function given(customerId: number, cents: number): Promise<string> {
  const posted = await ledger.request("Credit", customerId, cents);
  expect(await ledger.confirm(posted?.postingId ?? "")).toBe(true);
  return posted?.postingId ?? "";
}

test("a credit counts when it is confirmed, and only once", async () => {
  const posted = await ledger.request("Credit", 1, 1_250);
  expect(await ledger.account(1)).toEqual({
    balance: 0,
    held: 0,
    name: "Customer 1",
    email: "person1@x.example",
  });
  expect(await ledger.confirm(posted?.postingId ?? "")).toBe(true);
  expect(await ledger.confirm(posted?.postingId ?? "")).toBe(false);
  expect(await ledger.fail(posted?.postingId ?? "", "Too late.")).toBe(false);
  expect(await ledger.account(1)).toMatchObject({ balance: 1_250, held: 0 });
  expect(
    await ledger.shops.query(
      "SELECT account, customer_id, amount_cents FROM ledger_entries WHERE posting_id = $1 ORDER BY account",
      [posted?.postingId],
    ),
  ).toEqual([
    { account: "customer", customer_id: "1", amount_cents: "1250" },
    { account: "issued", customer_id: "1", amount_cents: "-1250" },
  ]);
});

test("a debit holds its amount until it ends, and a failed one releases it", async () => {
  await given(2, 1_000);
  const taken = await ledger.request("Adjustment", 2, 700);
  expect(await ledger.account(2)).toMatchObject({ balance: 1_000, held: 700 });
  expect(await ledger.request("Adjustment", 2, 301)).toEqual({
    customerId: 2,
    postingId: null,
    problem: "The customer doesn't have that much credit.",
  });
  const second = await ledger.request("Adjustment", 2, 300);
  expect(await ledger.fail(second?.postingId ?? "", "The store refused it.")).toBe(true);
  expect(await ledger.account(2)).toMatchObject({ balance: 1_000, held: 700 });
  await ledger.markUnknown(taken?.postingId ?? "", "No answer came.");
  await ledger.requeue(taken?.postingId ?? "", "It did not arrive.");
  await ledger.confirm(taken?.postingId ?? "");
  expect(await ledger.account(2)).toMatchObject({ balance: 300, held: 0 });
  const outcomes = await ledger.shops.query(
    "SELECT state, problem FROM ledger_outcomes WHERE posting_id = $1 ORDER BY id",
    [taken?.postingId],
  );
  expect(outcomes).toEqual([
    { state: "UNKNOWN", problem: "No answer came." },
    { state: "PENDING", problem: "It did not arrive." },
    { state: "CONFIRMED", problem: null },
  ]);
});

test("a request about several customers has an outcome for each", async () => {
  await given(3, 500);
  const wanted = [3, 4, 999_999].map((customerId) => ({
    customerId,
    type: "Adjustment" as const,
    amountCents: cents(500),
    reference: "Test",
  }));
  expect(await ledger.post(wanted)).toEqual([
    { customerId: 3, postingId: expect.any(String), problem: null },
    { customerId: 4, postingId: null, problem: "The customer doesn't have that much credit." },
    { customerId: 999_999, postingId: null, problem: "The store has no such customer." },
  ]);
});

test("exactly 10 of 64 concurrent debits of 1 succeed on a balance of 10", async () => {
  await given(5, 10);
  const posted = await Promise.all(Array.from({ length: 64 }, () => ledger.request("Adjustment", 5, 1)));
  expect(posted.filter((one) => one?.postingId)).toHaveLength(10);
  expect(await ledger.account(5)).toMatchObject({ balance: 10, held: 10 });
});

test("requests about the same customers in another order do not deadlock", async () => {
  const both = [6, 7, 8, 9];
  for (const customerId of both) await given(customerId, 10_000);
  const request = (ids: number[]) =>
    ledger.post(
      ids.map((customerId) => ({ customerId, type: "Adjustment", amountCents: cents(1), reference: "Test" })),
    );
  await Promise.all(
    Array.from({ length: 20 }, (_unused, index) => request(index % 2 ? both : both.toReversed())),
  );
  for (const customerId of both) expect(await ledger.account(customerId)).toMatchObject({ held: 20 });
});

test("a repeated key gets the first answer, and is refused for another request", async () => {
  let done = 0;
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      ledger.withIdempotencyKey("once", { amount: 5 }, async () => {
        done += 1;
        return { done };
      }),
    ),
  );
  expect(answers).toEqual(Array.from({ length: 5 }, () => ({ done: 1 })));
  await expect(
    ledger.withIdempotencyKey("once", { amount: 6 }, async () => ({ done: 9 })),
  ).rejects.toMatchObject({
    status: 409,
  });
  await expect(
    ledger.withIdempotencyKey("thrown", {}, () => Promise.reject(new Error("It went wrong."))),
  ).rejects.toThrow("It went wrong.");
  expect(await ledger.withIdempotencyKey("thrown", {}, async () => "second try")).toBe("second try");
});

test("an external transaction is recorded once and changes the balance", async () => {
  const transaction = {
    customerId: 10,
    type: "Order" as const,
    amountCents: cents(-250),
    at: new Date(),
    reference: "#1001",
    transactionId: "gid://shopify/StoreCreditAccountDebitTransaction/7",
    balanceAfterCents: cents(750),
    orderName: "#1001",
  };
  await given(10, 1_000);
  const taken = await Promise.all([1, 2, 3].map(() => ledger.recordExternalTransaction(transaction)));
  expect(taken.toSorted()).toEqual([false, false, true]);
  expect(await ledger.account(10)).toMatchObject({ balance: 750 });
});

test("a posting is reversed once, by a posting that references it", async () => {
  const credit = await given(11, 900);
  const tries = await Promise.allSettled([1, 2, 3].map(() => ledger.reverse(credit)));
  expect(tries.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
  const [reversal] = (await transactions()).filter(({ reversesId }) => reversesId === credit);
  expect(reversal).toMatchObject({ transactionType: "Adjustment", amountCents: -900 });
  await ledger.fail(reversal?.id ?? "", "The store refused it.");
  expect(await ledger.reverse(credit)).toMatchObject({ results: [{ problem: null }] });
});

test("a credit can be reversed until it expires, so that a reversal never takes other credit", async () => {
  const runsOut = new Date(Date.now() + 86_400_000);
  const credit = { customerId: 31, type: "Credit" as const, amountCents: cents(1_000), reference: "Test" };
  const [soon] = await ledger.post([{ ...credit, expiresAt: runsOut }]);
  await ledger.confirm(soon?.postingId ?? "");
  await given(31, 2_000);
  await expect(ledger.reverse(soon?.postingId ?? "", runsOut)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^This credit expired on .* make an adjustment\.$/),
  });
  expect(await ledger.account(31)).toMatchObject({ balance: 3_000, held: 0 });
  const justBefore = new Date(runsOut.getTime() - 1);
  expect(await ledger.reverse(soon?.postingId ?? "", justBefore)).toMatchObject({
    results: [{ problem: null }],
  });
});

test("a reversed adjustment returns credit with its expiry dates, except what would have expired since", async () => {
  const now = new Date();
  const [soon, later] = [addDays(now, 10), addDays(now, 30)];
  const customer = { customerId: 38, type: "Credit", reference: "Bonus" } as const;
  for (const given of [
    { ...customer, amountCents: cents(300), expiresAt: later },
    { ...customer, amountCents: cents(200), expiresAt: soon },
  ]) {
    const [posted] = await ledger.post([given]);
    await ledger.confirm(posted?.postingId ?? "");
  }
  const take = async (cents: number) => {
    const posted = await ledger.request("Adjustment", 38, cents);
    await ledger.confirm(posted?.postingId ?? "");
    return posted?.postingId ?? "";
  };
  const [first, second] = [await take(150), await take(100)];
  const returnedCredits = async ({ results }: Awaited<ReturnType<typeof ledger.reverse>>) => {
    const ids = results.map(({ postingId }) => postingId);
    return (await transactions())
      .filter(({ id }) => ids.includes(id))
      .map(({ id, amountCents, expirationDate }) => ({
        id,
        cents: amountCents,
        end: expirationDate && new Date(expirationDate),
      }));
  };
  const inTime = addDays(now, 11);
  await expect(ledger.reverse(first, inTime)).rejects.toThrow("would have expired on");
  expect(await returnedCredits(await ledger.reverse(first))).toMatchObject([{ cents: 150, end: soon }]);
  // The second one took what was left of one credit, and then of the other.
  const [soonest, latest, ...more] = await returnedCredits(await ledger.reverse(second));
  expect([soonest, latest, more]).toMatchObject([{ cents: 50, end: soon }, { cents: 50, end: later }, []]);
  await expect(ledger.reverse(second)).rejects.toThrow("was already reversed");
  // The failed part of a reversal can be requested again.
  await ledger.confirm(soonest?.id ?? "");
  await ledger.fail(latest?.id ?? "", "The limit of an account is reached.");
  expect(await returnedCredits(await ledger.reverse(second))).toMatchObject([{ cents: 50, end: later }]);
  await expect(ledger.reverse(second)).rejects.toThrow("was already reversed");
  const reversal = await ledger.reverse(await take(300), inTime);
  expect([await returnedCredits(reversal), reversal.expiredCents]).toMatchObject([
    [{ cents: 250, end: later }],
    50,
  ]);
});

test("of a reversal with several expiry dates, nothing is posted when one of them is refused", async () => {
  const now = new Date();
  const customer = { customerId: 39, type: "Credit", amountCents: cents(200), reference: "Bonus" } as const;
  for (const days of [10, 30]) {
    const [posted] = await ledger.post([{ ...customer, expiresAt: addDays(now, days) }]);
    await ledger.confirm(posted?.postingId ?? "");
  }
  const taken = (await ledger.request("Adjustment", 39, 400))?.postingId ?? "";
  await ledger.confirm(taken);
  // Shopify's limit has room for the first one only.
  await given(39, 1_499_700);
  await expect(ledger.reverse(taken)).rejects.toMatchObject({
    status: 409,
    message: "The customer would have more than $15,000.00, which is Shopify's limit.",
  });
  expect((await transactions()).filter(({ reversesId }) => reversesId === taken)).toEqual([]);
});

test("rows of the ledger can't be changed or removed, and entries that don't sum to zero are refused", async () => {
  await given(12, 100);
  const tables = ["ledger_postings", "ledger_outcomes", "ledger_entries", "ledger_operations"];
  for (const table of tables) {
    for (const statement of [`UPDATE ${table} SET shop = shop`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
      await expect(ledger.shops.query(statement), statement).rejects.toThrow("permission denied");
  }
  await expect(
    ledger.shops.query(
      `INSERT INTO ledger_entries (shop, posting_id, account, customer_id, amount_cents, at)
       VALUES ($1, gen_random_uuid(), 'customer', 12, 5, now())`,
      [DEMO],
    ),
  ).rejects.toThrow("do not sum to zero");
});

test("the name and email of an account follow the customer's", async () => {
  await given(13, 100);
  await ledger.shops.query("UPDATE customers SET display_name = 'New Name', email = NULL WHERE id = 13");
  expect(await ledger.account(13)).toMatchObject({ name: "New Name", email: null });
});
