import { type CustomerChangeParts, customerChange } from "~/connectors/shopify/operations/customer-changes";
import {
  type CustomerWithMetafields,
  customerDetail,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import { metafieldsSet } from "~/connectors/shopify/operations/metafields";
import { type AdminApi, type CallOptions, refuseUserErrors } from "~/connectors/shopify/port";
import type { Clock } from "~/platform/clock";
import { conflict, notFound } from "~/platform/errors";
import { EDIT_FIELDS, TAGGED_FIELDS } from "./edit-fields";
import { CONSENT_FIELD } from "./pending-changes";
import type { FieldChange } from "./record-values";
import { keyedTag, tagValue } from "./tag-value";

/** What is changed of a person. */
export interface RecordChange {
  fields: readonly FieldChange[];
  /** Beside those that follow from the fields. */
  addTags?: readonly string[];
  removeTags?: readonly string[];
  /** Whether they are to be subscribed to emails, where that does not follow from the field of their consent. */
  subscribed?: boolean;
}

/** What writing needs from around it. */
export interface WriteTools {
  adminApi: AdminApi;
  clock: Clock;
  call?: CallOptions;
}

/** The type of all the console's metafields. */
export const TEXT_METAFIELD = "single_line_text_field";

/**
 * Changes a customer's record in the store. This is the only way to do so. First it writes the metafields with Shopify's comparison of
 * digests, so that a concurrent change refuses all of them. (A change of a field between the two requests that clear it isn't
 * detected: the Admin API has no comparison for deletions.) A second request clears metafields and writes the name, the consent with
 * its time, and the tags. An error may leave the change partly applied, so callers store the planned change first and ask `changeProgress`
 * what is left: an edit in `record_edits`, an import in its row.
 * @param customer as just read from the store, with all fields of the record
 * @returns the customer after the change
 * @throws 409 for a concurrent change (nothing was written), 502 when Shopify refuses or fails
 */
export async function writeRecord(
  tools: WriteTools,
  customer: CustomerWithMetafields,
  change: RecordChange,
): Promise<CustomerWithMetafields> {
  const { adminApi, call } = tools;
  const metafields = metafieldsIn(customer, change.fields);
  // Clearing compares no digest, so a field to be cleared is first set to the value that it was read with, which does.
  const set = metafields
    .map(({ present, ...field }) => ({ ...field, value: field.value || present }))
    .filter(({ value }) => value !== "");
  // Made before the first request: a value that cannot be a tag leaves nothing half done.
  const tags = tagsIn(customer, change);
  if (set.length > 0) {
    const { metafieldsSet: answer } = await adminApi.run(metafieldsSet, { metafields: set }, call);
    if (answer?.userErrors.some(({ code }) => code === "STALE_OBJECT")) {
      throw conflict(
        "This person was changed at the same time. Your changes weren't saved. Open the person again.",
      );
    }
    refuseUserErrors("save the record", answer);
  }
  const cleared = metafields
    .filter(({ value, present }) => value === "" && present !== "")
    .map(({ ownerId, namespace, key }) => ({ ownerId, namespace, key }));
  const parts: CustomerChangeParts = {
    delete: cleared.length > 0 ? cleared : undefined,
    names: namesIn(customer, change.fields),
    consent: consentIn(customer, change, tools.clock),
    ...tags,
  };
  const written = await changeRest(tools, customer, parts);
  if (written) return written;
  const read = await adminApi.run(customerDetail, { id: customer.id, keys: MIRRORED_METAFIELDS }, call);
  if (!read.customer) throw notFound("This customer no longer exists.");
  return read.customer;
}

async function changeRest(
  { adminApi, call }: WriteTools,
  { id }: CustomerWithMetafields,
  parts: CustomerChangeParts,
): Promise<CustomerWithMetafields | null> {
  const change = customerChange({ id, keys: MIRRORED_METAFIELDS }, parts);
  if (!change) return null;
  const answer = await adminApi.run(change.operation, change.variables, call);
  refuseUserErrors("save the record", ...change.parts.map((part) => answer[part]));
  return change.customerIn(answer);
}

function metafieldsIn(customer: CustomerWithMetafields, changes: readonly FieldChange[]) {
  const storedMetafields = new Map(
    customer.metafields.nodes.map((node) => [`${node.namespace}.${node.key}`, node]),
  );
  return changes.flatMap(({ name, before, after }) => {
    const field = EDIT_FIELDS.find((candidate) => candidate.name === name);
    if (!field || before === after) return [];
    const [namespace = "", key = ""] = field.metafield.split(".");
    const node = storedMetafields.get(field.metafield);
    const type = node?.type ?? TEXT_METAFIELD;
    const compareDigest = node?.compareDigest ?? null;
    return [
      { ownerId: customer.id, namespace, key, value: after, type, compareDigest, present: node?.value ?? "" },
    ];
  });
}

function namesIn({ id }: CustomerWithMetafields, changes: readonly FieldChange[]) {
  const after = (name: string) => changes.find((change) => change.name === name)?.after;
  const [firstName, lastName] = [after("first_name"), after("last_name")];
  if (firstName === undefined && lastName === undefined) return undefined;
  return { id, ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) };
}

function consentIn(
  { id: customerId, defaultEmailAddress: email }: CustomerWithMetafields,
  { fields, subscribed }: RecordChange,
  clock: Clock,
) {
  const field = fields.find(({ name }) => name === CONSENT_FIELD);
  const shouldSubscribe = subscribed ?? (field && field.after === "1");
  if (shouldSubscribe === undefined || !email) return undefined;
  // Unchanged: writing it with the current time would record a consent that wasn't given.
  if (subscribed !== undefined && subscribed === (email.marketingState === "SUBSCRIBED")) return undefined;
  return {
    customerId,
    emailMarketingConsent: {
      marketingState: shouldSubscribe ? ("SUBSCRIBED" as const) : ("UNSUBSCRIBED" as const),
      marketingOptInLevel: "SINGLE_OPT_IN" as const,
      consentUpdatedAt: clock.now().toISOString(),
    },
  };
}

function tagsIn(
  customer: CustomerWithMetafields,
  { fields, addTags = [], removeTags = [] }: RecordChange,
): Pick<CustomerChangeParts, "add" | "remove"> {
  const remove = [...removeTags];
  const add: string[] = [];
  for (const { name, after } of fields) {
    const key = TAGGED_FIELDS[name];
    if (!key || tagValue(customer.tags, key) === after) continue;
    remove.push(...tagsWithKey(customer.tags, key));
    if (after) add.push(keyedTag(key, after));
  }
  // Behind those of the fields: the first tag with a key is the field's value.
  add.push(...addTags);
  return { remove: remove.length > 0 ? remove : undefined, add: add.length > 0 ? add : undefined };
}

/** The tags that begin with a key, in any case. */
export const tagsWithKey = (tags: readonly string[], key: string): string[] =>
  tags.filter((tag) => tag.toLowerCase().startsWith(`${key}:`));

/** The tags that a change of these fields removes beside the first ones, which are the fields' values. */
export const furtherTags = (tags: readonly string[], fields: readonly FieldChange[]): string[] =>
  fields.flatMap(({ name }) => {
    const key = TAGGED_FIELDS[name];
    return key ? tagsWithKey(tags, key).slice(1) : [];
  });
