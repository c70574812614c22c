import * as operations from "~/connectors/shopify/operations/returns";
import type { AdminApi } from "~/connectors/shopify/port";
import { orderByName } from "~/domain/orders/read-orders.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { Money } from "~/platform/money/decimal";
import { readPages } from "./read-pages";
import { readReturnLines } from "./read-return.server";

/** A line of an order with what can still be returned of it. Only the first 100 lines of a fulfillment count. */
export interface ReturnOrderLine {
  id: string;
  title: string;
  /** Such as "Red / M". Null for a product with one variant. */
  variantTitle: string | null;
  sku: string | null;
  imageUrl: string | null;
  quantity: number;
  unfulfilledQuantity: number;
  /** What is left in each fulfillment. */
  returnable: { fulfillmentLineItemId: string; quantity: number }[];
  remaining: number;
  /** Pounds of one unit. 0 when Shopify doesn't know its weight. */
  pounds: number;
  hasUniqueTracking: boolean;
  /** What one unit cost after all discounts, with its currency. */
  unitPrice: Money;
}

/** An order with what a return needs. */
export interface ReturnOrder extends operations.ReturnOrderNode {
  lines: ReturnOrderLine[];
}

/**
 * The id of the order with this number. Null when there is none. The mirror is asked first: Shopify's search finds a new order only
 * seconds later.
 * @param value `1001`, `#1001`, or Shopify's id of an order, which is returned without a check that it exists
 */
export async function findOrderId(shop: string, api: AdminApi, value: string): Promise<string | null> {
  if (WHOLE_ID.test(value)) return value;
  const number = value.replace(/^#/, "");
  const mirrored = await withShop(shop, (tx) => orderByName(tx, `#${number}`));
  if (mirrored) return mirrored.id;
  const names = [`#${number}`, number].map((name) => name.toLowerCase());
  const quoted = `#${number}`.replace(/(["\\'])/g, "\\$1");
  const { orders } = await api.run(operations.ordersByName, { query: `name:"${quoted}"` });
  return orders.nodes.find(({ name }) => names.includes(name.toLowerCase()))?.id ?? null;
}

const WHOLE_ID = /^gid:\/\/shopify\/Order\/\d{1,18}$/;

/** Reads an order from Shopify. Null when it doesn't exist. */
export async function readReturnOrder(api: AdminApi, id: string): Promise<ReturnOrder | null> {
  const [{ order }, returnables] = await Promise.all([
    api.run(operations.returnOrder, { id }),
    readReturnables(api, id),
  ]);
  if (!order) return null;
  const { lineItems, ...rest } = order;
  const { hasNextPage, endCursor } = lineItems.pageInfo;
  const others = hasNextPage
    ? await readPages<operations.ReturnLineNode>(
        async (after) => (await api.run(operations.returnOrderLines, { id, after })).order?.lineItems,
        endCursor,
      )
    : [];
  const nodes = [...lineItems.nodes, ...others];
  return { ...rest, lines: nodes.map((node) => lineOf(node, returnables.get(node.id) ?? [])) };
}

async function readReturnables(api: AdminApi, orderId: string) {
  const fulfillments = await readPages(
    async (after) => (await api.run(operations.orderReturnables, { orderId, after })).returnableFulfillments,
  );
  const byLine = new Map<string, ReturnOrderLine["returnable"]>();
  for (const { returnableFulfillmentLineItems } of fulfillments)
    for (const { quantity, fulfillmentLineItem } of returnableFulfillmentLineItems.nodes) {
      const { id, lineItem } = fulfillmentLineItem;
      const part = { fulfillmentLineItemId: id, quantity };
      byLine.set(lineItem.id, [...(byLine.get(lineItem.id) ?? []), part]);
    }
  return byLine;
}

/** The returns of an order with all their lines, oldest first. */
export async function readReturns(api: AdminApi, id: string): Promise<operations.ReturnNode[]> {
  const returns = await readPages<operations.ReturnNode>(
    async (after) => (await api.run(operations.orderReturns, { id, after })).order?.returns,
  );
  return Promise.all(
    returns.map(async (node) => {
      const { nodes, pageInfo } = node.returnLineItems;
      if (!pageInfo.hasNextPage) return node;
      const others = await readReturnLines(api, node.id, pageInfo.endCursor);
      return { ...node, returnLineItems: { nodes: [...nodes, ...others], pageInfo } };
    }),
  );
}

const POUNDS: Record<string, number> = {
  POUNDS: 1,
  OUNCES: 1 / 16,
  KILOGRAMS: 2.204_622_6,
  GRAMS: 0.002_204_622_6,
};

function lineOf(node: operations.ReturnLineNode, returnable: ReturnOrderLine["returnable"]): ReturnOrderLine {
  const { id, title, variantTitle, sku, quantity, unfulfilledQuantity, image, customAttributes } = node;
  const { shopMoney: unitPrice } = node.discountedUnitPriceAfterAllDiscountsSet;
  const weight = node.weight ?? node.variant?.inventoryItem.measurement.weight;
  return {
    id,
    title,
    variantTitle,
    sku,
    imageUrl: image?.url ?? null,
    quantity,
    unfulfilledQuantity,
    unitPrice: { ...unitPrice, amount: String(unitPrice.amount) },
    returnable,
    remaining: returnable.reduce((sum, part) => sum + part.quantity, 0),
    pounds: weight ? weight.value * (POUNDS[weight.unit] ?? 0) : 0,
    hasUniqueTracking: customAttributes.some(
      ({ key, value }) => /^_?unique[ _-]?tracking$/i.test(key) && /^(true|yes|1)$/i.test(value ?? ""),
    ),
  };
}
