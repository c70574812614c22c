import type { Order } from "~/domain/orders/read-orders.server";
import { createCustomer } from "../../../local-store/data/customers.ts";
import type { LocalStore } from "../../../local-store/main.ts";
import type { NewOrderLine } from "../../../local-store/orders/insert-order.ts";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { rebuildsOf } from "../../support/jobs.ts";
import { DEMO } from "../../support/test-shop.ts";

/** Two lines of a bundle, and one of its own. */
export const LINES: NewOrderLine[] = [
  ...["LAMP", "SHADE"].map((sku) => ({
    title: sku,
    sku,
    quantity: 2,
    price_cents: 1500,
    line_group: { id: 77, title: "Lamp set", quantity: 2, variantId: null, variantSku: "LAMP-SET" },
  })),
  {
    title: "Mug",
    sku: "MUG",
    quantity: 1,
    price_cents: 900,
    discounts: [{ code: null, cents: 100 }],
    properties: [{ key: "Engraving", value: "Otto" }],
  },
];

/** Places an order of a new customer in the store. */
export async function place({ store }: LocalStore, lines = LINES) {
  const { customer } = await createCustomer(store, DEMO, { firstName: "Otto", lastName: "Order" });
  const customerId = customer?.id ?? 0;
  const { order } = await placeOrder(store, DEMO, { customerId, order: { lines, tags: ["demo"] } });
  if (!order) throw new Error("The order was refused.");
  return { id: order.id, customerId, name: `#${order.number}` };
}

/** Reads the orders that webhooks reported again, as a worker would. */
export async function refreshOrders(): Promise<void> {
  const { ordersMirror } = await import("~/domain/orders/mirror.server");
  await ordersMirror.refreshTask.run(DEMO, new AbortController().signal);
}

/** Runs a rebuild as a worker would. */
export async function rebuildOrders(): Promise<void> {
  const [{ ordersMirror }, { withShop }, { BACKROOM }, { runJob }] = await Promise.all([
    import("~/domain/orders/mirror.server"),
    import("~/platform/db/with-shop.server"),
    import("~/platform/auth/permission"),
    import("~/platform/jobs/run-job.server"),
  ]);
  const { rebuildJob, startRebuild } = ordersMirror;
  const started = await withShop(DEMO, (tx) => startRebuild(tx, DEMO, BACKROOM));
  // The first sign-in may have queued one.
  const jobId = started || ((await rebuildsOf("orders"))[0]?.id ?? "");
  await runJob(DEMO, jobId, new Map([[rebuildJob.name, rebuildJob]]), new AbortController().signal);
}

/** Declares a module's handler for changed orders, beside those of the application. @returns the names that it gets */
export async function listenToOrderChanges(): Promise<string[]> {
  const [{ app }, { installHooks }, { orderChanges }] = await Promise.all([
    import("~/app.server"),
    import("~/core/hook.server"),
    import("~/domain/orders/mirror.server"),
  ]);
  const names: string[] = [];
  const handler = orderChanges.handler(async (_tx, _shop, orders) => {
    names.push(...orders.map(({ name }) => name));
  });
  installHooks([...app.hooks, handler]);
  return names;
}

/** An order of the mirror by its name. */
export async function mirrored(name: string): Promise<Order | null> {
  const [{ orderByName }, { withShop }] = await Promise.all([
    import("~/domain/orders/read-orders.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  return withShop(DEMO, (tx) => orderByName(tx, name));
}
