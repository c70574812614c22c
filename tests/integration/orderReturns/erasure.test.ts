/** Returns whose customer is erased while they are created or received. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { redactCustomer } from "../../support/erasure.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { refreshMirror } from "../../support/people.ts";
import { createReturn, findOrder, fulfilledOrder, outsideOf, setUpUps } from "../../support/returns.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { refusalOf } from "../console/two-shops.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof setUpUps>>;
beforeAll(async () => {
  shop = await openTestShop("erased-returns");
  owner = await setUpUps(shop);
});
afterEach(() => void shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

type Order = Awaited<ReturnType<typeof fulfilledOrder>>;
const create = (order: Order) => createReturn(shop, owner, order, { LAMP: 1 });
const query = async (text: string, values?: unknown[]) => {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return (await withShop(DEMO, (tx) => tx.$client.query(text, values))).rows;
};
const erase = ({ customerId: id }: Order) => redactCustomer(DEMO, { id });
const finish = async () => {
  await query("UPDATE return_cases SET lease_until = now() - interval '1 second' WHERE state = 'started'");
  const { finishOpenReturns } = await import("~/functions/orderReturns/finish-open-returns.server");
  await finishOpenReturns.run(DEMO, new AbortController().signal);
};

const REFUSED = { success: false, upsError: true, reason: "The person was erased." };

/** The label isn't stored, and everything outside was undone. */
async function expectUndone(order: Order) {
  expect(await query("SELECT id FROM attachments")).toEqual([]);
  expect(await query("SELECT attachment_id FROM attachment_parts")).toEqual([]);
  expect(
    await query("SELECT state, sender, customer_id, label_id FROM return_cases WHERE order_id = $1", [
      order.orderId,
    ]),
  ).toEqual([{ state: "failed", sender: null, customer_id: null, label_id: null }]);
  expect(await outsideOf(shop, [order.id])).toEqual({ labels: [], returns: [] });
}

