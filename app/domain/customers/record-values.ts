import { storedDateText } from "~/platform/dates/date-text";
import { EDIT_FIELDS, TAGGED_FIELDS } from "./edit-fields";
import { tagValue } from "./tag-value";

/** A person's data, read from the store or from the mirror. */
export interface PersonRecord {
  firstName: string | null;
  lastName: string | null;
  tags: readonly string[];
  /** By `namespace.key`. */
  metafields: Readonly<Record<string, string>>;
  /** Of the default address, ISO 3166. */
  countryCode?: string | null;
  /** Whether the store sends them marketing emails. */
  isSubscribed?: boolean;
}

/**
 * The current value of every editable field, by its name in the update payload. An id that is stored only in its
 * `key:value` tag is read from there.
 */
export function recordValues({
  tags,
  metafields,
}: Pick<PersonRecord, "tags" | "metafields">): Record<string, string> {
  const tagged = (name: string) => {
    const key = TAGGED_FIELDS[name];
    return key ? tagValue(tags, key) : "";
  };
  const values = EDIT_FIELDS.map(({ name, metafield, kind }) => {
    const value = metafields[metafield] || tagged(name);
    return [name, kind === "date" ? storedDateText(value) : value];
  });
  return { ...Object.fromEntries(values), limit: tagged("limit") };
}

/** All values that an import may set: the record's, the name and the national partner. */
export const importableValues = (person: PersonRecord): Record<string, string> => ({
  ...recordValues(person),
  first_name: person.firstName ?? "",
  last_name: person.lastName ?? "",
  partner: tagValue(person.tags, TAGGED_FIELDS.partner ?? ""),
});

/** One field that is changed. */
export interface FieldChange {
  name: string;
  label: string;
  before: string;
  after: string;
}

const LABELS = new Map([
  ...EDIT_FIELDS.map(({ name, label }) => [name, label] as const),
  ["limit", "Discount Limit"],
  ["partner", "National Partner"],
  ["first_name", "First Name"],
  ["last_name", "Last Name"],
]);

/**
 * The fields whose value differs from the customer's. Fields that `values` omits stay.
 * @param present as `recordValues` or `importableValues` return it
 */
export function fieldChanges(
  tags: readonly string[],
  present: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): FieldChange[] {
  return Object.entries(values)
    .filter(([name]) => name in present)
    .map(([name, after]) => ({
      name,
      label: LABELS.get(name) ?? name,
      before: present[name] ?? "",
      after: after.trim(),
    }))
    .filter(({ name, before, after }) => before !== after || isTagBehind(tags, name, after));
}

/** An earlier try may have changed the metafield and not yet its tag. */
function isTagBehind(tags: readonly string[], name: string, value: string): boolean {
  const key = TAGGED_FIELDS[name];
  return key !== undefined && value !== "" && tagValue(tags, key) !== value;
}

/** One side of changes as the audit keeps it: values by label. */
export const sideOf = (
  changes: readonly Pick<FieldChange, "label" | "before" | "after">[],
  side: "before" | "after",
): Record<string, string> => Object.fromEntries(changes.map((change) => [change.label, change[side]]));
