/**
 * Topics that the local store sends, by their name in the enum `WebhookSubscriptionTopic`. The enum has no topic for store credit.
 * Apps learn about its changes from orders, refunds, and the accounts' transactions.
 */
export const TOPICS: Readonly<Record<string, string>> = {
  APP_UNINSTALLED: "app/uninstalled",
  BULK_OPERATIONS_FINISH: "bulk_operations/finish",
  COLLECTIONS_CREATE: "collections/create",
  COLLECTIONS_DELETE: "collections/delete",
  COLLECTIONS_UPDATE: "collections/update",
  CUSTOMERS_CREATE: "customers/create",
  CUSTOMERS_DELETE: "customers/delete",
  CUSTOMERS_ENABLE: "customers/enable",
  CUSTOMERS_UPDATE: "customers/update",
  CUSTOMER_TAGS_ADDED: "customer.tags_added",
  CUSTOMER_TAGS_REMOVED: "customer.tags_removed",
  ORDERS_CANCELLED: "orders/cancelled",
  ORDERS_CREATE: "orders/create",
  ORDERS_PAID: "orders/paid",
  PRODUCTS_CREATE: "products/create",
  PRODUCTS_DELETE: "products/delete",
  PRODUCTS_UPDATE: "products/update",
  REFUNDS_CREATE: "refunds/create",
};

/** The mandatory compliance topics. */
export const COMPLIANCE_TOPICS = ["customers/data_request", "customers/redact", "shop/redact"] as const;

export type ComplianceTopic = (typeof COMPLIANCE_TOPICS)[number];

/** Converts a topic from the header's format to the enum's: `customers/create` becomes `CUSTOMERS_CREATE`. */
export function topicEnum(topic: string): string {
  return topic.replace(/[/.]/g, "_").toUpperCase();
}
