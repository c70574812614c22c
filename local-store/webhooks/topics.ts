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
  DISCOUNTS_CREATE: "discounts/create",
  DISCOUNTS_DELETE: "discounts/delete",
  DISCOUNTS_UPDATE: "discounts/update",
  FULFILLMENTS_CREATE: "fulfillments/create",
  FULFILLMENTS_UPDATE: "fulfillments/update",
  FULFILLMENT_EVENTS_CREATE: "fulfillment_events/create",
  ORDERS_CANCELLED: "orders/cancelled",
  ORDERS_CREATE: "orders/create",
  ORDERS_DELETE: "orders/delete",
  ORDERS_FULFILLED: "orders/fulfilled",
  ORDERS_PAID: "orders/paid",
  ORDERS_PARTIALLY_FULFILLED: "orders/partially_fulfilled",
  ORDERS_RISK_ASSESSMENT_CHANGED: "orders/risk_assessment_changed",
  ORDERS_UPDATED: "orders/updated",
  PRODUCTS_CREATE: "products/create",
  PRODUCTS_DELETE: "products/delete",
  PRODUCTS_UPDATE: "products/update",
  REFUNDS_CREATE: "refunds/create",
  RETURNS_APPROVE: "returns/approve",
  RETURNS_CANCEL: "returns/cancel",
  RETURNS_CLOSE: "returns/close",
  RETURNS_DECLINE: "returns/decline",
  RETURNS_PROCESS: "returns/process",
  RETURNS_REQUEST: "returns/request",
  RETURNS_UPDATE: "returns/update",
  REVERSE_DELIVERIES_ATTACH_DELIVERABLE: "reverse_deliveries/attach_deliverable",
  REVERSE_FULFILLMENT_ORDERS_DISPOSE: "reverse_fulfillment_orders/dispose",
};

/** The mandatory compliance topics. */
export const COMPLIANCE_TOPICS = ["customers/data_request", "customers/redact", "shop/redact"] as const;

export type ComplianceTopic = (typeof COMPLIANCE_TOPICS)[number];

/** Converts a topic from the header's format to the enum's: `customers/create` becomes `CUSTOMERS_CREATE`. */
export function topicEnum(topic: string): string {
  return topic.replace(/[/.]/g, "_").toUpperCase();
}
