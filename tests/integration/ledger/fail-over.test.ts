import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addCredit } from "../../../local-store/credit/change-credit.ts";
import { activityOf } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { refusalOf } from "../credits/support.ts";

let shop: TestShop;
let ledger: Awaited<ReturnType<typeof ledgerServices>>;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
let people: number[];
beforeAll(async () => {
  shop = await openTestShop("fail_over");
  calls = await signedInCalls(shop);
  ledger = await ledgerServices(shop);
  people = await ledger.customers(8, "Failover");
});
beforeEach(() => failOver());
afterAll(() => shop.close());

const nextPerson = () => people.pop() as number;
const query = async (text: string, values: unknown[] = []) =>
  (await import("~/platform/db/pool.server")).database().query(text, values);
/** As a dispatcher whose clock is past the time in which requests of the former server end. */
const dispatchLater = () => ledger.dispatch({ now: () => new Date(Date.now() + 60_000) });

/** Pretends that the database ran on another server until a minute ago. */
async function failOver() {
  await query(
    `INSERT INTO database_timelines (identity, seen_from, seen_until) VALUES ('former', now() - interval '1 hour', now() - interval '1 minute')`,
  );
}

/** Gives credit with an idempotency key. @returns the posting's id */
async function give(customerId: number, amount: string, operationId: string) {
  const body = { ids: String(customerId), amount, reference: "Welcome", operationId };
  const { list } = await calls.credits.issueCredits({ headers: {}, body });
  return list[0]?.postingId ?? "";
}

/** Removes a confirmed posting with its request, as if its transactions had not reached the standby. */
async function lose(postingId: string, customerId: number) {
  const client = await (await import("~/platform/db/pool.server")).database().connect();
  try {
    await client.query("BEGIN; SET LOCAL app.redacting = 'yes'; SET CONSTRAINTS ALL DEFERRED");
    for (const [table, column] of [
      ["ledger_entries", "posting_id"],
      ["ledger_outcomes", "posting_id"],
      ["ledger_postings", "id"],
    ])
      await client.query(`DELETE FROM ${table} WHERE ${column} = $1`, [postingId]);
    await client.query("DELETE FROM ledger_operations");
    await client.query(
      "UPDATE credit_accounts SET balance_cents = 0, compared_at = NULL, synced_through = NULL WHERE customer_id = $1",
      [customerId],
    );
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

const stateOf = async (id: string) => (await calls.credits.postings({ ids: [id] })).list[0];

test("a lost credit that is repeated waits for a person, who recognizes it, and is never paid twice", async () => {
  const person = nextPerson();
  const operationId = randomUUID();
  const lost = await give(person, "25.00", operationId);
  await dispatchLater();
  expect(await stateOf(lost)).toMatchObject({ state: "CONFIRMED" });
  await lose(lost, person);

  const repeated = await give(person, "25.00", operationId);
  expect(repeated).not.toBe(lost);
  await dispatchLater();
  expect(await stateOf(repeated)).toMatchObject({
    state: "PENDING",
    duplicate: "possible",
    canBeGivenUp: false,
  });
  expect(await ledger.booked([person])).toBe(1);
  // The missing transaction is recorded as an external one.
  expect(await ledger.postings(person)).toEqual([
    expect.objectContaining({ cents: 2_500, actor_name: "Shopify admin" }),
    expect.objectContaining({ cents: 2_500, reference: "Welcome" }),
  ]);
  const { list, total } = await calls.credits.duplicates();
  expect({ total, list }).toMatchObject({
    total: 1,
    list: [{ id: repeated, customerId: String(person), amountCents: 2_500, reference: "Welcome" }],
  });
  const cancel = calls.credits.cancel({ params: { id: repeated }, body: { reason: "Unsure" } });
  expect((await refusalOf(cancel)).message).toContain("may already be paid");

  const decision = { ids: [repeated], decision: "paid" as const, reason: "The same welcome credit" };
  await calls.credits.decideDuplicates(decision);
  await dispatchLater();
  expect(await stateOf(repeated)).toMatchObject({
    state: "FAILED",
    duplicate: "recognized",
    problem: expect.stringMatching(/^Already paid, as .+ recognized: The same welcome credit$/),
  });
  expect(await ledger.balances([person])).toEqual([
    { customerId: person, ours: 2_500, held: 0, entries: 2_500, theirs: 2_500 },
  ]);
  const refused = await refusalOf(calls.credits.decideDuplicates(decision));
  expect([refused.status, refused.message]).toEqual([
    409,
    "This transaction doesn't wait for a decision. You decided on it in another window. Reload the page.",
  ]);
  expect((await activityOf("customer", person)).at(-1)?.action).toBe("credit.duplicate decided");
  // The transaction belongs to that posting now: another credit of the same amount isn't taken for it.
  const another = await give(person, "25.00", randomUUID());
  await dispatchLater();
  expect(await stateOf(another)).toMatchObject({ state: "CONFIRMED" });
});

test("a posting that a person says is another one is sent, and others are not held at all", async () => {
  const [person, other] = [nextPerson(), nextPerson()];
  await addCredit(shop.localStore.store, DEMO, { customer: person }, { cents: 700, currency: "USD" });
  await addCredit(shop.localStore.store, DEMO, { customer: other }, { cents: 700, currency: "USD" });
  const [alike, different] = [
    await give(person, "7.00", randomUUID()),
    await give(other, "8.00", randomUUID()),
  ];
  await dispatchLater();
  expect(await stateOf(different)).toMatchObject({ state: "CONFIRMED" });
  expect(await stateOf(alike)).toMatchObject({ duplicate: "possible" });
  // Later postings of the customer wait for the decision, too: they could be the one that Shopify has.
  const later = await give(person, "7.00", randomUUID());
  await dispatchLater();
  expect(await stateOf(later)).toMatchObject({ state: "PENDING", duplicate: null });
  await calls.credits.decideDuplicates({ ids: [alike], decision: "send", reason: "A second one" });
  await dispatchLater();
  expect(await stateOf(alike)).toMatchObject({ state: "CONFIRMED" });
  expect(await stateOf(later)).toMatchObject({ duplicate: "possible" });
  await calls.credits.decideDuplicates({ ids: [later], decision: "send", reason: "A third one" });
  await dispatchLater();
  expect(await ledger.balances([person])).toMatchObject([{ ours: 2_100, theirs: 2_100 }]);
});

test("nothing is sent while requests of the former server may still arrive at Shopify", async () => {
  const person = nextPerson();
  const id = await give(person, "3.00", randomUUID());
  const dispatched = ledger.dispatch();
  await expect.poll(async () => (await stateOf(id))?.problem ?? "").toContain("The database has failed over");
  expect(await ledger.booked([person])).toBe(0);
  await query("UPDATE database_timelines SET seen_from = now() - interval '1 minute'");
  await query("UPDATE ledger_open SET not_before = now()");
  await dispatched;
  expect(await stateOf(id)).toMatchObject({ state: "CONFIRMED" });
});

test("without a fail-over, the timeline is recorded once and nothing is compared", async () => {
  await query("DELETE FROM database_timelines");
  const person = nextPerson();
  await addCredit(shop.localStore.store, DEMO, { customer: person }, { cents: 900, currency: "USD" });
  const id = await give(person, "9.00", randomUUID());
  await ledger.dispatch();
  expect(await stateOf(id)).toMatchObject({ state: "CONFIRMED" });
  const { rows } = await query("SELECT lost_since FROM database_timelines");
  expect(rows).toEqual([{ lost_since: null }]);
});
