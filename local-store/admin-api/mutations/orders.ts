import { randomUUID } from "node:crypto";
import type { AddressInput } from "../../data/customer-input.ts";
import { parseTags } from "../../data/tags.ts";
import { type AppOrder, createOrder } from "../../orders/create-order.ts";
import { deleteOrder } from "../../orders/delete-order.ts";
import { payOrder } from "../../orders/pay-order.ts";
import type { OrderChange } from "../../orders/place-order.ts";
import { cancelOrder } from "../../orders/refund-order.ts";
import type { OrderRow, RiskAssessment } from "../../orders/rows.ts";
import { assessRisk, updateOrder } from "../../orders/update-order.ts";
import type { RequestContext } from "../context.ts";
import { notImplemented } from "../errors.ts";
import { idOfType } from "../gid.ts";
import { type OrderCreateInput, orderAddressOf, orderCreateInput } from "../order-create-input.ts";
import { jobGid } from "../resolvers/job.ts";
import { orderSource } from "../resolvers/order-source.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

interface CancelArguments {
  orderId: string;
  reason: NonNullable<OrderRow["cancel_reason"]>;
  restock: boolean;
  refund?: boolean | null;
  refundMethod?: { storeCreditRefund?: unknown; originalPaymentMethodsRefund?: boolean | null } | null;
}

interface UpdateInput {
  id: string;
  email?: string | null;
  phone?: string | null;
  note?: string | null;
  tags?: string[] | null;
  customAttributes?: Array<{ key: string; value: string }> | null;
  shippingAddress?: AddressInput | null;
}

/** The mutations of orders. */
export const orderMutations: TypeResolvers = {
  orderCreate: async (
    _root,
    args: { order: OrderCreateInput; options?: { inventoryBehaviour?: AppOrder["inventory"] } | null },
    context,
  ) => {
    const input = await orderCreateInput(context, args.order, args.options?.inventoryBehaviour ?? "BYPASS");
    return payload("orderCreate", await createOrder(context.store, context.shop.domain, input), context);
  },

  orderUpdate: async (_root, { input }: { input: UpdateInput }, context) => {
    const { id, tags, customAttributes, shippingAddress, email, phone, note } = input;
    const change = await updateOrder(context.store, context.shop.domain, idOfType(id, "Order"), {
      ...(email !== undefined && { email }),
      ...(phone !== undefined && { phone }),
      ...(note !== undefined && { note }),
      ...(tags && { tags: parseTags(tags) }),
      ...(customAttributes && { custom_attributes: customAttributes }),
      ...(shippingAddress && { shipping_address: orderAddressOf(shippingAddress) }),
    });
    return payload("orderUpdate", change, context);
  },

  orderMarkAsPaid: async (_root, { input }: { input: { id: string } }, context) => {
    const change = await payOrder(context.store, context.shop.domain, idOfType(input.id, "Order"));
    return payload("orderMarkAsPaid", change, context);
  },

  // At Shopify, the job may still be running when the payload arrives. Here it is done.
  orderCancel: async (_root, args: CancelArguments, context) => {
    const refunds = args.refund ?? args.refundMethod?.originalPaymentMethodsRefund ?? false;
    if (args.refundMethod?.storeCreditRefund) throw notImplemented("cancellations with store credit");
    if (!refunds) throw notImplemented("cancellations without a refund");
    const { restock, reason } = args;
    const id = idOfType(args.orderId, "Order");
    const change = await cancelOrder(context.store, context.shop.domain, id, { restock, reason });
    if (change.order) context.store.counters.mutation(context.shop.domain, "orderCancel", id, true);
    const errors = change.userErrors.map((error) => ({ code: "INVALID", ...error, field: ["orderId"] }));
    return {
      job: change.order && { id: jobGid(randomUUID()), done: true },
      orderCancelUserErrors: errors,
      userErrors: errors,
    };
  },

  orderDelete: async (_root, args: { orderId: string }, context) => {
    const id = idOfType(args.orderId, "Order");
    const { deletedId, userErrors } = await deleteOrder(context.store, context.shop.domain, id);
    if (deletedId !== null) context.store.counters.mutation(context.shop.domain, "orderDelete", id, true);
    return { deletedId: deletedId === null ? null : args.orderId, userErrors };
  },

  orderRiskAssessmentCreate: async (
    _root,
    {
      orderRiskAssessmentInput: input,
    }: { orderRiskAssessmentInput: Omit<RiskAssessment, "provider"> & { orderId: string } },
    context,
  ) => {
    const id = idOfType(input.orderId, "Order");
    const { riskLevel, facts } = input;
    const assessment = { provider: context.token.api_key, riskLevel, facts };
    const change = await assessRisk(context.store, context.shop.domain, id, assessment);
    if (!change.order) return { orderRiskAssessment: null, userErrors: change.userErrors };
    context.store.counters.mutation(context.shop.domain, "orderRiskAssessmentCreate", id, true);
    return { orderRiskAssessment: { riskLevel, facts, provider: null }, userErrors: [] };
  },
};

function payload(
  mutation: string,
  { order, userErrors }: Pick<OrderChange, "order" | "userErrors">,
  context: RequestContext,
) {
  if (!order) return { order: null, userErrors };
  context.store.counters.mutation(context.shop.domain, mutation, order.id, true);
  return { order: orderSource(order), userErrors: [] };
}
