import { toDateTime } from "../../data/instants.ts";
import type { RefundLine, RefundRow } from "../../orders/rows.ts";
import type { RequestContext } from "../context.ts";
import { gid } from "../gid.ts";
import { findLine } from "./line-item.ts";
import { moneyBag } from "./money.ts";
import type { OrderSource } from "./order-source.ts";
import type { ListResolver, TypeResolvers } from "./types.ts";

/** A refund as a resolver source, with its order. */
export type RefundSource = RefundRow & { __typename: "Refund"; order: OrderSource };
type RefundLineSource = RefundLine & { __typename: "RefundLineItem"; order: OrderSource };

/** A refund as a resolver source. */
export const refundSource = (row: RefundRow, order: OrderSource): RefundSource => ({
  ...row,
  __typename: "Refund",
  order,
});

/** The supported fields of a refund. */
export const refundResolvers: TypeResolvers = {
  id: (row: RefundSource) => gid("Refund", row.id),
  legacyResourceId: (row: RefundSource) => String(row.id),
  createdAt: (row: RefundSource) => toDateTime(row.created_at),
  processedAt: (row: RefundSource) => toDateTime(row.created_at),
  updatedAt: (row: RefundSource) => toDateTime(row.created_at),
  order: (row: RefundSource) => row.order,
  totalRefundedSet: (row: RefundSource, _args, context) =>
    refundedCents(row, context).then((cents) => moneyBag(cents, row.order.currency)),
};

async function refundedCents(row: RefundSource, context: RequestContext): Promise<number> {
  const transactions = (await context.orderTransactions.load(row.order_id)) ?? [];
  return transactions
    .filter(({ refund_id }) => refund_id === row.id)
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

/** The connections of a refund that are read completely. */
export const refundLists: Readonly<Record<string, ListResolver>> = {
  refundLineItems: (row: RefundSource) =>
    row.lines.map((line): RefundLineSource => ({ ...line, __typename: "RefundLineItem", order: row.order })),
};

/** The fields of a line of a refund. */
export const refundLineResolvers: TypeResolvers = {
  id: (line: RefundLineSource) => gid("RefundLineItem", line.id),
  lineItem: (line: RefundLineSource, _args, context) => findLine(line.order, line.lineId, context),
  restocked: (line: RefundLineSource) => line.restockType !== "NO_RESTOCK",
  subtotalSet: (line: RefundLineSource) => moneyBag(line.cents, line.order.currency),
  priceSet: (line: RefundLineSource) => moneyBag(Math.round(line.cents / line.quantity), line.order.currency),
};
