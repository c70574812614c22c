import { z } from "zod";
import type { WebhookIntake } from "~/core/mirrors/mirror-declaration.server";
import { ifReadable, payloadTime } from "~/core/webhooks/webhook-handler.server";
import { customerNumber } from "./mirror-row";

/** What the mirror reads of a webhook about a customer. */
const customerPayload = z.object({
  id: ifReadable(z.union([z.number(), z.string()])),
  admin_graphql_api_id: ifReadable(z.string()),
  customerId: ifReadable(z.string()),
  updated_at: payloadTime,
  occurredAt: payloadTime,
  /** Of the tag topics: which ones were added or removed. */
  tags: ifReadable(z.array(z.string())),
  email: ifReadable(z.string().nullable()),
  first_name: ifReadable(z.string().nullable()),
  last_name: ifReadable(z.string().nullable()),
});
export type CustomerPayload = z.infer<typeof customerPayload>;

/** What webhooks say about customers. */
export const customerWebhooks: WebhookIntake<CustomerPayload> = {
  payload: customerPayload,
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
