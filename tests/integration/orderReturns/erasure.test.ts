/** Returns whose customer is erased while they are created or received. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { redactCustomer } from "../../support/erasure.ts";
import { createReturn, fulfilledOrder, outsideOf, setUpUps } from "../../support/returns.ts";
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
    import("~/platform/db/redaction.server"),
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

test("a return that is finished after the erasure stores no label, and is undone", async () => {
  const order = await fulfilledOrder(shop);
  shop.localStore.store.faults.setFor(DEMO, "ReturnCreate", { cutAfterCommit: 1 });
  expect(await refusalOf(create(order))).toMatchObject({ status: 502 });
  shop.localStore.store.faults.reset(DEMO);
  await erase(order);
  await finish();
  await expectUndone(order);
});
