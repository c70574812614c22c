import { toDateTime } from "../../data/instants.ts";
import { findOrder } from "../../orders/read-orders.ts";
import {
  findReturn,
  findReverseOrder,
  returnableFulfillments,
  returnsOf,
  reverseDeliveriesOf,
  reverseOrdersOf,
} from "../../returns/read-returns.ts";
import { restockingFeeCents, suggestedCents } from "../../returns/return-amounts.ts";
import { RETURN_REASONS, type ReasonDefinition } from "../../returns/return-reasons.ts";
import type {
  ReturnLine,
  ReturnRow,
  ReverseDeliveryRow,
  ReverseFulfillmentOrderRow,
  ReverseLine,
} from "../../returns/rows.ts";
import type { RequestContext } from "../context.ts";
import { notImplemented } from "../errors.ts";
import { gid, idOfType } from "../gid.ts";
import { listConnection, type PageArguments } from "../paging/connection.ts";
import { fulfillmentLineSource, fulfillmentSource } from "./fulfillment.ts";
import { findLine } from "./line-item.ts";
import { moneyBag } from "./money.ts";
import { type OrderSource, orderSource } from "./order-source.ts";
import { weightOf } from "./product.ts";
import { type RefundSource, refundSource } from "./refund.ts";
import type { ListResolver, TypeResolvers } from "./types.ts";

type ReturnSource = ReturnRow & { __typename: "Return"; order: OrderSource };
type ReturnLineSource = ReturnLine & { __typename: "ReturnLineItem"; order: OrderSource; isOpen: boolean };
type ReverseOrderSource = ReverseFulfillmentOrderRow & {
  __typename: "ReverseFulfillmentOrder";
  order: OrderSource;
};
type ReverseLineSource = ReverseLine & { __typename: "ReverseFulfillmentOrderLineItem"; order: OrderSource };
type DeliverySource = ReverseDeliveryRow & {
  __typename: "ReverseDelivery";
  reverseOrder: ReverseOrderSource;
};

/** A return as a resolver source, with its order. */
export const returnSource = (row: ReturnRow, order: OrderSource): ReturnSource => ({
  ...row,
  __typename: "Return",
  order,
});

/** The return with this id, or null. */
export async function findReturnSource(context: RequestContext, id: number): Promise<ReturnSource | null> {
  const row = await findReturn(context.store.pool, context.shop.domain, id);
  const order = row && (await findOrder(context.store.pool, context.shop.domain, row.order_id));
  return row && order ? returnSource(row, orderSource(order)) : null;
}

/** The reverse fulfillment order with this id, or null. */
async function findReverseOrderSource(
  context: RequestContext,
  id: number,
): Promise<ReverseOrderSource | null> {
  const row = await findReverseOrder(context.store.pool, context.shop.domain, id);
  const found = row && (await findReturnSource(context, row.return_id));
  return row && found ? reverseOrderSource(row, found.order) : null;
}

const reverseOrderSource = (row: ReverseFulfillmentOrderRow, order: OrderSource): ReverseOrderSource => ({
  ...row,
  __typename: "ReverseFulfillmentOrder",
  order,
});

/** A parcel of a return as a resolver source. */
export async function deliverySource(
  context: RequestContext,
  row: ReverseDeliveryRow,
): Promise<DeliverySource | null> {
  const reverseOrder = await findReverseOrderSource(context, row.reverse_fulfillment_order_id);
  return reverseOrder && { ...row, __typename: "ReverseDelivery", reverseOrder };
}

interface ReasonArguments extends PageArguments {
  ids?: string[] | null;
  handles?: string[] | null;
  query?: string | null;
}

/** The root fields of returns. */
export const returnQueries: TypeResolvers = {
  return: (_root, { id }: { id: string }, context) => findReturnSource(context, idOfType(id, "Return")),
  reverseFulfillmentOrder: (_root, { id }: { id: string }, context) =>
    findReverseOrderSource(context, idOfType(id, "ReverseFulfillmentOrder")),
  reverseDelivery: async (_root, { id }: { id: string }, context) => {
    const { rows } = await context.store.pool.query<ReverseDeliveryRow>(
      "SELECT * FROM reverse_deliveries WHERE shop = $1 AND id = $2",
      [context.shop.domain, idOfType(id, "ReverseDelivery")],
    );
    return rows[0] ? deliverySource(context, rows[0]) : null;
  },
  returnReasonDefinitions: (_root, args: ReasonArguments) => {
    if (args.query && !/^\s*deleted:\s*(true|false)\s*$/.test(args.query))
      throw notImplemented("this search of return reasons");
    const ids = args.ids?.map((id) => idOfType(id, "ReturnReasonDefinition"));
    const found = RETURN_REASONS.filter(
      ({ id, handle }) =>
        (!ids || ids.includes(id)) &&
        (!args.handles || args.handles.includes(handle)) &&
        !/true/.test(args.query ?? ""),
    );
    return listConnection(found.map(reasonSource), ({ number }) => number, args);
  },
  returnableFulfillments: async (_root, args: PageArguments & { orderId: string }, context) => {
    const { pool } = context.store;
    const row = await findOrder(pool, context.shop.domain, idOfType(args.orderId, "Order"));
    const order = row && orderSource(row);
    const found = order ? await returnableFulfillments(pool, order) : [];
    const sources = found.map(({ fulfillment, lines }) => ({
      __typename: "ReturnableFulfillment",
      number: fulfillment.id,
      id: gid("ReturnableFulfillment", fulfillment.id),
      fulfillment: order && fulfillmentSource(fulfillment, order),
      lines: lines.map((line) => ({
        id: line.id,
        quantity: line.returnable,
        fulfillmentLineItem: order && fulfillmentLineSource(line, order),
      })),
    }));
    return listConnection(sources, ({ number }) => number, args);
  },
};

