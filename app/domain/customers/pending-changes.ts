import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import { TAGGED_FIELDS } from "./edit-fields";
import { metafieldsByName } from "./mirror-row";
import { type FieldChange, importableValues } from "./record-values";
import { tagValue } from "./tag-value";

/** The field whose value the store also keeps as the consent to email marketing. */
export const CONSENT_FIELD = "email_policy_consent";

/** How much of a change the store has. */
export interface ChangeProgress {
  /** Something of it was written. */
  isBegun: boolean;
  /** The fields that still have to be written. A field that another person has changed since keeps their value. */
  left: FieldChange[];
}

/** Compares a change with the store. @param changes as they were planned */
export function changeProgress(
  customer: CustomerWithMetafields,
  changes: readonly FieldChange[],
): ChangeProgress {
  const { firstName, lastName, tags } = customer;
  const present = importableValues({ firstName, lastName, tags, metafields: metafieldsByName(customer) });
  const now = changes.map((change) => ({ ...change, before: present[change.name] ?? "" }));
  return {
    isBegun: changes.some((change, index) => isBegun(change, now[index]?.before ?? "")),
    left: now.filter((change, index) => {
      if (change.before === change.after)
        return isTagBehind(customer, change) || isConsentBehind(customer, change);
      return change.before === changes[index]?.before || isBetween(changes[index], change.before);
    }),
  };
}

/** What has the value that was wanted, as it was set out. */
export function appliedChanges(
  customer: CustomerWithMetafields,
  changes: readonly FieldChange[],
): FieldChange[] {
  const open = new Set(changeProgress(customer, changes).left.map(({ name }) => name));
  const { firstName, lastName, tags } = customer;
  const present = importableValues({ firstName, lastName, tags, metafields: metafieldsByName(customer) });
  return changes.filter(({ name, after }) => present[name] === after && !open.has(name));
}

const isBegun = (change: FieldChange, now: string): boolean =>
  change.before !== change.after && (now === change.after || isBetween(change, now));

/** A field that is stored only as a tag loses the old tag before it gets the new one. */
const isBetween = (change: FieldChange | undefined, now: string): boolean =>
  change !== undefined &&
  (change.name === "limit" || change.name === "partner") &&
  now === "" &&
  change.before !== "";

function isTagBehind({ tags }: CustomerWithMetafields, { name, after }: FieldChange): boolean {
  const key = TAGGED_FIELDS[name];
  return key !== undefined && tagValue(tags, key) !== after;
}

/** The metafield has the consent, and the store's own state of the email address has not followed. */
function isConsentBehind(
  { defaultEmailAddress }: Pick<CustomerWithMetafields, "defaultEmailAddress">,
  { name, after }: Pick<FieldChange, "name" | "after">,
): boolean {
  if (name !== CONSENT_FIELD || !defaultEmailAddress) return false;
  const isSubscribed = ["SUBSCRIBED", "PENDING"].includes(defaultEmailAddress.marketingState);
  return isSubscribed !== (after === "1");
}

/**
 * The fields that an earlier attempt left unfinished: it may have written the metafield without the tag or the store's own consent.
 * @param written what was set out @param planned what is written now in any case
 */
export function unfinishedFields(
  customer: CustomerWithMetafields,
  written: readonly FieldChange[],
  planned: readonly FieldChange[],
): FieldChange[] {
  const plannedNames = new Set(planned.map(({ name }) => name));
  const { left } = changeProgress(
    customer,
    written.filter(({ name }) => !plannedNames.has(name)),
  );
  return left.filter(({ before, after }) => before === after);
}
