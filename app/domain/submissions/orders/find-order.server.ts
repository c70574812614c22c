import { orderByMetafield, ordersBySource } from "~/connectors/shopify/operations/promo-orders";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";

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
