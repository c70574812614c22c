/** The erasure of a customer and the mirror's own transactions about their orders. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { redactCustomer } from "../../support/erasure.ts";
import { refreshMirror } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { LINES, mirrored, place } from "./support.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("orders_erasure");
  await signIn([shop.token("1")]);
});
afterAll(() => shop.close());

const modules = async () => {
  const [redaction, withShop, orders, mirror, customer, lock] = await Promise.all([
    import("~/platform/db/transaction.server"),
    import("~/platform/db/with-shop.server"),
    import("~/domain/orders/mirror.server"),
    import("~/domain/orders/mirror.server"),
    import("~/domain/customers/hooks.server"),
    import("~/domain/customers/read-tags.server"),
  ]);
  return { ...redaction, ...withShop, ...orders, ...mirror, ...customer, ...lock };
};

/** An order as the mirror gets it from Shopify. */
async function readOrder(id: number) {
  const [{ readOrdersFromShopify }, { liveAdminApi }] = await Promise.all([
    import("~/domain/orders/mirror.server"),
    import("~/connectors/shopify/live.server"),
  ]);
  const [row] = await readOrdersFromShopify(liveAdminApi(DEMO), [id], {});
  if (!row) throw new Error("The store doesn't have the order.");
  return row;
}

const ERASED = { customerId: null, total: 6800, lines: [{}, {}, { attributes: [] }] };

test("orders are locked in the mirror's order, so that an erasure and a write don't deadlock", async () => {
  const older = await place(shop.localStore);
  const { customerId } = older;
  const { order } = await placeOrder(shop.localStore.store, DEMO, { customerId, order: { lines: LINES } });
  const [first, second] = [await readOrder(older.id), await readOrder(order?.id ?? 0)];
  const { eraseOrders, ordersMirror, withRedaction, withShop } = await modules();
  for (const row of [second, first]) await withShop(DEMO, (tx) => ordersMirror.write(tx, DEMO, [row]));
  // Of so few rows PostgreSQL then reads the table itself, which has the newer one first.
  await (await import("~/platform/db/pool.server")).database().query("ANALYZE orders");
  const { erasing } = await withShop(DEMO, async (tx) => {
    await ordersMirror.write(tx, DEMO, [first]);
    const erasing = withRedaction((client) =>
      eraseOrders.erase(client, { shop: DEMO, customerId, contacts: [] }),
    );
    await expect.poll(countWaitingSessions).toBe(1);
    await ordersMirror.write(tx, DEMO, [second]);
    return { erasing };
  });
  await erasing;
  for (const { name } of [first, second]) expect(await mirrored(name)).toMatchObject(ERASED);
});

test("an order that the mirror first gets from a reading before the erasure comes without the customer", async () => {
  const { id, name, customerId } = await place(shop.localStore);
  await refreshMirror([customerId]);
  const { eraseCustomer, lockCustomer, ordersMirror, withRedaction } = await modules();
  const { reading } = await withRedaction(async (client) => {
    await lockCustomer(client, DEMO, customerId);
    const reading = ordersMirror.readIntoMirror(DEMO, [id], { priority: "bulk" });
    await expect.poll(countWaitingSessions).toBe(1);
    await eraseCustomer.erase(client, { shop: DEMO, customerId, contacts: [] });
    return { reading };
  });
  await reading;
  expect(await mirrored(name)).toMatchObject(ERASED);
});

test("an order that is being added when its customer is erased is erased, too", async () => {
  const { id, name, customerId } = await place(shop.localStore);
  await refreshMirror([customerId]);
  const row = await readOrder(id);
  const { ordersMirror, withShop } = await modules();
  const { erasing } = await withShop(DEMO, async (tx) => {
    await ordersMirror.write(tx, DEMO, [row]);
    const erasing = redactCustomer(DEMO, { id: customerId });
    await expect.poll(countWaitingSessions).toBe(1);
    return { erasing };
  });
  await erasing;
  expect(await mirrored(name)).toMatchObject(ERASED);
});

test("an order that is read after the erasure is as Shopify has it", async () => {
  const { id, name, customerId } = await place(shop.localStore);
  await redactCustomer(DEMO, { id: customerId });
  const { ordersMirror } = await modules();
  await ordersMirror.readIntoMirror(DEMO, [id], { priority: "bulk" });
  expect(await mirrored(name)).toMatchObject({ customerId });
});