function reasonSource({ id, handle, name }: ReasonDefinition) {
  return {
    __typename: "ReturnReasonDefinition",
    number: id,
    id: gid("ReturnReasonDefinition", id),
    handle,
    name,
    deleted: false,
  };
}

/** The connections of returns that are read completely, by type. */
export const returnLists: Readonly<Record<string, Readonly<Record<string, ListResolver>>>> = {
  Return: {
    returnLineItems: (row: ReturnSource) =>
      row.lines.map(
        (line): ReturnLineSource => ({
          ...line,
          __typename: "ReturnLineItem",
          order: row.order,
          isOpen: row.status === "OPEN",
        }),
      ),
    refunds: async (row: ReturnSource, _args, context) =>
      ((await context.refunds.load(row.order_id)) ?? [])
        .filter(({ return_id }) => return_id === row.id)
        .map((refund) => refundSource(refund, row.order)),
    reverseFulfillmentOrders: async (row: ReturnSource, _args, context) =>
      (await reverseOrdersOf(context.store.pool, row.shop, row.id)).map((one) =>
        reverseOrderSource(one, row.order),
      ),
    exchangeLineItems: () => [],
  },
  ReturnableFulfillment: {
    returnableFulfillmentLineItems: ({ lines }: { lines: Array<{ id: number }> }) => lines,
  },
  ReverseFulfillmentOrder: {
    lineItems: (row: ReverseOrderSource) =>
      row.lines.map(
        (line): ReverseLineSource => ({
          ...line,
          __typename: "ReverseFulfillmentOrderLineItem",
          order: row.order,
        }),
      ),
    reverseDeliveries: async (row: ReverseOrderSource, _args, context) =>
      (await reverseDeliveriesOf(context.store.pool, row.shop, row.id)).map(
        (delivery): DeliverySource => ({ ...delivery, __typename: "ReverseDelivery", reverseOrder: row }),
      ),
  },
  ReverseDelivery: {
    reverseDeliveryLineItems: (row: DeliverySource) =>
      row.lines.map((line) => ({
        ...line,
        __typename: "ReverseDeliveryLineItem",
        reverseOrder: row.reverseOrder,
      })),
  },
};

const open = (line: ReturnLineSource) => (line.isOpen ? line.quantity - line.processed : 0);

