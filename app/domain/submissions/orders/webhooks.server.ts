import { z } from "zod";
import { ifReadable, payloadTime, webhookHandler } from "~/core/webhooks/webhook-handler.server";
import { type DeliveryReport, recordDelivery } from "./record-delivery.server";

const number = z.number().int().positive();
const text = ifReadable(z.string());

const fulfillment = z.object({
  id: ifReadable(number),
  order_id: number,
  status: text,
  shipment_status: text,
  tracking_number: text,
  created_at: payloadTime,
  updated_at: payloadTime,
});

/** A fulfillment of an order: it ships the submission, or delivers it. A canceled one takes the shipment back. */
export const fulfillmentReported = webhookHandler<z.infer<typeof fulfillment>>(
  "submissions.fulfillment",
  ["FULFILLMENTS_CREATE", "FULFILLMENTS_UPDATE"],
  async ({ shop, triggeredAt, payload }) => {
    const common = { trackingNumber: payload.tracking_number ?? null, fulfillmentId: payload.id };
    if (payload.status === "cancelled")
      return recordDelivery(shop, payload.order_id, { is: "unshipped", ...common });
    if (payload.status !== "success") return;
    const report: DeliveryReport =
      payload.shipment_status === "delivered"
        ? { is: "delivered", at: timeOf(payload.updated_at, triggeredAt), ...common }
        : { is: "shipped", at: timeOf(payload.created_at, triggeredAt), ...common };
    await recordDelivery(shop, payload.order_id, report);
  },
  { payload: fulfillment },
);

const event = z.object({ order_id: number, status: text, happened_at: payloadTime });

/** An event of a delivery. Only the delivery itself changes a submission. */
export const deliveryReported = webhookHandler<z.infer<typeof event>>(
  "submissions.fulfillment-event",
  ["FULFILLMENT_EVENTS_CREATE"],
  async ({ shop, triggeredAt, payload }) => {
    if (payload.status !== "delivered") return;
    await recordDelivery(shop, payload.order_id, {
      is: "delivered",
      at: timeOf(payload.happened_at, triggeredAt),
    });
  },
  { payload: event },
);

const canceled = z.object({ id: number, cancel_reason: text });

/** A canceled order: its submission is reviewed again. */
export const orderCanceledReported = webhookHandler<z.infer<typeof canceled>>(
  "submissions.order-canceled",
  ["ORDERS_CANCELLED"],
  ({ shop, payload }) =>
    recordDelivery(shop, payload.id, { is: "canceled", reason: payload.cancel_reason ?? "no reason" }),
  { payload: canceled },
);

const timeOf = (time: string | undefined, otherwise: Date): Date => (time ? new Date(time) : otherwise);
