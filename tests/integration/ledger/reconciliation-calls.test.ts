import { afterAll, beforeAll, expect, test } from "vitest";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { signedInCalls } from "../../support/calls.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { queuedTasks } from "../../support/queue.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let ledger: Awaited<ReturnType<typeof ledgerServices>>;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("proof_calls");
  calls = await signedInCalls(shop);
  ledger = await ledgerServices(shop);
});
afterAll(() => shop.close());

test("the status, the differences and a customer's history are returned, and another shop sees none of them", async () => {
  const { checkLedger } = await import("~/domain/ledger/reconciliation/check-ledger.server");
  const [person] = (await ledger.customers(1, "Proven")) as [number];
  expect(await calls.ledgerProof.read()).toMatchObject({
    proof: null,
    differences: 0,
    compared: { accounts: 0 },
  });
  await ledger.post("Credit", person, 5_000);
  await ledger.dispatch();
  await placeOrder(shop.localStore.store, DEMO, { customerId: person, totalCents: 1_200 });
  await ledger.reconcile(person);
  await ledger.post("Adjustment", person, 9);
  await checkLedger.run(DEMO, new AbortController().signal);
  expect(await calls.ledgerProof.read()).toMatchObject({
    proof: { accounts: 1, postings: 3, entries: 4, owedCents: 3_800 },
    differences: 0,
    compared: { accounts: 1, waiting: 0 },
  });
  const history = await calls.ledgerProof.account({ customerId: person });
  expect(history).toMatchObject({ balanceCents: 3_800, heldCents: 9, shopifyBalanceCents: 3_800 });
  expect(history.lines).toEqual([
    expect.objectContaining({ type: "Adjustment", amountCents: -9, state: "PENDING", balanceCents: null }),
    expect.objectContaining({
      type: "Order",
      amountCents: -1_200,
      balanceCents: 3_800,
      shopifyBalanceCents: 3_800,
    }),
    expect.objectContaining({
      type: "Credit",
      amountCents: 5_000,
      balanceCents: 5_000,
      shopifyBalanceCents: 5_000,
    }),
  ]);
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE credit_accounts SET held_cents = 10 WHERE customer_id = $1", [person]);
  await checkLedger.run(DEMO, new AbortController().signal);
  const { rows } = await calls.ledgerProof.differences({});
  expect(rows).toEqual([
    expect.objectContaining({
      kind: "held",
      customerName: "Proven Number1",
      oursCents: 10,
      theirsCents: 9,
      endedAt: null,
    }),
  ]);
  const second = await signedInCalls(shop, "1", SECOND);
  expect((await second.ledgerProof.differences({})).rows).toEqual([]);
  await expect(second.ledgerProof.account({ customerId: person })).rejects.toMatchObject({ status: 404 });
});

test("both buttons start their task once, and without the flag nothing is returned", async () => {
  for (let press = 0; press < 3; press += 1) {
    expect(await calls.ledgerProof.prove()).toEqual({ started: true });
    expect(await calls.ledgerProof.compare()).toEqual({ started: true });
  }
  for (const task of ["ledger.compare-everything", "ledger.prove"])
    expect((await queuedTasks(task)).filter(({ shop }) => shop === DEMO)).toHaveLength(1);
  const withoutFlag = await signedInCalls(shop, "3");
  await expect(withoutFlag.ledgerProof.read()).rejects.toMatchObject({ status: 403 });
  await expect(withoutFlag.ledgerProof.prove()).rejects.toMatchObject({ status: 403 });
});
