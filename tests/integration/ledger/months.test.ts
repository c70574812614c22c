import { addMonths } from "date-fns";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { cents } from "~/platform/money/cents";
import { DEMO } from "../console/two-shops.ts";
import { type Ledger, openLedger } from "./support.ts";

const CUSTOMERS = 8;
const NOW = new Date();

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger("ledger_months", CUSTOMERS);
});
afterAll(() => ledger.shops.close());

async function inShop<Answer>(work: (tx: ShopTransaction) => Promise<Answer>): Promise<Answer> {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(DEMO, work);
}

const prove = async () =>
  (await import("~/domain/ledger/reconciliation/check-ledger.server")).runLedgerCheck(DEMO);
const merge = async () =>
  (await import("~/domain/ledger/monthly-sums.server")).mergeMonths.run(DEMO, new AbortController().signal);

/** A credit that Shopify confirms with an instant of its own, however late. */
async function confirmedAt(customerId: number, cents: number, at: Date): Promise<string> {
  const { confirmPosting } = await import("~/domain/ledger/settle.server");
  const posted = await ledger.request("Credit", customerId, cents);
  const id = posted?.postingId ?? "";
  await inShop((tx) =>
    confirmPosting(tx, DEMO, id, { transactionId: `T/${id}`, at, balanceAfterCents: null }),
  );
  return id;
}

/** The chart equals the plain sum over every entry, and the proof finds nothing. */
async function expectSumsOfEntries(): Promise<void> {
  const { readLiability } = await import("~/domain/ledger/monthly-sums.server");
  const { owedCents, months } = await inShop((tx) => readLiability(tx, DEMO, NOW));
  const summed = await ledger.shops.query(
    `SELECT to_char(month AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
            coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0 AND at >= month), 0)::int AS "addedCents",
            coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0 AND at >= month), 0)::int AS "takenCents",
            coalesce(sum(amount_cents), 0)::int AS "owedCents"
       FROM generate_series(date_trunc('month', $2::timestamptz, 'UTC') - interval '11 months', $2::timestamptz, '1 month', 'UTC') AS month
       LEFT JOIN ledger_entries ON shop = $1 AND account = 'customer'
             AND at < date_add(month, '1 month', 'UTC')
      GROUP BY month ORDER BY month`,
    [DEMO, NOW.toISOString()],
  );
  expect(months).toEqual(summed);
  const [balances] = await ledger.shops.query<{ sum: number }>(
    "SELECT sum(balance_cents)::int AS sum FROM credit_accounts WHERE shop = $1",
    [DEMO],
  );
  expect(owedCents).toBe(balances?.sum);
  expect(await prove()).toEqual([]);
}

test("the monthly liability is the sum of the entries, also after late, reversed and erased ones", async () => {
  for (let ago = 0; ago < CUSTOMERS; ago += 1)
    await confirmedAt(1 + ago, 1_000 + ago, addMonths(NOW, -2 * ago));
  await expectSumsOfEntries();
  await merge();
  await expectSumsOfEntries();

  // In months that were already summed up: a late confirmation, a late transaction of Shopify, a reversal, a failure.
  const mistake = await confirmedAt(2, 77, addMonths(NOW, -5));
  await ledger.recordExternalTransaction({
    customerId: 3,
    type: "Order",
    amountCents: cents(-300),
    at: addMonths(NOW, -4),
    reference: "#1",
    transactionId: "T/order",
    balanceAfterCents: null,
  });
  const { results } = await ledger.reverse(mistake);
  await ledger.confirm(results[0]?.postingId ?? "");
  const refused = await ledger.request("Credit", 4, 5_000);
  await ledger.fail(refused?.postingId ?? "", "No.");
  await ledger.request("Credit", 5, 6_000);
  await expectSumsOfEntries();

  const [{ eraseCredits }, { withRedaction }] = await Promise.all([
    import("../../support/erasure.ts"),
    import("~/platform/db/transaction.server"),
  ]);
  await withRedaction((client) => eraseCredits(client, DEMO, 3));
  await expectSumsOfEntries();
  await merge();
  await expectSumsOfEntries();
});

test("parts are merged while others are added, and none is lost or counted twice", async () => {
  const posted = await Promise.all(
    Array.from({ length: 40 }, (_unused, index) => ledger.request("Credit", 4 + (index % 4), 10)),
  );
  const confirming = posted.map((one) => ledger.confirm(one?.postingId ?? ""));
  await Promise.all([...confirming.slice(0, 20), merge(), merge(), ...confirming.slice(20), merge()]);
  await merge();
  await expectSumsOfEntries();
  const parts = await ledger.shops.query(
    "SELECT month FROM ledger_months WHERE shop = $1 GROUP BY month HAVING count(*) > 1",
    [DEMO],
  );
  expect(parts).toEqual([]);
});

test("the check lists a month whose sums differ from its entries, and closes the difference", async () => {
  const month = NOW.toISOString().slice(0, 7);
  await ledger.shops.query(
    "INSERT INTO ledger_months (shop, month, added_cents, taken_cents) VALUES ($1, $2, 5, 0), ($1, '1999-01', 0, 3)",
    [DEMO, month],
  );
  expect(await prove()).toEqual([
    {
      kind: "month",
      customerId: null,
      postingId: null,
      oursCents: 3,
      theirsCents: 0,
      what: "What 1999-01 added and took is not the sum of its entries.",
    },
  ]);
  await ledger.shops.query("DELETE FROM ledger_months WHERE month = '1999-01'");
  const [difference] = await prove();
  expect(difference).toMatchObject({ kind: "month", what: expect.stringContaining(month) });
  expect((difference?.oursCents ?? 0) - (difference?.theirsCents ?? 0)).toBe(5);
});
