import { afterAll, beforeAll, expect, test } from "vitest";
import { addCredit } from "../../../local-store/credit/change-credit.ts";
import { callsOf, signedInCalls } from "../../support/calls.ts";
import { redactCustomer } from "../../support/erasure.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { refreshMirror } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let ledger: Awaited<ReturnType<typeof ledgerServices>>;
let people: number[];
beforeAll(async () => {
  shop = await openTestShop("erased");
  await signedInCalls(shop);
  ledger = await ledgerServices(shop);
  people = await ledger.customers(5, "Erased");
});
afterAll(() => shop.close());

const nextPerson = () => people.pop() as number;
const query = async (text: string, values: unknown[] = []) => {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows;
};

const erase = (customerId: number) =>
  redactCustomer(DEMO, { id: customerId, email: `${customerId}@erased.example`, phone: null });

/** The state of a posting whose process was killed this many seconds ago, while Shopify answered. */
const leaveSent = (secondsAgo: number) =>
  query(
    "UPDATE ledger_open SET attempts = 1, attempted_at = now() - make_interval(secs => $2), not_before = now() WHERE shop = $1",
    [DEMO, secondsAgo],
  );

const accountOf = async (postingId: string | null) =>
  (
    await query(
      `SELECT sign(account.customer_id)::int AS sign, balance_cents::int AS balance, held_cents::int AS held, shopify_account_id AS known
         FROM credit_accounts AS account JOIN ledger_postings USING (shop, customer_id) WHERE id = $1`,
      [postingId],
    )
  )[0];

test("unsent postings fail and hold nothing when the customer is erased", async () => {
  const person = nextPerson();
  await ledger.post("Credit", person, 1_000);
  await ledger.dispatch();
  const debit = await ledger.post("Adjustment", person, 400);
  await erase(person);
  await ledger.dispatch();
  expect(await ledger.steps(debit.postingId)).toEqual([
    expect.objectContaining({
      state: "FAILED",
      problem: expect.stringContaining("erased before it was sent"),
    }),
  ]);
  expect(await accountOf(debit.postingId)).toEqual({ sign: -1, balance: 1_000, held: 0, known: null });
});

test("a posting sent before the erasure ends, and nothing is sent afterwards", async () => {
  const [arrived, never] = [nextPerson(), nextPerson()];
  const first = await ledger.post("Credit", arrived, 700);
  const second = await ledger.post("Credit", never, 800);
  await addCredit(shop.localStore.store, DEMO, { customer: arrived }, { cents: 700, currency: "USD" });
  await leaveSent(5);
  await erase(arrived);
  await erase(never);
  await leaveSent(60);
  await ledger.dispatch();
  expect((await ledger.steps(first.postingId)).map(({ state }) => state)).toEqual(["UNKNOWN", "CONFIRMED"]);
  expect(await accountOf(first.postingId)).toEqual({ sign: -1, balance: 700, held: 0, known: null });
  expect((await ledger.steps(second.postingId)).map(({ state }) => state)).toEqual([
    "UNKNOWN",
    "PENDING",
    "FAILED",
  ]);
  expect(await accountOf(second.postingId)).toEqual({ sign: -1, balance: 0, held: 0, known: null });
  expect(await ledger.booked([arrived, never])).toBe(1);
  // Their numbers were deleted with their last posting, and no comparison is queued under them.
  expect(await query("SELECT 1 FROM ledger_open UNION ALL SELECT 1 FROM credits_to_compare")).toEqual([]);
  const { runLedgerCheck } = await import("~/domain/ledger/reconciliation/check-ledger.server");
  expect(await runLedgerCheck(DEMO)).toEqual([]);
});

test("nothing is posted or reversed for an erased customer", async () => {
  const person = nextPerson();
  const credit = await ledger.post("Credit", person, 1_000);
  await ledger.dispatch();
  await erase(person);
  const calls = await signedInCalls(shop, "1");
  const reversal = { params: { id: credit.postingId as string }, headers: {}, body: { reason: "A mistake" } };
  await expect(calls.credits.reverse(reversal)).rejects.toThrow("were erased");
  const [account] = await query(
    "SELECT customer_id::int AS id FROM ledger_postings WHERE shop = $1 AND id = $2",
    [DEMO, credit.postingId],
  );
  expect(account.id).toBeLessThan(0);
  expect(await ledger.post("Credit", account.id, 100)).toMatchObject({
    postingId: null,
    problem: "The store has no such customer.",
  });
});

test("an erased customer with new credit gets the balance that Shopify kept, and nothing is owed twice", async () => {
  const person = nextPerson();
  await ledger.post("Credit", person, 1_000);
  await ledger.dispatch();
  const owed = async () => (await (await callsOf()).credits.liability()).owedCents;
  const before = await owed();
  for (const [given, openingCents] of [
    [500, 1_000],
    [200, 300],
  ] as const) {
    await erase(person);
    expect(await ledger.reconcile(person)).toMatchObject({ recorded: 0, differenceCents: 0 });
    // Shopify still has the customer and reports their transactions.
    await refreshMirror([person]);
    await ledger.post("Credit", person, given);
    await ledger.dispatch();
    expect(await ledger.reconcile(person)).toEqual({ state: "compared", recorded: 2, differenceCents: 0 });
    expect(await ledger.reconcile(person)).toEqual({ state: "compared", recorded: 0, differenceCents: 0 });
    expect((await ledger.postings(person)).map(({ type, cents }) => [type, cents])).toEqual([
      ["Credit", given],
      ["Opening", openingCents],
    ]);
    // All of it can be taken.
    await ledger.post("Adjustment", person, given + openingCents - 300);
    await ledger.dispatch();
    expect(await ledger.balances([person])).toMatchObject([{ ours: 300, entries: 300, theirs: 300 }]);
  }
  expect(await owed()).toBe(before - 1_000 + 300);
  const { runLedgerCheck } = await import("~/domain/ledger/reconciliation/check-ledger.server");
  expect(await runLedgerCheck(DEMO)).toEqual([]);
  expect(await query("SELECT 1 FROM ledger_differences WHERE ended_at IS NULL")).toEqual([]);
});
