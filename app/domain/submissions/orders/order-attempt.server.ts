import { orderByMetafield, ordersBySource } from "~/connectors/shopify/operations/promo-orders";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import type { IntentDefinition } from "~/core/intents/intent-definition.server";
import { Refusal } from "~/platform/errors";
import { orderAttempts } from "./tables.server";

/** The task that creates orders: its name is enough to request it. */
export const CREATE_ORDERS = { name: "submissions.create-orders" } as const;

/** An attempt to create the order of a submission. */
export type OrderAttempt = typeof orderAttempts.$inferSelect;

/** Attempts as intents: one at a time per submission. */
export const orderAttempt: IntentDefinition<typeof orderAttempts> = {
  noun: "order of a submission",
  table: orderAttempts,
  key: ["id"],
  finishTask: CREATE_ORDERS.name,
  busyMessage: "The order of this submission is being created.",
  lostMessage: "Another process has taken over the creation of this order.",
  // What Shopify refuses with reasons was certainly not created.
  isUndone: (error) => error instanceof Refusal && error.code === "SHOPIFY_REFUSED",
};

/** The metafield that only one order can have with the same value. */
export const ATTEMPT_METAFIELD = { namespace: "$app:promo", key: "attempt" } as const;

/** An order that Shopify has. */
export interface CreatedOrder {
  id: string;
  name: string;
}

/** Looks for the order of an attempt, by its metafield and by its source. Both may lag behind the order. */
export async function findOrder(
  adminApi: AdminApi,
  attemptId: string,
  call?: CallOptions,
): Promise<CreatedOrder | undefined> {
  const identifier = { customId: { ...ATTEMPT_METAFIELD, value: attemptId } };
  const { orderByIdentifier } = await adminApi.run(orderByMetafield, { identifier }, call);
  if (orderByIdentifier) return orderByIdentifier;
  const { orders } = await adminApi.run(ordersBySource, { query: `source_identifier:'${attemptId}'` }, call);
  return orders.nodes.find(({ sourceIdentifier }) => sourceIdentifier === attemptId);
}
