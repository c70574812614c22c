import { z } from "zod";
import {
  allCustomers,
  type CustomerLine,
  customerIn,
  customersByIds,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import { defineMirror } from "~/core/mirrors/define-mirror.server";
import type { WebhookIntake } from "~/core/mirrors/mirror-declaration.server";
import { ifReadable, payloadTime } from "~/core/webhooks/webhook-handler.server";
import { customerColumns } from "./hooks.server";
import { customerGid, customerNumber, type MirrorRow, mirrorRowOf, mirrorRowOfLine } from "./mirror-row";
import { publishCustomers } from "./read-tags.server";

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
  phone: ifReadable(z.string().nullable()),
  default_address: ifReadable(z.object({ country_code: ifReadable(z.string().nullable()) }).nullable()),
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
  compared: ["tags", "email", "first_name", "last_name", "phone", "country_code"],
  saysTheSame(topic, payload, row) {
    const tags = new Set((row.tags as string[]).map((tag) => tag.toLowerCase()));
    if (payload.tags) {
      const added = topic === "CUSTOMER_TAGS_ADDED";
      return payload.tags.every((tag) => tags.has(tag.toLowerCase()) === added);
    }
    const { email, first_name, last_name, phone, default_address: address } = payload;
    const country_code = address === undefined ? undefined : (address?.country_code ?? null);
    return Object.entries({ email, first_name, last_name, phone, country_code }).every(
      ([name, value]) => value === undefined || (value ?? "") === (row[name] ?? ""),
    );
  },
};

/** The mirror of the store's customers, which serves the lists. */
export const customersMirror = defineMirror<MirrorRow, CustomerLine, CustomerPayload>({
  name: "customers",
  plural: "customers",
  version: 0,
  table: "customers",
  columns: [
    ["display_name", "text"],
    ["first_name", "text"],
    ["last_name", "text"],
    ["email", "text"],
    ["phone", "text"],
    ["tags", "text[]"],
    ["created_at", "timestamptz"],
    ["updated_at", "timestamptz"],
    ["country_code", "text"],
    ["amount_spent_cents", "bigint"],
    ["email_marketing_state", "text"],
    ["metafields", "jsonb"],
    ["national_partner", "text"],
    ["end_date", "date"],
  ],
  added: customerColumns,
  stale: { table: "stale_customers", id: "customer_id" },
  bulk: { query: allCustomers.text, rowOf: mirrorRowOfLine, schedule: "0 3 * * *" },
  byId: {
    perCall: 25,
    async read(api, ids, call) {
      const variables = { ids: ids.map(customerGid), keys: MIRRORED_METAFIELDS };
      const { nodes } = await api.run(customersByIds, variables, call);
      return nodes.flatMap((node) => customerIn(node) ?? []).map(mirrorRowOf);
    },
  },
  webhooks: customerWebhooks,
  publish: (shop, ids) => publishCustomers(shop, ids),
});

export const { write: mirrorCustomers, forget: forgetCustomers } = customersMirror;
