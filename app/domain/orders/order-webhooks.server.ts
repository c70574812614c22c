import { z } from "zod";
import type { WebhookIntake } from "~/core/mirrors/mirror-declaration.server";
import { ifReadable, payloadTime } from "~/core/webhooks/webhook-handler.server";

const number = ifReadable(z.int());

/** What the mirror reads of a webhook about an order, one of its returns, or one of its parcels. */
const orderPayload = z.object({
  id: number,
  updated_at: payloadTime,
  /** Only in webhooks about a parcel. */
  order_id: number,
  /** Only in webhooks about a return. */
  order: ifReadable(z.object({ id: z.int() })),
});
export type OrderPayload = z.infer<typeof orderPayload>;

/** Their order doesn't always get a webhook of its own. */
const TOPICS_OF_RETURNS = [
  "RETURNS_APPROVE",
  "RETURNS_CANCEL",
  "RETURNS_CLOSE",
  "RETURNS_DECLINE",
  "RETURNS_PROCESS",
  "RETURNS_REQUEST",
  "RETURNS_UPDATE",
] as const;

/**
 * What webhooks say about orders. They have neither the return status, nor the risk, nor when parcels were delivered, so the order
 * is read again, unless the mirror has a newer version.
 */
export const orderWebhooks: WebhookIntake<OrderPayload> = {
  payload: orderPayload,
  topics: [
    "ORDERS_CREATE",
    "ORDERS_UPDATED",
    "ORDERS_DELETE",
    "FULFILLMENT_EVENTS_CREATE",
    ...TOPICS_OF_RETURNS,
  ],
  deletedTopics: ["ORDERS_DELETE"],
  idIn: ({ id, order_id, order }) => order?.id ?? order_id ?? id ?? null,
  changedAt: ({ order_id, order, updated_at }) => (order || order_id ? undefined : updated_at),
  compared: ["name"],
  saysTheSame: () => false,
};
