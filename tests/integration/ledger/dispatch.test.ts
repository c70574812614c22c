import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addCredit, deductCredit } from "../../../local-store/credit/change-credit.ts";
import { signedInCalls } from "../../support/calls.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let ledger: Awaited<ReturnType<typeof ledgerServices>>;
let people: number[];
beforeAll(async () => {
  shop = await openTestShop("dispatch");
  await signedInCalls(shop);
  ledger = await ledgerServices(shop);
  people = await ledger.customers(12, "Carry");
});
beforeEach(() => shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

const nextPerson = () => people.pop() as number;
const faults = (knobs: object) => shop.localStore.store.faults.set(DEMO, knobs);

test("postings are sent in order and confirmed with Shopify's transaction", async () => {
  const person = nextPerson();
  const inAMonth = new Date(Date.now() + 30 * 86_400_000);
  const first = await ledger.post("Credit", person, 2_050, inAMonth);
  await ledger.dispatch();
  const second = await ledger.post("Adjustment", person, 549);
  const third = await ledger.post("Credit", person, 1);
  await ledger.dispatch();
  expect(await ledger.balances([person])).toEqual([
    { customerId: person, ours: 1_502, held: 0, entries: 1_502, theirs: 1_502 },
  ]);
  for (const { postingId } of [first, second, third])
    expect(await ledger.steps(postingId)).toEqual([expect.objectContaining({ state: "CONFIRMED" })]);
  const { rows } = await shop.localStore.store.pool.query(
    `SELECT amount_cents::int AS cents, expires_at FROM store_credit_transactions AS t
       JOIN store_credit_accounts AS a ON a.id = t.account_id WHERE customer_id = $1 ORDER BY t.id`,
    [person],
  );
  expect(rows.map((row) => row.cents)).toEqual([2_050, -549, 1]);
  expect(Math.floor(rows[0].expires_at.getTime() / 1_000)).toBe(Math.floor(inAMonth.getTime() / 1_000));
});

test("a reversed adjustment restores Shopify's credits with their expiry dates, also after a lost answer", async () => {
  const person = nextPerson();
  const [soon, later] = [10, 30].map((days) => new Date(Date.now() + days * 86_400_000)) as [Date, Date];
  await ledger.post("Credit", person, 300, later);
  await ledger.post("Credit", person, 300, soon);
  await ledger.dispatch();
  const taken = await ledger.post("Adjustment", person, 600);
  await ledger.dispatch();
  shop.localStore.store.faults.setFor(DEMO, "StoreCreditCredit", { cutAfterCommit: 1 });
  const calls = await signedInCalls(shop);
  const params = { id: taken.postingId as string };
  const { msg, list } = await calls.credits.reverse({ params, headers: {}, body: { reason: "A mistake" } });
  expect(msg).toBe(
    "The transaction is being reversed. It is returned as 2 credits, each with its original expiry date.",
  );
  await ledger.dispatch();
  for (const { postingId } of list)
    expect((await ledger.steps(postingId)).map(({ state }) => state)).toEqual(["UNKNOWN", "CONFIRMED"]);
  const { rows } = await shop.localStore.store.pool.query<{ cents: number; ends: Date }>(
    `SELECT remaining_cents::int AS cents, expires_at AS ends FROM store_credit_transactions AS t
       JOIN store_credit_accounts AS a ON a.id = t.account_id WHERE customer_id = $1 AND remaining_cents > 0 ORDER BY expires_at`,
    [person],
  );
  const seconds = (at: Date | undefined) => Math.floor(Number(at) / 1_000);
  expect(rows.map(({ cents, ends }) => [cents, seconds(ends)])).toEqual([
    [300, seconds(soon)],
    [300, seconds(later)],
  ]);
  expect(await ledger.balances([person])).toMatchObject([{ ours: 600, held: 0, entries: 600, theirs: 600 }]);
});

test("a refused posting fails with a reason, releases what it held, and the account is reconciled", async () => {
  const person = nextPerson();
  await ledger.post("Credit", person, 1_000);
  await ledger.dispatch();
  await deductCredit(shop.localStore.store, DEMO, { customer: person }, { cents: 400, currency: "USD" });
  const taken = await ledger.post("Adjustment", person, 700);
  const late = await ledger.post("Credit", person, 5, new Date(Date.now() - 1_000));
  // The ledger refuses what exceeds Shopify's limit by its own balance. It hasn't recorded this credit yet.
  const rich = nextPerson();
  await ledger.post("Credit", rich, 1_000);
  await ledger.dispatch();
  await addCredit(shop.localStore.store, DEMO, { customer: rich }, { cents: 1_490_000, currency: "USD" });
  const large = await ledger.post("Credit", rich, 10_000);
  await ledger.dispatch();
  expect(await ledger.steps(taken.postingId)).toEqual([
    expect.objectContaining({
      state: "FAILED",
      problem: expect.stringContaining("An order may have spent it"),
    }),
  ]);
  expect(await ledger.steps(late.postingId)).toEqual([
    expect.objectContaining({ state: "FAILED", problem: expect.stringContaining("had passed") }),
  ]);
  expect(await ledger.steps(large.postingId)).toEqual([
    expect.objectContaining({ state: "FAILED", problem: expect.stringContaining("limit") }),
  ]);
  const { reconcileQueued } = await import("~/domain/ledger/reconcile/reconcile-queued.server");
  await reconcileQueued.run(DEMO, new AbortController().signal);
  expect(await ledger.balances([person])).toEqual([
    { customerId: person, ours: 600, held: 0, entries: 600, theirs: 600 },
  ]);
});

test("a posting whose answer was lost is looked up and never sent again", async () => {
  const [one, two] = [nextPerson(), nextPerson()];
  faults({ cutAfterCommit: 1 });
  const lost = await ledger.post("Credit", one, 333);
  const dispatched = ledger.dispatch();
  await expect.poll(async () => (await ledger.steps(lost.postingId)).length).toBeGreaterThan(0);
  faults({ cutAfterCommit: 0 });
  await dispatched;
  expect(await ledger.steps(lost.postingId)).toEqual([
    expect.objectContaining({ state: "UNKNOWN", problem: "Shopify's answer was lost." }),
    expect.objectContaining({ state: "CONFIRMED" }),
  ]);
  await ledger.post("Credit", two, 10);
  await ledger.dispatch();
  expect(await ledger.balances([one, two])).toEqual(
    expect.arrayContaining([
      { customerId: one, ours: 333, held: 0, entries: 333, theirs: 333 },
      { customerId: two, ours: 10, held: 0, entries: 10, theirs: 10 },
    ]),
  );
  expect(await ledger.booked([one, two])).toBe(2);
});

test("a dead process's posting is looked up, and sent again only when it can no longer arrive", async () => {
  const [arrived, never] = [nextPerson(), nextPerson()];
  const [first, second] = [
    await ledger.post("Credit", arrived, 700),
    await ledger.post("Credit", never, 800),
  ];
  // The state after a process is killed while Shopify answers. The first one's request had arrived.
  const { withShop } = await import("~/platform/db/with-shop.server");
  const leave = (ago: number) =>
    withShop(DEMO, (tx) =>
      tx.$client.query(
        "UPDATE ledger_open SET attempts = 1, attempted_at = now() - make_interval(secs => $2), not_before = now() WHERE shop = $1",
        [DEMO, ago],
      ),
    );
  await leave(1);
  await addCredit(shop.localStore.store, DEMO, { customer: arrived }, { cents: 700, currency: "USD" });
  const dispatched = ledger.dispatch();
  await expect.poll(async () => (await ledger.steps(second.postingId)).length).toBe(1);
  await expect.poll(async () => (await ledger.steps(first.postingId)).length).toBe(2);
  expect(await ledger.booked([never])).toBe(0);
  // Forty seconds later.
  await withShop(DEMO, (tx) =>
    tx.$client.query(
      "UPDATE ledger_open SET attempted_at = attempted_at - interval '45 seconds' WHERE shop = $1",
      [DEMO],
    ),
  );
  await dispatched;
  expect((await ledger.steps(first.postingId)).map(({ state }) => state)).toEqual(["UNKNOWN", "CONFIRMED"]);
  expect((await ledger.steps(second.postingId)).map(({ state }) => state)).toEqual([
    "UNKNOWN",
    "PENDING",
    "CONFIRMED",
  ]);
  expect(await ledger.booked([arrived, never])).toBe(2);
});

test("a throttled or unreachable request is retried later", async () => {
  const person = nextPerson();
  faults({ throttled: 0.5, tooManyRequests: 0.3 });
  const posted = await ledger.post("Credit", person, 42);
  const dispatched = ledger.dispatch();
  await expect.poll(() => ledger.booked([person]), { timeout: withMachineFactor(20_000) }).toBe(1);
  await dispatched;
  expect((await ledger.steps(posted.postingId)).at(-1)).toMatchObject({ state: "CONFIRMED" });
});
