import { z } from "zod";
import { call } from "~/core/call.server";
import { mirrorCalls } from "~/core/mirrors/mirror-calls.server";
import { withShop } from "~/platform/db/with-shop.server";
import { centsSchema } from "~/platform/money/cents-schema";
import { ordersMirror } from "./mirror.server";
import { ordersOfCustomer } from "./read-orders.server";

/** As many orders as a customer's card shows. */
const MAX_SHOWN = 5;

/** The calls about orders that several functions share. */
export const ordersCalls = {
  ...mirrorCalls(ordersMirror, "/orders/mirror"),
  ofCustomer: call("GET /customer/{id}/orders", {
    for: "showOrderReturns",
    summary: "The latest orders of a customer",
    input: z.object({
      id: z.string().regex(/^\d{1,16}$/, "must be the number at the end of the customer's id"),
    }),
    output: z.object({
      list: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** Instant, ISO 8601. */
          processedAt: z.string(),
          isCanceled: z.boolean(),
          /** Shopify's enums. */
          financialStatus: z.string(),
          fulfillmentStatus: z.string(),
          totalCents: centsSchema,
          refundedCents: centsSchema,
        }),
      ),
      hasMore: z.boolean(),
    }),
    async run({ shop }, input) {
      const orders = await withShop(shop.domain, (tx) =>
        ordersOfCustomer(tx, Number(input.id), MAX_SHOWN + 1),
      );
      const list = orders.slice(0, MAX_SHOWN).map((order) => ({
        id: order.id,
        name: order.name,
        processedAt: order.processedAt.toISOString(),
        isCanceled: order.cancelledAt !== null,
        financialStatus: order.financialStatus,
        fulfillmentStatus: order.fulfillmentStatus,
        totalCents: order.total,
        refundedCents: order.refunded,
      }));
      return { list, hasMore: orders.length > MAX_SHOWN };
    },
  }),
};
