/** The erasure of a customer and the mirror's own transactions about their orders. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { signIn } from "../../guarantees/support/flags.ts";
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
  const [redaction, withShop, orders, mirror] = await Promise.all([
    import("~/platform/db/redaction.server"),
    import("~/platform/db/with-shop.server"),
    import("~/domain/orders/erase-orders.server"),
    import("~/domain/orders/mirror.server"),
  ]);
  return { ...redaction, ...withShop, ...orders, ...mirror };
};

/** An order as the mirror gets it from Shopify. */
async function readOrder(id: number) {
  const [{ readOrdersFromShopify }, { liveAdminApi }] = await Promise.all([
    import("~/domain/orders/read-from-shopify.server"),
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
