import type { WebhookIntake } from "~/core/mirrors/mirror-declaration.server";
import { customerNumber } from "./mirror-row";

/** What the mirror reads of a webhook about a customer. */
export interface CustomerPayload {
  id?: number | string;
  admin_graphql_api_id?: string;
  customerId?: string;
  updated_at?: string;
  occurredAt?: string;
  /** Of the tag topics: which ones were added or removed. */
  tags?: string[];
  email?: string | null;
  first_name?: string | null;
  last_name?: string | null;
}

/** What webhooks say about customers. */
export const customerWebhooks: WebhookIntake<CustomerPayload> = {
  topics: [
    "CUSTOMERS_CREATE",
    "CUSTOMERS_UPDATE",
    "CUSTOMERS_DELETE",
    "CUSTOMER_TAGS_ADDED",
    "CUSTOMER_TAGS_REMOVED",
  ],
  deletedTopics: ["CUSTOMERS_DELETE"],
  idIn: ({ admin_graphql_api_id, customerId, id }) =>
    customerNumber(String(admin_graphql_api_id ?? customerId ?? id ?? "")),
  changedAt: ({ updated_at, occurredAt }) => updated_at ?? occurredAt,
  compared: ["tags", "email", "first_name", "last_name"],
  saysTheSame(topic, payload, row) {
    const tags = new Set((row.tags as string[]).map((tag) => tag.toLowerCase()));
    if (payload.tags) {
      const added = topic === "CUSTOMER_TAGS_ADDED";
      return payload.tags.every((tag) => tags.has(tag.toLowerCase()) === added);
    }
    const names = ["email", "first_name", "last_name"] as const;
    return names.every((name) => payload[name] === undefined || (payload[name] ?? "") === (row[name] ?? ""));
  },
};
