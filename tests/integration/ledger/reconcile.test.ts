import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { storeCreditAccounts } from "~/connectors/shopify/operations/store-credit";
import type { AdminApi } from "~/connectors/shopify/port";
import { addCredit, deductCredit } from "../../../local-store/credit/change-credit.ts";
import { expireNow } from "../../../local-store/credit/expire-now.ts";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { cancelOrder, refundOrder } from "../../../local-store/orders/refund-order.ts";
import { deliver } from "../../guarantees/support/webhooks.ts";
import { signedInCalls } from "../../support/calls.ts";
import { redactCustomer } from "../../support/erasure.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";

let shop: TestShop;
let ledger: Awaited<ReturnType<typeof ledgerServices>>;
let people: number[];
beforeAll(async () => {
  shop = await openTestShop("reconcile");
  await signedInCalls(shop);
  ledger = await ledgerServices(shop);
  people = await ledger.customers(8, "Compare");
});
afterAll(() => shop.close());

const nextPerson = () => people.pop() as number;
const usd = (cents: number) => ({ cents, currency: "USD" });
const compareNow = async () => {
  const { reconcileQueued } = await import("~/domain/ledger/reconcile/reconcile-queued.server");
  await reconcileQueued.run(DEMO, new AbortController().signal);
};
const compareAll = async () => {
  const { reconcileAll } = await import("~/domain/ledger/reconcile/reconcile-all.server");
  await reconcileAll.run(DEMO, new AbortController().signal);
  await compareNow();
};

