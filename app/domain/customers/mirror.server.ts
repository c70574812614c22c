import {
  allCustomers,
  type CustomerLine,
  customerIn,
  customersByIds,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import { defineMirror } from "~/core/mirrors/define-mirror.server";
import { type CustomerPayload, customerWebhooks } from "./customer-webhooks.server";
import { customerColumns } from "./hooks.server";
import { customerGid, type MirrorRow, mirrorRowOf, mirrorRowOfLine } from "./mirror-row";
import { publishCustomers } from "./read-tags.server";

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