/** The supported fields of returns, by type. */
export const returnResolvers: Readonly<Record<string, TypeResolvers>> = {
  Return: {
    id: (row: ReturnSource) => gid("Return", row.id),
    createdAt: (row: ReturnSource) => toDateTime(row.created_at),
    closedAt: (row: ReturnSource) => row.closed_at && toDateTime(row.closed_at),
    requestApprovedAt: (row: ReturnSource) => row.approved_at && toDateTime(row.approved_at),
    totalQuantity: (row: ReturnSource) => row.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    returnShippingFees: (row: ReturnSource) =>
      row.shipping_fee_cents > 0
        ? [
            {
              __typename: "ReturnShippingFee",
              id: gid("ReturnShippingFee", row.id),
              amountSet: moneyBag(row.shipping_fee_cents, row.order.currency),
            },
          ]
        : [],
    suggestedFinancialOutcome: suggestedOutcome,
  },
  ReturnLineItem: {
    id: (line: ReturnLineSource) => gid("ReturnLineItem", line.id),
    processedQuantity: (line: ReturnLineSource) => line.processed,
    processableQuantity: open,
    unprocessedQuantity: (line: ReturnLineSource) => line.quantity - line.processed,
    refundableQuantity: (line: ReturnLineSource) => line.quantity - line.refunded,
    refundedQuantity: (line: ReturnLineSource) => line.refunded,
    returnReason: (line: ReturnLineSource) => line.reason,
    returnReasonNote: (line: ReturnLineSource) => line.note,
    returnReasonDefinition: (line: ReturnLineSource) => {
      const definition = RETURN_REASONS.find(({ id }) => id === line.definitionId);
      return definition ? reasonSource(definition) : null;
    },
    restockingFee: async (line: ReturnLineSource, _args, context) => {
      const item = await findLine(line.order, line.lineId, context);
      return item && line.restockingPercent
        ? {
            __typename: "RestockingFee",
            id: gid("RestockingFee", line.id),
            percentage: line.restockingPercent,
            amountSet: moneyBag(restockingFeeCents(line, item, line.quantity), line.order.currency),
          }
        : null;
    },
    fulfillmentLineItem: (line: ReturnLineSource, _args, context) =>
      findFulfillmentLine(line.order, line.fulfillmentLineId, context),
    totalWeight: async (line: ReturnLineSource, _args, context) => {
      const item = await findLine(line.order, line.lineId, context);
      return item && weightOf({ ...item, grams: item.grams * line.quantity });
    },
  },
  ReverseFulfillmentOrder: {
    id: (row: ReverseOrderSource) => gid("ReverseFulfillmentOrder", row.id),
    thirdPartyConfirmation: () => null,
  },
  ReverseFulfillmentOrderLineItem: {
    id: (line: ReverseLineSource) => gid("ReverseFulfillmentOrderLineItem", line.id),
    totalQuantity: (line: ReverseLineSource) => line.quantity,
    dispositions: async (line: ReverseLineSource, _args, context) =>
      (await returnsOf(context.store.pool, line.order))
        .flatMap(({ lines }) => lines.flatMap(({ dispositions = [] }) => dispositions))
        .filter(({ reverseLineId }) => reverseLineId === line.id)
        .map(({ type, quantity }, index) => ({
          __typename: "ReverseFulfillmentOrderDisposition",
          id: gid("ReverseFulfillmentOrderDisposition", line.id + index),
          type,
          quantity,
        })),
    fulfillmentLineItem: (line: ReverseLineSource, _args, context) =>
      findFulfillmentLine(line.order, line.fulfillmentLineId, context),
  },
  ReverseDelivery: {
    id: (row: DeliverySource) => gid("ReverseDelivery", row.id),
    reverseFulfillmentOrder: (row: DeliverySource) => row.reverseOrder,
    deliverable: (row: DeliverySource) => ({
      __typename: "ReverseDeliveryShippingDeliverable",
      tracking:
        row.tracking_number === null && row.tracking_url === null
          ? null
          : { carrierName: row.carrier, number: row.tracking_number, url: row.tracking_url },
      label: row.label_created_at && {
        publicFileUrl: row.label_url,
        createdAt: toDateTime(row.label_created_at),
        updatedAt: toDateTime(row.label_updated_at ?? row.label_created_at),
      },
    }),
  },
  ReverseDeliveryLineItem: {
    id: (line: { id: number }) => gid("ReverseDeliveryLineItem", line.id),
    dispositions: () => [],
    reverseFulfillmentOrderLineItem: (line: { reverseLineId: number; reverseOrder: ReverseOrderSource }) => {
      const found = line.reverseOrder.lines.find(({ id }) => id === line.reverseLineId);
      return (
        found && { ...found, __typename: "ReverseFulfillmentOrderLineItem", order: line.reverseOrder.order }
      );
    },
  },
};

interface OutcomeArguments {
  returnLineItems: Array<{ id: string; quantity: number }>;
  exchangeLineItems: unknown[];
}

/** What Shopify suggests to refund for units of a return: their price after discounts, without its fees. */
async function suggestedOutcome(
  row: ReturnSource,
  { returnLineItems, exchangeLineItems }: OutcomeArguments,
  context: RequestContext,
) {
  if (exchangeLineItems.length > 0) throw notImplemented("exchanges of returns");
  const parts = returnLineItems.map(({ id, quantity }) => ({ id: idOfType(id, "ReturnLineItem"), quantity }));
  const items = await context.orderLines.load(row.order_id);
  const { subtotal, amount } = suggestedCents(row, items ?? [], parts);
  const money = (cents: number) => moneyBag(cents, row.order.currency);
  return {
    __typename: "SuggestedReturnFinancialOutcome",
    discountedSubtotal: money(subtotal),
    totalTax: money(0),
    financialTransfer: { __typename: "RefundReturnOutcome", amount: money(amount) },
  };
}

/** The return of a refund. */
export const ownedReturn: TypeResolvers = {
  return: (row: RefundSource, _args, context) =>
    row.return_id === null ? null : findReturnSource(context, row.return_id),
};

async function findFulfillmentLine(order: OrderSource, id: number, context: RequestContext) {
  const lines = ((await context.fulfillments.load(order.id)) ?? []).flatMap((row) => row.lines);
  const line = lines.find((one) => one.id === id);
  return line ? fulfillmentLineSource(line, order) : null;
}
