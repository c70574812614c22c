import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import type { AdminApi } from "~/connectors/shopify/port";
import { recordAudit } from "~/domain/audit/record.server";
import type { Administrator } from "~/platform/auth/permission";
import type { Clock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { keptDay } from "~/platform/written-day";
import { editableValues, readWorkable } from "./detail.server";
import { EDIT_FIELDS } from "./edit-fields";
import { type CustomerKind, kindsOf } from "./kinds";
import { mirrorCustomers } from "./mirror.server";
import { mirrorRowOf } from "./mirror-row";
import { publishCustomers } from "./publish.server";
import { type FieldChange, fieldChanges, sideOf } from "./record-values";
import { writeRecord } from "./write-record.server";

/** What editing needs from around it. */
export interface EditTools {
  shop: string;
  actor: Administrator;
  adminApi: AdminApi;
  clock: Clock;
}

/** Values by the field names of the update payload (section 3); a field that is absent stays as it is, blank clears it. */
export type EditValues = Readonly<Record<string, string>>;

/** The values that a call sent: days are kept as YYYY-MM-DD, however they were written; what was not sent stays as it is. */
export function sentValues(values: Record<string, string | undefined>): EditValues {
  const sent = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const days = new Set(EDIT_FIELDS.filter(({ kind }) => kind === "date").map(({ name }) => name));
  return Object.fromEntries(sent.map(([name, value]) => [name, days.has(name) ? keptDay(value) : value]));
}

/** Who is edited: the number at the end of the customer's id, and the kinds of customers that are meant. */
export interface Edited {
  customerId: number;
  kinds: readonly CustomerKind[];
}

/**
 * Changes a customer's record in the store: metafields with Shopify's own comparison of digests, the e-mail consent by its
 * mutation with a time, `key:value` tags kept in step. What two people change in different fields both stands.
 * @param seen the values that the person saw when they began, by field; a field that somebody changed since is refused
 * @returns the names of the fields that changed
 * @throws 403/404 as `readWorkable`, 409 when somebody changed the same field meanwhile, 502 when Shopify does not do it;
 * repeating the edit then finishes what is left
 */
export async function editCustomer(
  tools: EditTools,
  { customerId, kinds }: Edited,
  values: EditValues,
  seen: EditValues = {},
): Promise<string[]> {
  const { shop, adminApi, actor, clock } = tools;
  const { customer, kind } = await readWorkable(adminApi, actor, String(customerId), kinds);
  const changes = fieldChanges(customer.tags, editableValues(customer), values);
  refuseOverwriting(changes, seen);
  if (changes.length === 0) return [];

  const written = await writeRecord({ adminApi, clock }, customer, { fields: changes });
  await writeThrough(tools, written, kind, changes);
  publishCustomers(shop, [customerId], kindsOf(customer.tags));
  return changes.map((change) => change.name);
}

function refuseOverwriting(changes: readonly FieldChange[], seen: EditValues): void {
  const overtaken = changes.filter(({ name, before }) => name in seen && seen[name] !== before);
  if (overtaken.length === 0) return;
  const what = overtaken
    .map(({ label, before }) => `${label} is now ${before ? `"${before}"` : "empty"}`)
    .join("; ");
  throw conflict(
    `Somebody changed this person meanwhile: ${what}. Nothing of yours was saved; look at it and save again.`,
  );
}

/** The mirror gets what the store has now; the audit entry stands in the same transaction. */
async function writeThrough(
  { shop, actor }: EditTools,
  customer: CustomerWithMetafields,
  kind: CustomerKind,
  changes: readonly FieldChange[],
): Promise<void> {
  const row = mirrorRowOf(customer);
  await withShop(shop, async (tx) => {
    await mirrorCustomers(tx, shop, [row]);
    await recordAudit(tx, shop, {
      action: "customer.edited",
      actor,
      subject: { type: "customer", id: String(row.id) },
      before: sideOf(changes, "before"),
      after: sideOf(changes, "after"),
      flag: kind.flag,
    });
  });
}
