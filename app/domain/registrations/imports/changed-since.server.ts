import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import type { StoredRow } from "~/core/imports/import-handler.server";
import { keepReasons } from "~/domain/customers/hooks.server";
import { CONSENT_FIELD } from "~/domain/customers/pending-changes";
import { fieldChanges, importableValues } from "~/domain/customers/record-values";
import { statusOfTag } from "~/domain/registrations/status";
import { withShop } from "~/platform/db/with-shop.server";
import { hasAddress, isSubscribed, recordIn, type WrittenPerson } from "./person-row.server";

/** A row about a known person. */
type PersonRow = StoredRow & { customerId: number };

/**
 * The changes of a person since a row wrote them, as sentences. Empty if they are unchanged or partly undone. For a person that the
 * import created, Backroom's own data (notes, syncs) counts too, because they would be deleted.
 */
export async function changedSince(
  customer: CustomerWithMetafields,
  row: PersonRow,
  written: WrittenPerson,
): Promise<string[]> {
  const words = overwrittenFields(customer, written);
  if (!written.created) return words;
  if (words.length === 0) words.push(...addedToRecord(customer, written));
  return [...words, ...addedBeside(customer, row), ...(await readKeepReasons(row))];
}

export const hasTag = (customer: CustomerWithMetafields, tag: string): boolean =>
  customer.tags.some((present) => present.toLowerCase() === tag.toLowerCase());

/** The fields that the import wrote and that have changed since. */
function overwrittenFields(customer: CustomerWithMetafields, written: WrittenPerson): string[] {
  const present = importableValues(recordIn(customer));
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
function consentSince(customer: CustomerWithMetafields, { fields, subscribed }: WrittenPerson): string[] {
  const consent = fields.find(({ name }) => name === CONSENT_FIELD);
  if (!consent || subscribed === undefined) return [];
  const now = isSubscribed(customer);
  if (now === subscribed || now === (consent.after === "1")) return [];
  return [now ? "they subscribed to emails" : "they unsubscribed from emails"];
}

/** Fields and tags that the import had not given them. */
function addedToRecord(customer: CustomerWithMetafields, { fields, addTags }: WrittenPerson): string[] {
  const made = Object.fromEntries(fields.map(({ name, after }) => [name, after]));
  const blank = Object.keys(importableValues({ firstName: null, lastName: null, tags: [], metafields: {} }));
  const clearedFields = Object.fromEntries(blank.map((name) => [name, made[name] ?? ""]));
  const more = fieldChanges([], importableValues(recordIn(customer)), clearedFields).filter(
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
    ...(hasAddress(customer, row.identity)
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
