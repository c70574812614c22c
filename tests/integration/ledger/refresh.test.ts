import { afterAll, beforeAll, expect, test } from "vitest";
import { addCredit, deductCredit } from "../../../local-store/credit/change-credit.ts";
import { signedInCalls } from "../../support/calls.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let ledger: Awaited<ReturnType<typeof ledgerServices>>;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
let people: number[];
beforeAll(async () => {
  shop = await openTestShop("refresh");
  calls = await signedInCalls(shop);
  ledger = await ledgerServices(shop);
  people = await ledger.customers(6, "Refresh");
});
afterAll(() => shop.close());

const nextPerson = () => people.pop() as number;
const usd = (cents: number) => ({ cents, currency: "USD" });
const signal = () => new AbortController().signal;
const statementOf = async (id: number) =>
  (await calls.credits.statement({ id: String(id) })).statement ?? { balanceCents: null, lines: [] };
const query = async (text: string, values?: unknown[]) => {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(text, values);
};
/** Makes the last comparison of an account older. */
const age = (id: number, interval: string) =>
  query(
    "UPDATE credit_accounts SET compared_at = compared_at - $3::interval WHERE shop = $1 AND customer_id = $2",
    [DEMO, id, interval],
  );
/** Lets all expiring credits of the ledger have expired so long ago. Its postings are append-only otherwise. */
const setExpiry = (ago: string) =>
  query(
    `SET LOCAL session_replication_role = replica;
     UPDATE ledger_postings SET expires_at = now() - interval '${ago}' WHERE expires_at IS NOT NULL`,
  );
const compareQueued = async () => {
  const { reconcileQueued } = await import("~/domain/ledger/reconcile/reconcile-queued.server");
  await reconcileQueued.run(DEMO, signal());
};
const credited = async (id: number, cents: number, expiresAt?: Date) => {
  await ledger.post("Credit", id, cents, expiresAt);
  await ledger.dispatch();
};

test("a confirmed posting is a comparison with Shopify", async () => {
  const person = nextPerson();
  await credited(person, 5_000);
  const { list } = await calls.credits.customers({ search: `Refresh Number6` });
  expect(list).toMatchObject([{ shopifyCustomerId: String(person), balanceCents: 5_000 }]);
  expect(Math.abs(Date.now() - Date.parse(list[0]?.comparedAt ?? ""))).toBeLessThan(60_000);
});

test("an account is read again when its known expiry has passed, and again an hour later", async () => {
  const { store } = shop.localStore;
  const person = nextPerson();
  await credited(person, 5_000, new Date(Date.now() + 86_400_000));
  await credited(person, 1_000);
  const expire = "SET expires_at = now() - interval '1 minute' WHERE expires_at IS NOT NULL";
  await setExpiry("1 minute");
  await store.pool.query(
    `UPDATE store_credit_transactions ${expire} AND account_id = (SELECT id FROM store_credit_accounts WHERE customer_id = $1)`,
    [person],
  );
  await age(person, "2 minutes");
  expect(await statementOf(person)).toMatchObject({ balanceCents: 6_000 });
  await compareQueued();
  expect(await statementOf(person)).toMatchObject({
    balanceCents: 1_000,
    lines: [{ type: "Expiry", amountCents: -5_000 }, { type: "Credit" }, { type: "Credit" }],
  });
  // Shopify may book the expiry late: an hour later the account is compared again, for the last time.
  await setExpiry("61 minutes");
  await addCredit(store, DEMO, { customer: person }, usd(7));
  await compareQueued();
  expect(await statementOf(person)).toMatchObject({ balanceCents: 1_000 });
  await age(person, "10 minutes");
  await compareQueued();
  expect(await statementOf(person)).toMatchObject({ balanceCents: 1_007 });
});

test("opening a statement records what was changed in Shopify", async () => {
  const { store } = shop.localStore;
  const person = nextPerson();
  await credited(person, 5_000);
  await addCredit(store, DEMO, { customer: person }, usd(5_000));
  await age(person, "1 minute");
  const { comparedAt } = await calls.credits.refresh({ id: String(person) });
  expect(await statementOf(person)).toMatchObject({ balanceCents: 10_000, comparedAt });
  // Without an answer from Shopify, the statement is as of the last comparison.
  await age(person, "1 minute");
  const before = (await statementOf(person)) as { comparedAt?: string };
  store.faults.set(DEMO, { denied: 1 });
  expect(await calls.credits.refresh({ id: String(person) })).toMatchObject({
    comparedAt: before.comparedAt,
  });
  store.faults.reset(DEMO);
});

test("accounts are read again before something is posted to them", async () => {
  const { store } = shop.localStore;
  const [some, other] = [nextPerson(), nextPerson()];
  await credited(some, 5_000);
  await credited(other, 5_000);
  await deductCredit(store, DEMO, { customer: some }, usd(4_000));
  await age(some, "1 hour");
  await age(other, "1 hour");
  const body = { ids: `${some},${other}`, amount: "20.00", reference: "Too much for one" };
  const { list } = await calls.credits.adjustBalances({ headers: {}, body });
  expect(list).toMatchObject([
    { id: String(some), state: "FAILED", problem: "The customer doesn't have that much credit." },
    { id: String(other), state: "PENDING" },
  ]);
  expect(await statementOf(some)).toMatchObject({ balanceCents: 1_000 });
  await ledger.dispatch();
});

test("the check compares with Shopify before it says that all balances match", async () => {
  const { store } = shop.localStore;
  const { checkLedger } = await import("~/domain/ledger/reconciliation/check-ledger.server");
  const person = nextPerson();
  await credited(person, 5_000);
  await checkLedger.run(DEMO, signal());
  const { compared: before } = await calls.ledgerProof.read();
  await addCredit(store, DEMO, { customer: person }, usd(5_000));
  await checkLedger.run(DEMO, signal());
  const { compared, differences, proof } = await calls.ledgerProof.read();
  expect(await statementOf(person)).toMatchObject({ balanceCents: 10_000 });
  expect({ differences, waiting: compared.waiting }).toEqual({ differences: 0, waiting: 0 });
  expect(compared.accounts).toBe(compared.total);
  expect(compared.shopifyCents).toBe(before.shopifyCents + 5_000);
  expect(compared.shopifyCents).toBe(proof?.owedCents);
  expect(Date.parse(compared.oldestAt ?? "")).toBeGreaterThan(Date.parse(before.latestAt ?? ""));
  // Without an answer from Shopify, the ledger is checked, and the comparison stays as old as it is.
  store.faults.set(DEMO, { denied: 1 });
  await checkLedger.run(DEMO, signal());
  store.faults.reset(DEMO);
  expect((await calls.ledgerProof.read()).compared).toEqual(compared);
});
