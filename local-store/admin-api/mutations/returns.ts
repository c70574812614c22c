import { cancelReturn, closeReturn, processReturn } from "../../returns/finish-return.ts";
import {
  approveReturn,
  createReturn,
  declineReturn,
  type ReturnChange,
  type ReturnLineInput,
  requestReturn,
} from "../../returns/open-return.ts";
import {
  createReverseDelivery,
  type ReverseDeliveryChange,
  updateReverseDelivery,
} from "../../returns/reverse-deliveries.ts";
import type { Disposition, ReturnReason } from "../../returns/rows.ts";
import type { RequestContext } from "../context.ts";
import { badRequest, notImplemented } from "../errors.ts";
import { idOfType } from "../gid.ts";
import { centsOf, type MoneyInput } from "../parse-money-input.ts";
import { type RefundMethod, transfersOf } from "../refund-transfers.ts";
import { locationIdOf } from "../resolvers/location.ts";
import { deliverySource, findReturnSource } from "../resolvers/return.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

interface LineInput {
  fulfillmentLineItemId: string;
  quantity: number;
  returnReason?: ReturnReason | null;
  returnReasonDefinitionId?: string | null;
  returnReasonNote?: string | null;
  customerNote?: string | null;
  restockingFee?: { percentage: number } | null;
}

interface ReturnInput {
  orderId: string;
  returnLineItems: LineInput[];
  exchangeLineItems?: unknown[] | null;
  returnShippingFee?: { amount: MoneyInput } | null;
}

interface ProcessInput {
  returnId: string;
  returnLineItems?: Array<{
    id: string;
    quantity: number;
    dispositions?: Array<{
      reverseFulfillmentOrderLineItemId: string;
      quantity: number;
      dispositionType: Disposition["type"];
      locationId?: string | null;
    }> | null;
  }> | null;
  exchangeLineItems?: unknown[] | null;
  refundDuties?: unknown[] | null;
  refundShipping?: { fullRefund?: boolean | null; shippingRefundAmount?: MoneyInput | null } | null;
  financialTransfer?: {
    issueRefund: {
      orderTransactions: Array<{ parentId: string; transactionAmount: MoneyInput }>;
      refundMethods?: RefundMethod[] | null;
    };
  } | null;
  note?: string | null;
}

interface DeliverableArguments {
  trackingInput?: { number?: string | null; url?: string | null } | null;
  labelInput?: { fileUrl: string } | null;
}

