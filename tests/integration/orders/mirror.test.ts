import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createOrder } from "../../../local-store/orders/create-order.ts";
import { addFulfillmentEvent, fulfillOrder } from "../../../local-store/orders/fulfill-order.ts";
import { cancelOrder, refundOrder } from "../../../local-store/orders/refund-order.ts";
import { addOrderTags } from "../../../local-store/orders/update-order.ts";
import { createReturn } from "../../../local-store/returns/open-return.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { deliver, queuedDeliveries } from "../../guarantees/support/webhooks.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { LINES, listenToOrderChanges, mirrored, place, rebuildOrders, refreshOrders } from "./support.ts";

let shop: TestShop;
let queuedBefore = 0;

beforeAll(async () => {
  shop = await openTestShop("orders_mirror");
  await signIn([shop.token("1")]);
});
beforeEach(async () => {
  queuedBefore = (await queuedDeliveries(shop.localStore, DEMO)).at(-1)?.id ?? 0;
  shop.localStore.store.counters.reset(DEMO);
});
afterAll(() => shop.close());

const store = () => shop.localStore.store;
async function query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows as Row[];
}
const reads = () => store().counters.of(DEMO).requests.OrdersByIds ?? 0;
type Queued = Awaited<ReturnType<typeof queuedDeliveries>>;
/** Delivers what the store has queued. @param arrange duplicates or reorders it */
async function receive(arrange: (deliveries: Queued) => Queued = (all) => all): Promise<void> {
  const queued = await queuedDeliveries(shop.localStore, DEMO, queuedBefore);
  queuedBefore = queued.at(-1)?.id ?? queuedBefore;
  for (const delivery of arrange(queued)) expect(await deliver(delivery)).toBe(200);
}

test("a new order arrives with its lines, bundles and discounts, and is reported to other modules", async () => {
  const { id, name, customerId } = await place(shop.localStore);
  const names = await listenToOrderChanges();
  await receive();
  await refreshOrders();
  expect(await mirrored(name.slice(1))).toMatchObject({
    number: id,
    name,
    customerId,
    financialStatus: "PAID",
    fulfillmentStatus: "UNFULFILLED",
    returnStatus: "NO_RETURN",
    risk: "NONE",
    tags: ["demo"],
    total: 6800,
    discount: 100,
    lines: [
      {
        sku: "LAMP",
        quantity: 2,
        price: 1500,
        total: 3000,
        group: { title: "Lamp set", sku: "LAMP-SET", quantity: 2 },
      },
      { sku: "SHADE", group: { title: "Lamp set" } },
      { sku: "MUG", total: 800, group: null, attributes: [{ key: "Engraving", value: "Otto" }] },
    ],
  });
  expect(names).toEqual([name]);
});

test("duplicates in reverse order end in the store's state, and a late one isn't read", async () => {
  const { id, name } = await place(shop.localStore);
  await addOrderTags(store(), DEMO, id, ["gift"]);
  await fulfillOrder(store(), DEMO, id, { tracking: { number: "1Z999" } });
  await receive((all) => all.flatMap((one) => [one, one]).reverse());
  await refreshOrders();
  expect(await mirrored(name)).toMatchObject({ tags: ["demo", "gift"], fulfillmentStatus: "FULFILLED" });
  const first = reads();
  const late = { id, updated_at: "2020-01-01T00:00:00Z" };
  expect(await deliver({ shop: DEMO, topic: "orders/updated", payload: late })).toBe(200);
  await refreshOrders();
  expect(reads()).toBe(first);
});

test("deliveries and returns, whose webhooks name the order only, are read from the store", async () => {
  const { id, name } = await place(shop.localStore);
  const { fulfillment } = await fulfillOrder(store(), DEMO, id);
  await addFulfillmentEvent(store(), DEMO, fulfillment?.id ?? 0, { status: "DELIVERED" });
  const lines = [
    { fulfillmentLineId: fulfillment?.lines[0]?.id ?? 0, quantity: 1, reason: "COLOR" as const },
  ];
  await createReturn(store(), DEMO, id, lines);
  await refundOrder(store(), DEMO, id, { cents: 500, to: "credit" });
  await receive((all) => all.filter(({ topic }) => /^(returns|fulfillment_events)/.test(topic)));
  await refreshOrders();
  expect(await mirrored(name)).toMatchObject({
    returnStatus: "IN_PROGRESS",
    deliveredAt: expect.any(Date),
    financialStatus: "PARTIALLY_REFUNDED",
    refunded: 500,
  });
});

