/**
 * Topics that the local store can send, by their name in the GraphQL enum `WebhookSubscriptionTopic`. The enum has none for
 * store credit itself: an app learns what happened to it from orders, refunds and the accounts' histories.
 */
export const TOPICS: Readonly<Record<string, string>> = {
  APP_UNINSTALLED: "app/uninstalled",
  BULK_OPERATIONS_FINISH: "bulk_operations/finish",
  CUSTOMERS_CREATE: "customers/create",
  CUSTOMERS_DELETE: "customers/delete",
  CUSTOMERS_ENABLE: "customers/enable",
  CUSTOMERS_UPDATE: "customers/update",
  CUSTOMER_TAGS_ADDED: "customer.tags_added",
  CUSTOMER_TAGS_REMOVED: "customer.tags_removed",
  ORDERS_CANCELLED: "orders/cancelled",
  ORDERS_CREATE: "orders/create",
  ORDERS_PAID: "orders/paid",
  REFUNDS_CREATE: "refunds/create",
};

/** The three topics that every app must answer, whatever it subscribed to. */
export const COMPLIANCE_TOPICS = ["customers/data_request", "customers/redact", "shop/redact"] as const;

export type ComplianceTopic = (typeof COMPLIANCE_TOPICS)[number];

/** The enum's name of a topic as the header writes it: `customers/create` becomes `CUSTOMERS_CREATE`. */
export function topicEnum(topic: string): string {
  return topic.replace(/[/.]/g, "_").toUpperCase();
}
