import {
  type BulkLineItemNode,
  type OrderNode,
  orderIn,
  orderLinesAfter,
  ordersByIds,
} from "~/connectors/shopify/operations/orders";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { mirrorRowOf, type OrderRow, orderGid } from "./mirror-row";

/** Reads orders from Shopify by their numbers, however many lines they have. Those that Shopify no longer has are left out. */
export async function readOrdersFromShopify(
  api: AdminApi,
  numbers: readonly number[],
  call: CallOptions,
): Promise<OrderRow[]> {
  const { nodes } = await api.run(ordersByIds, { ids: numbers.map(orderGid) }, call);
  const rows: OrderRow[] = [];
  for (const order of nodes.flatMap((node) => orderIn(node) ?? [])) {
    const rest = await readOtherLines(api, order, call);
    // Deleted between two pages: reported as gone, like the others.
    if (rest) rows.push(mirrorRowOf(order, [...order.lineItems.nodes, ...rest]));
  }
  return rows;
}

/** The lines after the first page. Null when the order has been deleted. */
async function readOtherLines(
  api: AdminApi,
  order: OrderNode,
  call: CallOptions,
): Promise<BulkLineItemNode[] | null> {
  const rest: BulkLineItemNode[] = [];
  let { pageInfo } = order.lineItems;
  while (pageInfo.hasNextPage) {
    const { order: next } = await api.run(orderLinesAfter, { id: order.id, after: pageInfo.endCursor }, call);
    if (!next) return null;
    rest.push(...next.lineItems.nodes);
    pageInfo = next.lineItems.pageInfo;
  }
  return rest;
}