test("a rebuild makes the mirror equal to the store, with every line of a long order", async () => {
  const long = Array.from({ length: 130 }, (_, index) => ({ ...LINES[2], title: `Mug ${index}` }));
  const { id, name } = await place(shop.localStore, long as typeof LINES);
  const canceled = await place(shop.localStore);
  await cancelOrder(store(), DEMO, canceled.id);
  await rebuildOrders();
  expect(await mirrored(canceled.name)).toMatchObject({
    cancelledAt: expect.any(Date),
    refunded: 6800,
    lines: [{ currentQuantity: 0 }, {}, {}],
  });
  const rebuilt = await mirrored(name);
  expect(rebuilt?.lines).toHaveLength(130);
  const { rows } = await store().pool.query<{ count: number }>(
    "SELECT count(*) AS count FROM orders WHERE shop = $1",
    [DEMO],
  );
  expect(await query("SELECT count(*)::int AS count FROM orders WHERE shop = $1", [DEMO])).toEqual(rows);
  // Read by id it is the same, in pages of its lines.
  await query("UPDATE orders SET updated_at = 'epoch' WHERE id = $1", [id]);
  const { ordersMirror } = await import("~/domain/orders/mirror.server");
  await ordersMirror.readIntoMirror(DEMO, [id], { priority: "bulk" });
  expect(await mirrored(name)).toEqual(rebuilt);
});

test("erasing a customer keeps the amounts without the person", async () => {
  const { name, customerId } = await place(shop.localStore);
  await receive();
  await refreshOrders();
  const [{ eraseOrders }, { database }] = await Promise.all([
    import("~/domain/orders/mirror.server"),
    import("~/platform/db/pool.server"),
  ]);
  const client = await database().connect();
  const person = { shop: DEMO, customerId, contacts: [] };
  expect(await eraseOrders.report?.(client, person)).toEqual({ orders: 1 });
  await eraseOrders.erase(client, person);
  client.release();
  expect(await mirrored(name)).toMatchObject({
    customerId: null,
    total: 6800,
    lines: [{}, {}, { attributes: [] }],
  });
});

test("a reading that began before an erasure doesn't bring the customer back", async () => {
  const { id, name, customerId } = await place(shop.localStore);
  await receive();
  await refreshOrders();
  const [{ eraseOrders }, { ordersMirror }, { withRedaction }] = await Promise.all([
    import("~/domain/orders/mirror.server"),
    import("~/domain/orders/mirror.server"),
    import("~/platform/db/transaction.server"),
  ]);
  const { reading } = await withRedaction(async (client) => {
    await client.query("SELECT FROM orders WHERE id = $1 FOR UPDATE", [id]);
    const reading = ordersMirror.readIntoMirror(DEMO, [id], { priority: "bulk" });
    await expect.poll(countWaitingSessions).toBe(1);
    await eraseOrders.erase(client, { shop: DEMO, customerId, contacts: [] });
    return { reading };
  });
  await reading;
  expect(await mirrored(name)).toMatchObject({ customerId: null, lines: [{}, {}, { attributes: [] }] });
});

test("orders are found by customer and by discount code, whatever name an app gave them", async () => {
  const { customerId } = await place(shop.localStore);
  const { order } = await createOrder(store(), DEMO, {
    order: {
      currency: "USD",
      lines: [{ title: "Mug", quantity: 1, price_cents: 900, discounts: [{ code: "MUG-1", cents: 900 }] }],
      discount_codes: [{ code: "MUG-1", type: "fixed_amount", cents: 900 }],
      name: "CA-17",
    },
    customer: { id: customerId },
    payments: [],
    metafields: [],
    inventory: "BYPASS",
  });
  await receive();
  await refreshOrders();
  const [{ ordersOfCustomer, ordersWithCodes }, { withShop }] = await Promise.all([
    import("~/domain/orders/read-orders.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  await withShop(DEMO, async (tx) => {
    expect((await ordersOfCustomer(tx, customerId, 10)).map(({ number }) => number)).toContain(order?.id);
    expect(await ordersOfCustomer(tx, customerId, 1)).toHaveLength(1);
    expect((await ordersWithCodes(tx, ["MUG-1", "NONE"])).map(({ name }) => name)).toEqual(["CA-17"]);
  });
  expect(await mirrored("CA-17")).toMatchObject({ total: 0, discountCodes: ["MUG-1"] });
});

test("what a mutation answered is in the mirror before its webhook", async () => {
  const { id, name } = await place(shop.localStore);
  const [{ writeThroughOrders }, { orderIn, ordersByIds }, { liveAdminApi }, { withShop }] =
    await Promise.all([
      import("~/domain/orders/mirror.server"),
      import("~/connectors/shopify/operations/orders"),
      import("~/connectors/shopify/live.server"),
      import("~/platform/db/with-shop.server"),
    ]);
  const { nodes } = await liveAdminApi(DEMO).run(ordersByIds, { ids: [`gid://shopify/Order/${id}`] });
  const answered = nodes.flatMap((node) => orderIn(node) ?? []);
  await withShop(DEMO, (tx) => writeThroughOrders(tx, DEMO, answered));
  expect(await mirrored(name)).toMatchObject({ number: id, total: 6800 });
});
