import {
  customerEmailConsent,
  customerTagsReplace,
  metafieldsDelete,
  metafieldsSet,
} from "~/connectors/shopify/operations/customer-edits";
import {
  type CustomerWithMetafields,
  customerDetail,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import type { AdminApi } from "~/connectors/shopify/port";
import { refuseUserErrors } from "~/connectors/shopify/user-errors";
import { recordAudit } from "~/domain/audit/record.server";
import type { Administrator } from "~/platform/auth/permission";
import type { Clock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, Refusal } from "~/platform/errors";
import { keptDay } from "~/platform/written-day";
import { editableValues, readWorkable } from "./detail.server";
import { EDIT_FIELDS, TAGGED_FIELDS } from "./edit-fields";
import { type CustomerKind, kindsOf } from "./kinds";
import { mirrorCustomers } from "./mirror.server";
import { customerGid, mirrorRowOf } from "./mirror-row";
import { publishCustomers } from "./publish.server";
import { tagValue } from "./tag-value";

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

/** One field that the edit changes. */
interface FieldChange {
  name: string;
  label: string;
  before: string;
  after: string;
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
  const changes = changesOf(customer, values);
  refuseOverwriting(changes, seen);
  if (changes.length === 0) return [];

  await changeConsent(adminApi, customer, changes, clock);
  await changeMetafields(adminApi, customer, changes);
  await changeTags(adminApi, customer, changes);
  await writeThrough(tools, customerId, kind, changes);
  publishCustomers(shop, [customerId], kindsOf(customer.tags));
  return changes.map((change) => change.name);
}

function changesOf(customer: CustomerWithMetafields, values: EditValues): FieldChange[] {
  const present = editableValues(customer);
  const labels = new Map(EDIT_FIELDS.map(({ name, label }) => [name, label]));
  return Object.entries(values)
    .filter(([name]) => name in present)
    .map(([name, after]) => ({
      name,
      label: labels.get(name) ?? "Discount Limit",
      before: present[name] ?? "",
      after: after.trim(),
    }))
    .filter(({ name, before, after }) => before !== after || isTagBehind(customer, name, after));
}

/** An earlier try may have changed the metafield and not yet its tag. */
function isTagBehind(customer: CustomerWithMetafields, name: string, value: string): boolean {
  const key = TAGGED_FIELDS[name];
  return key !== undefined && value !== "" && tagValue(customer.tags, key) !== value;
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

async function changeConsent(
  adminApi: AdminApi,
  customer: CustomerWithMetafields,
  changes: readonly FieldChange[],
  clock: Clock,
): Promise<void> {
  const consent = changes.find(({ name }) => name === "email_policy_consent");
  if (!consent || !customer.defaultEmailAddress) return;
  const { customerEmailMarketingConsentUpdate: answer } = await adminApi.run(customerEmailConsent, {
    input: {
      customerId: customer.id,
      emailMarketingConsent: {
        marketingState: consent.after === "1" ? "SUBSCRIBED" : "UNSUBSCRIBED",
        marketingOptInLevel: "SINGLE_OPT_IN",
        consentUpdatedAt: clock.now().toISOString(),
      },
    },
  });
  refuseUserErrors("change the e-mail consent", answer);
}

async function changeMetafields(
  adminApi: AdminApi,
  customer: CustomerWithMetafields,
  changes: readonly FieldChange[],
): Promise<void> {
  const kept = new Map(customer.metafields.nodes.map((node) => [`${node.namespace}.${node.key}`, node]));
  const wanted = changes.flatMap(({ name, before, after }) => {
    const field = EDIT_FIELDS.find((candidate) => candidate.name === name);
    if (!field || before === after) return [];
    const [namespace = "", key = ""] = field.metafield.split(".");
    return [{ ownerId: customer.id, namespace, key, after, node: kept.get(field.metafield) }];
  });
  const set = wanted.filter(({ after }) => after !== "");
  if (set.length > 0) {
    const metafields = set.map(({ after, node, ...place }) => ({
      ...place,
      value: after,
      type: node?.type ?? "single_line_text_field",
      compareDigest: node?.compareDigest ?? null,
    }));
    const { metafieldsSet: answer } = await adminApi.run(metafieldsSet, { metafields });
    if (answer.userErrors.some(({ code }) => code === "STALE_OBJECT")) {
      throw conflict(
        "Somebody changed this person at this very moment. Nothing of yours was saved; open it again.",
      );
    }
    refuseUserErrors("save the record", answer);
  }
  const cleared = wanted.filter(({ after }) => after === "");
  if (cleared.length === 0) return;
  const metafields = cleared.map(({ ownerId, namespace, key }) => ({ ownerId, namespace, key }));
  const { metafieldsDelete: answer } = await adminApi.run(metafieldsDelete, { metafields });
  refuseUserErrors("clear the fields", answer);
}

async function changeTags(
  adminApi: AdminApi,
  customer: CustomerWithMetafields,
  changes: readonly FieldChange[],
): Promise<void> {
  const remove: string[] = [];
  const add: string[] = [];
  for (const { name, after } of changes) {
    const key = TAGGED_FIELDS[name];
    if (!key || tagValue(customer.tags, key) === after) continue;
    remove.push(...customer.tags.filter((tag) => tag.toLowerCase().startsWith(`${key}:`)));
    if (after) add.push(`${key}:${after}`);
  }
  if (remove.length === 0 && add.length === 0) return;
  const answer = await adminApi.run(customerTagsReplace, { id: customer.id, remove, add });
  refuseUserErrors("keep the tags in step", answer.removed, answer.added);
}

/** The mirror gets what the store has now; the audit entry stands in the same transaction. */
async function writeThrough(
  { shop, actor, adminApi }: EditTools,
  customerId: number,
  kind: CustomerKind,
  changes: readonly FieldChange[],
): Promise<void> {
  const { customer } = await adminApi.run(customerDetail, {
    id: customerGid(customerId),
    keys: MIRRORED_METAFIELDS,
  });
  if (!customer) throw new Refusal(404, "NOT_FOUND", "The store has no such customer any more.");
  const side = (of: "before" | "after") =>
    Object.fromEntries(changes.map((change) => [change.label, change[of]]));
  await withShop(shop, async (tx) => {
    await mirrorCustomers(tx, shop, [mirrorRowOf(customer)]);
    await recordAudit(tx, shop, {
      action: "customer.edited",
      actor,
      subject: { type: "customer", id: String(customerId) },
      before: side("before"),
      after: side("after"),
      flag: kind.flag,
    });
  });
}