/** Gives the webhooks that the local store has queued since to the app, twice each. */
let heard = 0;
async function hearWebhooks(): Promise<void> {
  const { rows } = await shop.localStore.store.pool.query<{
    id: number;
    topic: string;
    body: string;
    event_id: string;
  }>("SELECT id, topic, body, event_id FROM webhook_deliveries WHERE shop = $1 AND id > $2 ORDER BY id", [
    DEMO,
    heard,
  ]);
  for (const { id, topic, body, event_id: eventId } of rows) {
    heard = Number(id);
    if (!/^(orders|refunds)\//.test(topic)) continue;
    const delivery = { shop: DEMO, topic, payload: JSON.parse(body) as unknown, eventId };
    expect([await deliver(delivery), await deliver(delivery)]).toEqual([200, 200]);
  }
}

test("orders, refunds, cancellations and expirations are each recorded once, with their type", async () => {
  const { store } = shop.localStore;
  const person = nextPerson();
  await ledger.post("Credit", person, 5_000);
  await ledger.dispatch();
  const { order } = await placeOrder(store, DEMO, { customerId: person, totalCents: 1_250 });
  const second = await placeOrder(store, DEMO, { customerId: person, totalCents: 700, authorizeOnly: true });
  await hearWebhooks();
  await compareNow();
  await refundOrder(store, DEMO, order?.id ?? 0, { cents: 250, to: "credit" });
  await cancelOrder(store, DEMO, second.order?.id ?? 0);
  await hearWebhooks();
  await compareNow();
  const given = await addCredit(
    store,
    DEMO,
    { customer: person },
    usd(40),
    new Date(Date.now() + 86_400_000),
  );
  await deductCredit(store, DEMO, { customer: person }, usd(10));
  await expireNow(store, DEMO, given.transaction?.id ?? 0);
  await ledger.reconcile(person);
  await ledger.reconcile(person);
  const name = `#${order?.number}`;
  expect(
    (await ledger.postings(person)).map(({ type, cents, actor_name }) => [type, cents, actor_name]),
  ).toEqual([
    ["Credit", 5_000, "Olivia Owner"],
    ["Order", -1_250, "Shopify"],
    ["Order", -700, "Shopify"],
    ["Refund", 250, "Shopify"],
    ["Refund", 700, "Shopify"],
    ["Credit", 40, "Shopify admin"],
    ["Adjustment", -10, "Shopify admin"],
    ["Expiry", -30, "Shopify"],
  ]);
  expect((await ledger.postings(person))[1]?.reference).toBe(`Order paid ${name}`);
  const [sums] = await ledger.balances([person]);
  expect(sums).toEqual({ customerId: person, ours: 4_000, held: 0, entries: 4_000, theirs: 4_000 });
});

test("a posting in flight is never recorded as an external transaction", async () => {
  const person = nextPerson();
  shop.localStore.store.faults.set(DEMO, { cutAfterCommit: 1 });
  const posted = await ledger.post("Credit", person, 77);
  const dispatched = ledger.dispatch();
  await expect.poll(() => ledger.booked([person])).toBe(1);
  shop.localStore.store.faults.reset(DEMO);
  const reconciled = await ledger.reconcile(person);
  await dispatched;
  expect(["busy", "compared"]).toContain(reconciled.state);
  await ledger.reconcile(person);
  expect(await ledger.postings(person)).toHaveLength(1);
  expect((await ledger.steps(posted.postingId)).at(-1)).toMatchObject({ state: "CONFIRMED" });
});

test("the first comparison opens accounts, and a long history starts with an opening balance", async () => {
  const { store } = shop.localStore;
  const [some, long] = [nextPerson(), nextPerson()];
  await addCredit(store, DEMO, { customer: some }, usd(300));
  await deductCredit(store, DEMO, { customer: some }, usd(100));
  for (let count = 0; count < 505; count += 1) await addCredit(store, DEMO, { customer: long }, usd(2));
  await compareAll();
  await compareAll();
  expect((await ledger.postings(some)).map(({ type, cents }) => [type, cents])).toEqual([
    ["Credit", 300],
    ["Adjustment", -100],
  ]);
  const history = await ledger.postings(long);
  expect(history).toHaveLength(501);
  expect(history[0]).toMatchObject({ type: "Opening", cents: 10 });
  expect(await ledger.balances([long])).toEqual([
    { customerId: long, ours: 1_010, held: 0, entries: 1_010, theirs: 1_010 },
  ]);
});

/** Shopify with a long account: 500 credits of 2 cents, the first of this number, after others. */
function longAccount(id: string, first: number, beforeAnswer = async () => {}): AdminApi {
  const money = (cents: number) => ({ amount: (cents / 100).toFixed(2), currencyCode: "USD" });
  const start = Date.UTC(2026, 0, 1);
  const nodes = Array.from({ length: 500 }, (_unused, index) => {
    const number = first + 499 - index;
    return {
      __typename: "StoreCreditAccountCreditTransaction",
      id: `${id}/${number}`,
      amount: money(2),
      balanceAfterTransaction: money(2 * number),
      createdAt: new Date(start + number * 60_000).toISOString(),
      event: "ADJUSTMENT",
      expiresAt: null,
      origin: null,
    };
  });
  return {
    async run(operation: object, { after }: { after?: string }) {
      if (operation === storeCreditAccounts)
        return { customer: { storeCreditAccounts: { nodes: [{ id, balance: money(2) }] } } };
      await beforeAnswer();
      const begin = Number(after ?? 0);
      const pageInfo = { hasNextPage: true, endCursor: String(begin + 50) };
      const transactions = { nodes: nodes.slice(begin, begin + 50), pageInfo };
      return { storeCreditAccount: { balance: money(2 * (first + 499)), transactions } };
    },
  } as never;
}

test("of two first comparisons of a long account at the same time, one opens it and the other is repeated", async () => {
  const person = nextPerson();
  const id = `gid://shopify/StoreCreditAccount/long-${person}`;
  const [{ reconcileAccount }, { withShop }] = await Promise.all([
    import("~/domain/ledger/reconcile/reconcile-account.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const compare = (adminApi: AdminApi) =>
    reconcileAccount({ shop: DEMO, adminApi, call: { priority: "bulk" } }, person);
  const isRead = vi.fn();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // It reads Shopify before the newest transaction was made.
  const early = compare(
    longAccount(id, 6, () => {
      isRead();
      return answered;
    }),
  );
  await expect.poll(() => isRead.mock.calls.length).toBe(1);
  const late = await withShop(DEMO, async (tx) => {
    // Opening an account waits for its customer.
    await tx.$client.query("SELECT FROM customers WHERE shop = $1 AND id = $2 FOR UPDATE", [DEMO, person]);
    const comparing = compare(longAccount(id, 7));
    await expect.poll(countWaitingSessions).toBe(1);
    answer();
    await expect.poll(countWaitingSessions).toBe(2);
    return { comparing };
  });
  expect(await late.comparing).toEqual({ state: "compared", recorded: 501, differenceCents: 0 });
  expect(await early).toEqual({ state: "busy" });
  expect((await ledger.balances([person]))[0]?.ours).toBe(1_012);
});

test("a difference is listed with its time until it is resolved", async () => {
  const { store } = shop.localStore;
  const { runLedgerCheck } = await import("~/domain/ledger/reconciliation/check-ledger.server");
  const { database } = await import("~/platform/db/pool.server");
  const person = nextPerson();
  await ledger.post("Credit", person, 900);
  await ledger.dispatch();
  expect(await runLedgerCheck(DEMO)).toEqual([]);
  // One customer's balance is changed in the database, and another one's external transaction is deleted.
  await database().query(
    "UPDATE credit_accounts SET balance_cents = 901 WHERE shop = $1 AND customer_id = $2",
    [DEMO, person],
  );
  expect(await runLedgerCheck(DEMO)).toEqual([
    expect.objectContaining({ kind: "sum", customerId: person, oursCents: 901, theirsCents: 900 }),
  ]);
  await ledger.reconcile(person);
  await database().query(
    "UPDATE credit_accounts SET balance_cents = 900 WHERE shop = $1 AND customer_id = $2",
    [DEMO, person],
  );
  expect(await runLedgerCheck(DEMO)).toEqual([]);
  await store.pool.query(
    "DELETE FROM store_credit_transactions WHERE account_id = (SELECT id FROM store_credit_accounts WHERE customer_id = $1)",
    [person],
  );
  await store.pool.query("UPDATE store_credit_accounts SET balance_cents = 0 WHERE customer_id = $1", [
    person,
  ]);
  await ledger.reconcile(person);
  const { rows } = await database().query<{
    kind: string;
    ours: number;
    theirs: number;
    what: string;
    open: boolean;
  }>(
    `SELECT kind, ours_cents::int AS ours, theirs_cents::int AS theirs, what, ended_at IS NULL AS open
       FROM ledger_differences WHERE customer_id = $1 ORDER BY id`,
    [person],
  );
  expect(rows).toEqual([
    expect.objectContaining({ kind: "sum", ours: 901, theirs: 900, open: false }),
    {
      kind: "shopify",
      ours: 900,
      theirs: 0,
      what: expect.stringMatching(
        /^The ledger has more than Shopify\. Shopify doesn't have: Credit "Test" of /,
      ),
      open: true,
    },
  ]);
});

test("an erased customer's postings stay under a negative id with the same sums", async () => {
  const person = nextPerson();
  await ledger.post("Credit", person, 1_234);
  await ledger.dispatch();
  await placeOrder(shop.localStore.store, DEMO, { customerId: person, totalCents: 34 });
  await ledger.reconcile(person);
  const { database } = await import("~/platform/db/pool.server");
  const { runLedgerCheck } = await import("~/domain/ledger/reconciliation/check-ledger.server");
  const sums = async () =>
    (
      await database().query(
        "SELECT account, sum(amount_cents)::text AS cents FROM ledger_entries WHERE shop = $1 GROUP BY account ORDER BY account",
        [DEMO],
      )
    ).rows;
  const before = await sums();
  await redactCustomer(DEMO, { id: person, email: "erased@students.example", phone: null });
  expect(await sums()).toEqual(before);
  expect(await runLedgerCheck(DEMO)).toEqual([]);
  const { rows } = await database().query(
    `SELECT account.customer_id::int AS id, name, email, balance_cents::int AS balance, string_agg(reference, ', ' ORDER BY number) AS reference
       FROM credit_accounts AS account JOIN ledger_postings USING (shop, customer_id) WHERE account.customer_id < 0 GROUP BY 1, 2, 3, 4`,
  );
  expect(rows).toEqual([{ id: -1, name: "Erased", email: null, balance: 1_200, reference: "Test, Order" }]);
});
