import type { UpsAccess } from "~/connectors/ups/port";
import { createCustomer } from "../../local-store/data/customers.ts";
import { fulfillOrder } from "../../local-store/orders/fulfill-order.ts";
import { placeOrder } from "../../local-store/orders/place-order.ts";
import { upsAccountOf } from "../../local-store/ups/accounts.ts";
import { signedInCalls } from "./calls.ts";
import { DEMO, type TestShop } from "./test-shop.ts";

/** Where returns are sent. */
export const RECEIVER = {
  name: "Backroom Returns",
  lines: ["500 Dock Rd"],
  city: "Towson",
  state: "MD",
  zip: "21286",
  phone: "4105550100",
};

/** The shop's account at the stand-in. */
export function upsAccess({ localStore }: TestShop, domain = DEMO): UpsAccess {
  const { clientId, clientSecret, accountNumber } = upsAccountOf(domain);
  return { baseUrl: `${localStore.url}/ups`, clientId, key: clientSecret, accountNumber };
}

/** Sets UPS up as the owner does. @returns the owner's calls */
export async function setUpUps(shop: TestShop) {
  const owner = await signedInCalls(shop);
  const { baseUrl, clientId, key, accountNumber } = upsAccess(shop);
  await owner.connectors.ups.save({
    base_url: baseUrl,
    clientId,
    clientSecret: key,
    accountNumber,
    service: "03",
    packaging: "02",
    returnName: RECEIVER.name,
    returnAddress: RECEIVER.lines[0] ?? "",
    returnCity: RECEIVER.city,
    returnState: RECEIVER.state,
    returnZip: RECEIVER.zip,
    returnPhone: RECEIVER.phone,
  });
  return owner;
}

/** Ann Archer's. */
export const ADDRESS = {
  company: null,
  firstName: "Ann",
  lastName: "Archer",
  address1: "12 Main St",
  address2: "Apt 4",
  city: "Portland",
  provinceCode: "OR",
  province: "Oregon",
  zip: "97201",
  countryCode: "US",
  country: "United States",
  phone: "503-555-0100",
};

/** A fulfilled order of Ann Archer: three lamps of 2 lb each, an anvil of 35.5 lb twice, and a gift tag. @returns its ids */
export async function fulfilledOrder(
  { localStore: { store } }: Pick<TestShop, "localStore">,
  { address = ADDRESS, isFulfilled = true }: { address?: typeof ADDRESS | null; isFulfilled?: boolean } = {},
) {
  const { customer } = await createCustomer(store, DEMO, {
    firstName: "Ann",
    lastName: "Archer",
    email: null,
  });
  const line = (title: string, sku: string, quantity: number, grams: number) => ({
    title,
    sku,
    quantity,
    price_cents: 1_000,
    grams,
  });
  const { order } = await placeOrder(store, DEMO, {
    customerId: customer?.id ?? 0,
    order: {
      lines: [
        line("Lamp", "LAMP", 3, 907),
        line("Anvil", "ANVIL", 2, 16_103),
        line("Gift tag", "BDGIFTTAG", 1, 0),
      ],
      shipping_address: address,
    },
  });
  if (!order) throw new Error("The order was not placed.");
  if (isFulfilled) await fulfillOrder(store, DEMO, order.id, {});
  return { id: order.id, orderId: `gid://shopify/Order/${order.id}`, customerId: customer?.id ?? 0 };
}

/** What is at UPS and in Shopify of an order: labels that aren't voided, and returns that aren't canceled. */
export async function outsideOf(
  { localStore: { store } }: Pick<TestShop, "localStore">,
  orderIds: readonly number[],
) {
  const { rows: labels } = await store.pool.query<{ reference: string; tracking_number: string }>(
    "SELECT reference, tracking_number FROM ups_shipments WHERE shop = $1 AND voided_at IS NULL ORDER BY id",
    [DEMO],
  );
  const { rows: returns } = await store.pool.query<{
    order_id: number;
    note: string;
    tracking: string | null;
  }>(
    `SELECT r.order_id, r.lines->0->>'note' AS note, d.tracking_number AS tracking FROM order_returns r
     LEFT JOIN reverse_fulfillment_orders o ON o.shop = r.shop AND o.return_id = r.id
     LEFT JOIN reverse_deliveries d ON d.shop = o.shop AND d.reverse_fulfillment_order_id = o.id
     WHERE r.shop = $1 AND r.order_id = ANY($2) AND r.status <> 'CANCELED' ORDER BY r.id`,
    [DEMO, orderIds],
  );
  return { labels, returns };
}

type Owner = Awaited<ReturnType<typeof setUpUps>>;
type Order = Awaited<ReturnType<typeof fulfilledOrder>>;

/** What a search of the order by its number shows. */
export async function findOrder(
  { localStore: { store } }: Pick<TestShop, "localStore">,
  { orderReturns }: Owner,
  { id }: Pick<Order, "id">,
) {
  const { rows } = await store.pool.query("SELECT number FROM orders WHERE id = $1", [id]);
  const { data } = await orderReturns.search({ value: `#${rows[0].number}` });
  if (!data) throw new Error("The order was not found.");
  return data;
}

/** Creates a return. @param quantities by SKU, or by line id for lines that the order doesn't have */
export async function createReturn(
  shop: Pick<TestShop, "localStore">,
  owner: Owner,
  order: Order,
  quantities: Readonly<Record<string, number>>,
  more: Partial<Parameters<Owner["orderReturns"]["create"]>[0]> = {},
) {
  const { orderDetails } = await findOrder(shop, owner, order);
  const idBySku = new Map(orderDetails.lineItems.edges.map(({ node }) => [node.sku, node.id]));
  const lineItems = Object.entries(quantities).map(([sku, quantity]) => ({
    lineitem_id: idBySku.get(sku) ?? sku,
    quantity,
  }));
  return owner.orderReturns.create({ orderId: order.orderId, lineItems, isChecked1: false, ...more });
}

type Query = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

/** Finishes the returns that were left open, as if the leases of their processes had run out. */
export async function finishReturns(query: Query): Promise<void> {
  await query("UPDATE return_cases SET lease_until = now() - interval '1 second' WHERE state = 'started'");
  const { finishOpenReturns } = await import("~/functions/orderReturns/finish-open-returns.server");
  await finishOpenReturns.run(DEMO, new AbortController().signal);
}

/** The states of an order's returns here. */
export const readCaseStates = async (query: Query, orderId: string): Promise<unknown[]> =>
  (await query("SELECT state, failure FROM return_cases WHERE order_id = $1", [orderId])).rows;