test("a label that arrives after the erasure isn't stored, and the return is undone", async () => {
  const order = await fulfilledOrder(shop);
  const ups = await shop.localStore.store.pool.connect();
  try {
    await ups.query("BEGIN; LOCK TABLE ups_shipments IN ACCESS EXCLUSIVE MODE");
    const creating = create(order);
    const isBuying = async () =>
      (
        await ups.query(
          "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'ups_shipments'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        )
      ).rowCount;
    await expect.poll(isBuying).toBe(1);
    await erase(order);
    await ups.query("COMMIT");
    expect(await creating).toMatchObject(REFUSED);
  } finally {
    ups.release();
  }
  await expectUndone(order);
});

test("a label that is being stored during the erasure is removed again", async () => {
  const order = await fulfilledOrder(shop);
  const [{ database }, { withRedaction }, { eraseReturnCases }] = await Promise.all([
    import("~/platform/db/pool.server"),
    import("~/platform/db/transaction.server"),
    import("~/functions/orderReturns/erase-return-cases.server"),
  ]);
  const blocker = await database().connect();
  try {
    await blocker.query("BEGIN; LOCK TABLE attachments IN SHARE MODE");
    const creating = create(order);
    await expect.poll(countWaitingSessions).toBe(1);
    await withRedaction(async (client) => {
      await eraseReturnCases.erase(client, { shop: DEMO, customerId: order.customerId, contacts: [] });
      // From here on, the label is inserted, which the erasure of attachments doesn't see.
      await blocker.query("COMMIT");
      const isRecording = async () =>
        (
          await client.query(
            "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))",
          )
        ).rowCount;
      await expect.poll(isRecording).toBe(1);
    });
    expect(await creating).toMatchObject(REFUSED);
  } finally {
    blocker.release();
  }
  await expectUndone(order);
});

test("a label that the erasure deletes before it is announced isn't announced empty, and the return is undone", async () => {
  const order = await fulfilledOrder(shop);
  const { attachmentStore } = await import("~/core/attachments/attachment-store.server");
  const { read } = attachmentStore;
  const spy = vi.spyOn(attachmentStore, "read").mockImplementationOnce(async (...given) => {
    await erase(order);
    return read(...given);
  });
  try {
    expect(await create(order)).toMatchObject(REFUSED);
  } finally {
    spy.mockRestore();
  }
  await expectUndone(order);
});

test("a return that is finished after the erasure stores no label, and is undone", async () => {
  const order = await fulfilledOrder(shop);
  shop.localStore.store.faults.setFor(DEMO, "ReturnCreate", { cutAfterCommit: 1 });
  expect(await refusalOf(create(order))).toMatchObject({ status: 502 });
  shop.localStore.store.faults.reset(DEMO);
  await erase(order);
  await finish();
  await expectUndone(order);
});

/** Receives all items of a new return to store credit. */
const receive = async (order: Order) => owner.orderReturns.process(await openReceipt(order));

/** Creates a return. @returns the request that receives all of its items to store credit */
async function openReceipt(order: Order) {
  await create(order);
  const [row] = (await findOrder(shop, owner, order)).returns;
  const returnId = row?.return_id ?? "";
  const { lines, amounts } = await owner.orderReturns.receipt({ return_id: returnId });
  return {
    return_id: returnId,
    lines: lines.map(({ id }) => ({ id, disposition: "NOT_RESTOCKED" as const })),
    refund_to: "storeCredit" as const,
    refund_cents: amounts.refund,
    operationId: randomUUID(),
  };
}

test("an erasure waits for the end of a return, also while that waits for the ledger", async () => {
  const order = await fulfilledOrder(shop);
  await refreshMirror([order.customerId]);
  await (await ledgerServices(shop)).post("Credit", order.customerId, 500);
  const { database } = await import("~/platform/db/pool.server");
  const ledger = await database().connect();
  try {
    await ledger.query("BEGIN");
    await ledger.query("SELECT 1 FROM credit_accounts WHERE customer_id = $1 FOR UPDATE", [order.customerId]);
    const receiving = receive(order);
    await expect.poll(countWaitingSessions).toBe(1);
    const erasing = erase(order);
    await expect.poll(countWaitingSessions).toBe(2);
    await ledger.query("COMMIT");
    expect((await receiving).msg).toContain("is being added to the customer's store credit.");
    await erasing;
  } finally {
    ledger.release();
  }
  expect(
    await query("SELECT state, customer_id FROM return_refunds WHERE order_id = $1", [order.orderId]),
  ).toEqual([{ state: "done", customer_id: null }]);
});

test("a receipt that is finished after the erasure gives no credit, and doesn't advise to add it", async () => {
  const order = await fulfilledOrder(shop);
  const request = await openReceipt(order);
  shop.localStore.store.faults.setFor(DEMO, "ReturnProcess", { cutAfterCommit: 1 });
  expect(await refusalOf(owner.orderReturns.process(request))).toMatchObject({ status: 502 });
  shop.localStore.store.faults.reset(DEMO);
  await erase(order);
  const { finishOpenProcessing } = await import("~/functions/orderReturns/process-return.server");
  await finishOpenProcessing.run(DEMO, new AbortController().signal);
  expect(await owner.orderReturns.process(request)).toMatchObject({
    msg: expect.stringMatching(
      /were received\. The credit of \$10\.00 was refused: The customer was erased\.$/,
    ),
    is_complete: false,
  });
  // Finished in the background, so its result is where the next person looks for it.
  const { attempts } = await owner.orderReturns.open({});
  const attempt = attempts.find(({ id }) => id === request.operationId);
  expect(attempt).toMatchObject({
    is_pending: false,
    result: expect.stringMatching(/ was received, but its credit was refused: The customer was erased\.$/),
  });
  await owner.orderReturns.dismiss({ id: attempt?.id ?? "" });
  expect((await owner.orderReturns.open({})).attempts).not.toContainEqual(attempt);
});
