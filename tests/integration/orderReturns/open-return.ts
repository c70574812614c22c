import { randomUUID } from "node:crypto";
import { transactions } from "../../support/ledger.ts";
import { findOrder, fulfilledOrder, type setUpUps } from "../../support/returns.ts";
import type { TestShop } from "../../support/test-shop.ts";

type Owner = Awaited<ReturnType<typeof setUpUps>>;
type Process = Parameters<Owner["orderReturns"]["process"]>[0];
export type Opened = Awaited<ReturnType<typeof openReturn>>;
export interface Fees {
  restockingFee?: number;
  shippingFee?: string;
}

/** A return of two lamps and an anvil of 10 dollars each. @returns its order, its id, and the receipt of all items */
export async function openReturn(shop: TestShop, owner: Owner, fees: Fees = {}) {
  const order = await fulfilledOrder(shop);
  const { orderDetails } = await findOrder(shop, owner, order);
  const idOf = (sku: string) =>
    orderDetails.lineItems.edges.find(({ node }) => node.sku === sku)?.node.id ?? "";
  const lineItems = [
    { lineitem_id: idOf("LAMP"), quantity: 2 },
    { lineitem_id: idOf("ANVIL"), quantity: 1 },
  ];
  await owner.orderReturns.create({ orderId: order.orderId, lineItems, isChecked1: false, ...fees });
  const [row] = (await findOrder(shop, owner, order)).returns;
  const returnId = row?.return_id ?? "";
  const receipt = await owner.orderReturns.receipt({ return_id: returnId });
  return { order, returnId, receipt };
}

/** What the dialog sends when all items arrived and are refunded to store credit. */
export const requestFor = ({ returnId, receipt }: Opened, more: Partial<Process> = {}): Process => ({
  return_id: returnId,
  lines: receipt.lines.map(({ id }) => ({
    id,
    disposition: "RESTOCKED",
    location_id: receipt.locations[0]?.id,
  })),
  refund_to: "storeCredit",
  refund_cents: receipt.amounts.refund,
  operationId: randomUUID(),
  ...more,
});

/** The transactions of the order's customer. */
export const postingsFor = async ({ order }: Opened) =>
  (await transactions()).filter(({ shopifyCustomerId }) => shopifyCustomerId === String(order.customerId));