/** The mutations of returns. */
export const returnMutations: TypeResolvers = {
  returnCreate: async (_root, { returnInput }: { returnInput: ReturnInput }, context) => {
    const { store, shop } = context;
    const lines = linesOf(returnInput);
    const id = idOfType(returnInput.orderId, "Order");
    const fee = returnInput.returnShippingFee?.amount;
    const change = await createReturn(store, shop.domain, id, lines, {
      shippingFeeCents: fee ? centsOf(fee) : 0,
    });
    return payload("returnCreate", change, context);
  },

  returnRequest: async (_root, { input }: { input: ReturnInput }, context) => {
    const { store, shop } = context;
    const lines = linesOf(input);
    const id = idOfType(input.orderId, "Order");
    return payload("returnRequest", await requestReturn(store, shop.domain, id, lines), context);
  },

  returnApproveRequest: async (_root, { input }: { input: { id: string } }, context) => {
    const id = idOfType(input.id, "Return");
    return payload(
      "returnApproveRequest",
      await approveReturn(context.store, context.shop.domain, id),
      context,
    );
  },

  returnDeclineRequest: async (
    _root,
    { input }: { input: { id: string; declineReason: string; declineNote?: string | null } },
    context,
  ) => {
    const decline = { reason: input.declineReason, note: input.declineNote ?? null };
    const id = idOfType(input.id, "Return");
    const change = await declineReturn(context.store, context.shop.domain, id, decline);
    return payload("returnDeclineRequest", change, context);
  },

  returnCancel: async (_root, args: { id: string }, context) => {
    const id = idOfType(args.id, "Return");
    return payload("returnCancel", await cancelReturn(context.store, context.shop.domain, id), context);
  },

  returnClose: async (_root, args: { id: string }, context) => {
    const id = idOfType(args.id, "Return");
    return payload("returnClose", await closeReturn(context.store, context.shop.domain, id), context);
  },

  returnProcess: async (_root, { input }: { input: ProcessInput }, context) => {
    if (input.exchangeLineItems?.length || input.refundDuties?.length)
      throw notImplemented("exchanges and duties of returns");
    if (input.refundShipping?.fullRefund) throw notImplemented("fullRefund of shipping");
    const refund = input.financialTransfer?.issueRefund;
    const shippingAmount = input.refundShipping?.shippingRefundAmount;
    const change = await processReturn(
      context.store,
      context.shop.domain,
      idOfType(input.returnId, "Return"),
      {
        lines: (input.returnLineItems ?? []).map(({ id, quantity, dispositions }) => ({
          id: idOfType(id, "ReturnLineItem"),
          quantity,
          restock: dispositions?.some(({ dispositionType }) => dispositionType === "RESTOCKED") ?? false,
          dispositions: (dispositions ?? []).map((one) => dispositionOf(one, context)),
        })),
        transfers: refund
          ? transfersOf(
              refund.orderTransactions.map(({ parentId, transactionAmount }) => ({
                parentId,
                cents: centsOf(transactionAmount),
              })),
              refund.refundMethods ?? [],
            )
          : [],
        shippingCents: shippingAmount ? centsOf(shippingAmount) : 0,
        note: input.note,
      },
    );
    return payload("returnProcess", change, context);
  },

  reverseDeliveryCreateWithShipping: async (
    _root,
    args: DeliverableArguments & {
      reverseFulfillmentOrderId: string;
      reverseDeliveryLineItems: Array<{ reverseFulfillmentOrderLineItemId: string; quantity: number }>;
    },
    context,
  ) => {
    const change = await createReverseDelivery(
      context.store,
      context.shop.domain,
      idOfType(args.reverseFulfillmentOrderId, "ReverseFulfillmentOrder"),
      args.reverseDeliveryLineItems.map(({ reverseFulfillmentOrderLineItemId: id, quantity }) => ({
        reverseLineId: idOfType(id, "ReverseFulfillmentOrderLineItem"),
        quantity,
      })),
      { tracking: args.trackingInput ?? null, labelUrl: args.labelInput?.fileUrl ?? null },
    );
    return deliveryPayload("reverseDeliveryCreateWithShipping", change, context);
  },

  reverseDeliveryShippingUpdate: async (
    _root,
    args: DeliverableArguments & { reverseDeliveryId: string },
    context,
  ) => {
    const id = idOfType(args.reverseDeliveryId, "ReverseDelivery");
    const change = await updateReverseDelivery(context.store, context.shop.domain, id, {
      tracking: args.trackingInput ?? null,
      labelUrl: args.labelInput?.fileUrl ?? null,
    });
    return deliveryPayload("reverseDeliveryShippingUpdate", change, context);
  },
};

function linesOf(input: ReturnInput): ReturnLineInput[] {
  if (input.exchangeLineItems?.length) throw notImplemented("exchanges of returns");
  return input.returnLineItems.map((line) => {
    return {
      fulfillmentLineId: idOfType(line.fulfillmentLineItemId, "FulfillmentLineItem"),
      quantity: line.quantity,
      reason: line.returnReason,
      definitionId: line.returnReasonDefinitionId
        ? idOfType(line.returnReasonDefinitionId, "ReturnReasonDefinition")
        : null,
      note: line.returnReasonNote,
      customerNote: line.customerNote,
      restockingPercent: line.restockingFee?.percentage ?? 0,
    };
  });
}

type DispositionInput = NonNullable<
  NonNullable<ProcessInput["returnLineItems"]>[number]["dispositions"]
>[number];

function dispositionOf(
  { reverseFulfillmentOrderLineItemId: id, quantity, dispositionType, locationId }: DispositionInput,
  context: RequestContext,
): Disposition {
  if (dispositionType === "RESTOCKED" && idOfType(locationId ?? "", "Location") !== locationIdOf(context))
    throw badRequest("Location does not exist.");
  return { type: dispositionType, quantity, reverseLineId: idOfType(id, "ReverseFulfillmentOrderLineItem") };
}

async function payload(mutation: string, change: ReturnChange, context: RequestContext) {
  if (!change.return) return change;
  context.store.counters.mutation(context.shop.domain, mutation, change.return.id, true);
  return { return: await findReturnSource(context, change.return.id), userErrors: [] };
}

async function deliveryPayload(mutation: string, change: ReverseDeliveryChange, context: RequestContext) {
  if (!change.delivery) return { reverseDelivery: null, userErrors: change.userErrors };
  context.store.counters.mutation(context.shop.domain, mutation, change.delivery.id, true);
  return { reverseDelivery: await deliverySource(context, change.delivery), userErrors: [] };
}
