import type pg from "pg";
import { type Store, transaction } from "../data/database.ts";
import { findCustomer, findCustomerByEmail } from "../data/find-customers.ts";
import { shopifyNow } from "../data/instants.ts";
import { ValueTakenError } from "../data/metafield-definitions.ts";
import { type MetafieldToSet, setNewMetafields } from "../data/metafields.ts";
import { claimInventory } from "./claim-inventory.ts";
import { fulfillmentStatusOf, insertFulfillment, type Tracking } from "./fulfill-order.ts";
import {
  announceOrder,
  insertOrder,
  insertTransaction,
  type NewOrder,
  orderTotalCents,
} from "./insert-order.ts";
import { OrderRefusedError } from "./order-refused-error.ts";
import { type OrderChange, refusedOrder } from "./place-order.ts";
import { findOrder, linesOf } from "./read-orders.ts";
import type { Gateway, OrderRow } from "./rows.ts";

/** An order that an app creates, with its payments. Nothing is charged, and no store credit is spent. */
export interface AppOrder {
  order: Omit<NewOrder, "customer_id" | "financial_status">;
  customer: { id?: number | null; email?: string | null };
  /** Defaults to what the payments say. */
  financialStatus?: OrderRow["financial_status"] | null;
  payments: ReadonlyArray<{ kind: "SALE" | "AUTHORIZATION"; gateway: Gateway; cents: number }>;
  metafields: ReadonlyArray<Omit<MetafieldToSet, "ownerType" | "ownerId">>;
  inventory: "BYPASS" | "DECREMENT_IGNORING_POLICY" | "DECREMENT_OBEYING_POLICY";
  /** Creates the order as fulfilled. */
  fulfillment?: Tracking | null;
}

/** Creates an order as an app does. Queues `orders/create`, and `orders/paid` for a paid one. */
export async function createOrder(store: Store, shop: string, input: AppOrder): Promise<OrderChange> {
  return transaction<OrderChange>(store, async (client) => {
    const now = shopifyNow(store);
    const { lines } = input.order;
    if (lines.length === 0)
      throw new OrderRefusedError(
        ["order", "lineItems"],
        "Line items must have at least one line item",
        "INVALID",
      );
    if (lines.some(({ quantity }) => quantity < 1))
      throw new OrderRefusedError(["order", "lineItems"], "Quantity must be greater than 0", "INVALID");
    const customerId = await customerOf(client, shop, input.customer);
    if (input.inventory !== "BYPASS")
      await claimInventory(client, shop, lines, input.inventory === "DECREMENT_OBEYING_POLICY");
    const inserted = await insertOrder(
      client,
      shop,
      { ...input.order, customer_id: customerId, financial_status: financialStatusOf(input) },
      now,
    );
    for (const { kind, gateway, cents } of input.payments)
      await insertTransaction(client, inserted, now, { kind, gateway, amount_cents: cents });
    const [problem] = await setNewMetafields(client, shop, "ORDER", inserted.id, input.metafields, {
      now,
      path: ["order", "metafields"],
    });
    if (problem) throw new OrderRefusedError(problem.field, problem.message, "INVALID");
    const order = input.fulfillment ? await fulfilled(client, store, inserted, input.fulfillment) : inserted;
    await announceOrder(client, store, order);
    return { order, userErrors: [] };
  }).catch((error: unknown) => {
    if (!(error instanceof ValueTakenError)) return refusedOrder(error);
    return refusedOrder(new OrderRefusedError(error.userError.field, error.message, "INVALID"));
  });
}

async function customerOf(
  client: pg.PoolClient,
  shop: string,
  { id, email }: AppOrder["customer"],
): Promise<number | null> {
  if (!id && !email) return null;
  const customer = id
    ? await findCustomer(client, shop, id)
    : await findCustomerByEmail(client, shop, email as string);
  if (!customer)
    throw new OrderRefusedError(["order", "customer", "toAssociate"], "Customer does not exist", "INVALID");
  return customer.id;
}

function financialStatusOf({ financialStatus, payments, order }: AppOrder): OrderRow["financial_status"] {
  if (financialStatus) return financialStatus;
  const paid = (kind: string) =>
    payments.filter((payment) => payment.kind === kind).reduce((sum, { cents }) => sum + cents, 0);
  const total = orderTotalCents(order);
  if (paid("SALE") >= total) return "PAID";
  return paid("AUTHORIZATION") > 0 ? "AUTHORIZED" : "PENDING";
}

async function fulfilled(
  client: pg.PoolClient,
  store: Store,
  order: OrderRow,
  tracking: Tracking,
): Promise<OrderRow> {
  await insertFulfillment(client, store, order, undefined, tracking);
  await client.query("UPDATE orders SET fulfillment_status = $3 WHERE shop = $1 AND id = $2", [
    order.shop,
    order.id,
    fulfillmentStatusOf(await linesOf(client, order)),
  ]);
  return (await findOrder(client, order.shop, order.id)) as OrderRow;
}
