import { liveAdminApi } from "~/connectors/shopify/live.server";
import {
  type CustomerWithMetafields,
  customerBeforeUndo,
  customerDelete,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import { refuseUserErrors } from "~/connectors/shopify/port";
import { recordAudit } from "~/core/audit/record-audit.server";
import { patchRow, type StoredRow } from "~/core/imports/import-definition.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { keepReasons } from "~/domain/customers/hooks.server";
import { mayImport, NO_ACCESS } from "~/domain/customers/imports/same-value";
import { forgetCustomers } from "~/domain/customers/mirror.server";
import { customerGid, customerNumber } from "~/domain/customers/mirror-row";
import { CONSENT_FIELD } from "~/domain/customers/pending-changes";
import { fieldChanges, importableValues, sideOf } from "~/domain/customers/record-values";
import { writeRecord } from "~/domain/customers/write-record.server";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import type { ItemContext, ItemOutcome } from "~/platform/jobs/job.server";
import { customerImportUndone } from "../audit.server";
import { statusOfTag } from "../status";
import * as people from "./person-row.server";
import { changesOf } from "./plan";
import { findCreated, type PersonImport } from "./write-person.server";

/** A row about a known person. */
type PersonRow = StoredRow & { customerId: number };

/**
 * The changes of a person since a row wrote them, as sentences. Empty if they are unchanged or partly undone. For a person that the
 * import created, Backroom's own data (notes, syncs) counts too, because they would be deleted.
 */
async function changedSince(
  customer: CustomerWithMetafields,
  row: PersonRow,
  written: people.WrittenPerson,
): Promise<string[]> {
  const words = overwrittenFields(customer, written);
  if (!written.created) return words;
  if (words.length === 0) words.push(...addedToRecord(customer, written));
  return [...words, ...addedBeside(customer, row), ...(await readKeepReasons(row))];
}

const hasTag = (customer: CustomerWithMetafields, tag: string): boolean =>
  customer.tags.some((present) => present.toLowerCase() === tag.toLowerCase());

/** The fields that the import wrote and that have changed since. */
function overwrittenFields(customer: CustomerWithMetafields, written: people.WrittenPerson): string[] {
  const present = importableValues(people.recordIn(customer));
  const other = written.fields.filter(
    ({ name, before, after }) => present[name] !== after && present[name] !== before,
  );
  const words = other.map(({ name, label, after }) => {
    const now = present[name];
    return `${label} is ${now ? `"${now}"` : "empty"} now, and the import had written "${after}"`;
  });
  words.push(...consentSince(customer, written));
  const status = written.addTags.find((tag) => statusOfTag(tag));
  if (status && !hasTag(customer, status)) words.push(`the status was ${status} and is another now`);
  return words;
}

/** A subscription that is neither as it was before the import nor as the import left it. */
function consentSince(
  customer: CustomerWithMetafields,
  { fields, subscribed }: people.WrittenPerson,
): string[] {
  const consent = fields.find(({ name }) => name === CONSENT_FIELD);
  if (!consent || subscribed === undefined) return [];
  const now = people.isSubscribed(customer);
  if (now === subscribed || now === (consent.after === "1")) return [];
  return [now ? "they subscribed to emails" : "they unsubscribed from emails"];
}

/** Fields and tags that the import had not given them. */
function addedToRecord(
  customer: CustomerWithMetafields,
  { fields, addTags }: people.WrittenPerson,
): string[] {
  const made = Object.fromEntries(fields.map(({ name, after }) => [name, after]));
  const blank = Object.keys(importableValues({ firstName: null, lastName: null, tags: [], metafields: {} }));
  const clearedFields = Object.fromEntries(blank.map((name) => [name, made[name] ?? ""]));
  const more = fieldChanges([], importableValues(people.recordIn(customer)), clearedFields).filter(
    ({ before, after }) => before !== after,
  );
  const ours = new Set(addTags.map((tag) => tag.toLowerCase()));
  const tags = customer.tags.filter((tag) => !ours.has(tag.toLowerCase()) && !KEPT_IN_STEP.test(tag));
  return [
    ...more.map(({ label, before }) => `${label} is ${before ? `"${before}"` : "empty"} now`),
    ...(tags.length > 0 ? [`the tags ${tags.join(", ")} were added`] : []),
  ];
}

/** Tags that follow from fields, which are compared themselves. */
const KEPT_IN_STEP = /^(discount_limit|crm_id|as400_id|np):/i;

/** What an import never gives anybody, and what only the person gives themselves. */
function addedBeside(customer: CustomerWithMetafields, row: StoredRow): string[] {
  const { defaultEmailAddress: email, defaultPhoneNumber: phone, defaultAddress: address } = customer;
  const wasSubscribed = row.values.email_policy_consent === "1";
  return [
    ...(people.hasAddress(customer, row.identity)
      ? []
      : [`the email address is ${email ? `"${email.emailAddress}"` : "empty"} now`]),
    ...(phone ? ["a phone number was added"] : []),
    ...(address ? ["an address was added"] : []),
    ...(email?.marketingState === "SUBSCRIBED" && !wasSubscribed ? ["they subscribed to emails"] : []),
  ];
}

/** Why other modules keep the person. */
const readKeepReasons = ({ shop, customerId }: PersonRow): Promise<string[]> =>
  withShop(shop, async (tx) => {
    const reasons: (string | null)[] = [];
    for (const read of keepReasons.all()) reasons.push(await read(tx, shop, customerId));
    return reasons.filter((reason) => reason !== null);
  });

const skipped = (message: string, reason?: string): ItemOutcome => ({ state: "skipped", message, reason });

/**
 * Undoes a row: restores the values before the import. A person that the import created is deleted if they are unchanged and have no
 * orders. A person who was changed since is skipped as a whole.
 *
 * The email consent becomes what the store had before the import, not the field's earlier text, so that no person is subscribed who
 * wasn't before. Shopify can't restore "never asked", so those people become unsubscribed. If the import unsubscribed a customer who
 * then unsubscribed again themselves, the store shows no difference, and they are subscribed again.
 */
export async function undoPerson(
  what: PersonImport,
  row: StoredRow,
  context: ItemContext,
): Promise<ItemOutcome> {
  const written = people.writtenOf(row);
  if (!written) return skipped("The import wrote nothing here.");
  // The process died after the row's outcome was stored, and before the job's.
  if (row.outcome === "undone") return { state: "done", message: written.created ? "Deleted" : "Restored" };
  if (row.customerId === null) {
    // The answer to creating them was lost for good.
    const created = await findCreated(row, context);
    if (!created?.isOurs)
      return { state: "done", message: "The import created no customer with this email address." };
    return undoPerson(what, { ...row, customerId: customerNumber(created.customer.id) }, context);
  }
  const customerId = row.customerId;
  return people.withPersonLock(what.form, row, context, (locked) =>
    undoWritten(what, { ...row, customerId }, locked, written),
  );
}

async function undoWritten(
  what: PersonImport,
  row: StoredRow & { customerId: number },
  context: people.RowContext,
  written: people.WrittenPerson,
): Promise<ItemOutcome> {
  const api = liveAdminApi(row.shop);
  const call = { priority: "bulk", signal: context.signal } as const;
  const variables = { id: customerGid(row.customerId), keys: MIRRORED_METAFIELDS };
  const { customer } = await api.run(customerBeforeUndo, variables, call);
  if (!customer) {
    if (!written.created) return { state: "done", message: "This customer no longer exists." };
    await forget(what, row, context);
    return { state: "done", message: "Deleted" };
  }
  if (!mayImport(context.administrator, customer.tags)) return skipped(NO_ACCESS);
  const since = await changedSince(customer, row, written);
  if (since.length > 0)
    return skipped(
      `This person was changed since: ${since.join("; ")}. Nothing was undone.`,
      "changed since",
    );
  if (!written.created) return restore(what, row, context, customer, written);
  if (Number(customer.numberOfOrders) > 0 || !customer.canDelete)
    return skipped("This person has ordered in the meantime, or can't be deleted, and was kept.");
  if (customer.mark?.value !== `${row.runId}:${row.number}`)
    return skipped("This person no longer has the import's marker and was kept.");
  const { beforeSending } = context;
  const { customerDelete: answer } = await api.run(
    customerDelete,
    { id: customer.id },
    { ...call, beforeSending },
  );
  const errors = answer?.userErrors.filter(({ message }) => !/can't be found/.test(message));
  refuseUserErrors("delete the customer", errors && { userErrors: errors });
  await forget(what, row, context);
  return { state: "done", message: "Deleted" };
}

async function restore(
  { form }: PersonImport,
  row: StoredRow,
  context: people.RowContext,
  customer: CustomerWithMetafields,
  written: people.WrittenPerson,
): Promise<ItemOutcome> {
  const before = Object.fromEntries(written.fields.map((change) => [change.name, change.before]));
  const fields = fieldChanges(customer.tags, importableValues(people.recordIn(customer)), before);
  const removeTags = written.addTags.filter((tag) => hasTag(customer, tag));
  const { subscribed, furtherTags = [] } = written;
  const missingTags = furtherTags.filter((tag) => !hasTag(customer, tag));
  const areTagsAsBefore = removeTags.length === 0 && missingTags.length === 0;
  const isConsentAsBefore = subscribed === undefined || subscribed === people.isSubscribed(customer);
  if (fields.length === 0 && areTagsAsBefore && isConsentAsBefore) {
    await withShop(row.shop, (tx) => patchRow(tx, row, { outcome: "undone" }));
    return { state: "done", message: "It was as before already." };
  }
  const tools = {
    adminApi: liveAdminApi(row.shop),
    clock: systemClock,
    call: { priority: "bulk", signal: context.signal, beforeSending: context.beforeSending } as const,
  };
  const after = await writeRecord(tools, customer, { fields, addTags: furtherTags, removeTags, subscribed });
  const changes = changesOf({ fields, addTags: [] });
  await people.storeOutcome(
    row,
    after,
    context,
    { outcome: "undone" },
    {
      action: customerImportUndone,
      before: { ...sideOf(changes, "before"), ...tagsSide(removeTags) },
      after: { ...sideOf(changes, "after"), ...tagsSide(missingTags) },
      flag: form.flag,
    },
  );
  return { state: "done", message: "Restored" };
}

const tagsSide = (tags: readonly string[]): Record<string, string> =>
  tags.length > 0 ? { Tags: tags.join(", ") } : {};

async function forget({ form }: PersonImport, row: StoredRow, context: ItemContext): Promise<void> {
  const { shop, customerId } = row;
  if (customerId === null) return;
  await withShop(shop, async (tx) => {
    await forgetCustomers(tx, shop, [customerId]);
    await patchRow(tx, row, { outcome: "undone" });
    await recordAudit(tx, shop, customerImportUndone, {
      actor: context.administrator,
      subject: { type: customerSubject, id: String(customerId) },
      before: { Email: row.identity ?? "", ...sideOf(people.writtenOf(row)?.fields ?? [], "after") },
      after: {},
      jobId: context.jobId,
      flag: form.flag,
    });
  });
}
