import { fulfillOrder } from "../../orders/fulfill-order.ts";
import { notImplemented } from "../errors.ts";
import { idOfType } from "../gid.ts";
import { findFulfillment } from "../resolvers/fulfillment.ts";
import { findOrderSource } from "../resolvers/order.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

interface FulfillmentInput {
  lineItemsByFulfillmentOrder: Array<{
    fulfillmentOrderId: string;
    fulfillmentOrderLineItems?: Array<{ id: string; quantity: number }> | null;
  }>;
  trackingInfo?: {
    company?: string | null;
    number?: string | null;
    url?: string | null;
    numbers?: string[] | null;
    urls?: string[] | null;
  } | null;
}

/** The mutations of fulfillments. */
export const fulfillmentMutations: TypeResolvers = {
  fulfillmentCreate: async (_root, { fulfillment: input }: { fulfillment: FulfillmentInput }, context) => {
    const { store, shop } = context;
    const [part, ...others] = input.lineItemsByFulfillmentOrder;
    if (!part || others.length > 0) throw notImplemented("fulfillments of several orders");
    const { fulfillmentOrderId, fulfillmentOrderLineItems: lines } = part;
    const { company, number, url, numbers, urls } = input.trackingInfo ?? {};
    const change = await fulfillOrder(store, shop.domain, idOfType(fulfillmentOrderId, "FulfillmentOrder"), {
      lines: lines?.length
        ? lines.map(({ id, quantity }) => ({ lineId: idOfType(id, "FulfillmentOrderLineItem"), quantity }))
        : undefined,
      tracking: { company, number: number ?? numbers?.[0], url: url ?? urls?.[0] },
    });
    if (!change.fulfillment) return change;
    store.counters.mutation(shop.domain, "fulfillmentCreate", change.fulfillment.id, true);
    return {
      fulfillment: await findFulfillment(context, change.fulfillment.id, findOrderSource),
      userErrors: [],
    };
  },
};
