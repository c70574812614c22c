import { TAGGED_FIELDS } from "~/domain/customers/edit-fields";
import { isSameValue } from "~/domain/customers/imports/same-value";
import {
  type FieldChange,
  fieldChanges,
  importableValues,
  type PersonRecord,
} from "~/domain/customers/record-values";
import { isReservedTag } from "~/domain/customers/reserved-tags";
import * as statuses from "~/domain/registrations/status";

/** What a row means for a person, as it would be written. */
export interface PersonPlan {
  fields: FieldChange[];
  addTags: string[];
  /** The requests of the row that aren't fulfilled, as sentences. */
  remarks: { field: string; sentence: string }[];
}

/** The kind of registration that the rows create; null if they create none. */
export type Registers = statuses.Registration | null;

/** The record of a new person. */
export const NEW_PERSON: PersonRecord = { firstName: null, lastName: null, tags: [], metafields: {} };

/**
 * The differences between a person and their row. Everything that the preview shows and that the job writes comes
 * from here.
 */
export function planPerson(
  person: PersonRecord,
  values: Readonly<Record<string, string>>,
  registers: Registers,
): PersonPlan {
  const lower = new Set(person.tags.map((tag) => tag.toLowerCase()));
  const free = tagsIn(values).filter((tag) => !isReservedTag(tag));
  const wanted = [...(registers ? [statuses.REGISTRATIONS[registers].tag] : []), ...free];
  const plan: PersonPlan = {
    fields: fieldChanges(person.tags, importableValues(person), wantedFields(person, values)),
    addTags: wanted.filter((tag) => !lower.has(tag.toLowerCase())),
    remarks: [],
  };
  if (!registers) return plan;
  const present = statuses.REGISTRATION_STATUSES.find((status) => statuses.hasStatusTag(person.tags, status));
  if (!present) plan.addTags.push(values.status || statuses.STATUS_TAGS.pending);
  else if (values.status && values.status !== statuses.STATUS_TAGS[present])
    plan.remarks.push({
      field: "status",
      sentence: `The status stays ${statuses.shownStatus(statuses.STATUS_TAGS[present])}: an import doesn't change the status of a registered person.`,
    });
  return plan;
}

/** The values of a record's fields, without email, tags and status, which are written separately. */
const fieldsOf = ({
  email: _email,
  tags: _tags,
  status: _status,
  ...fields
}: Readonly<Record<string, string>>) => fields;

/** The fields that differ from the record. One whose tag alone differs doesn't, so that an untouched export changes no customer. */
function wantedFields(
  person: PersonRecord,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const present = importableValues(person);
  const isSame = ([name, after]: [string, string]) =>
    isSameValue({ name, before: present[name] ?? "", after }, person);
  return Object.fromEntries(Object.entries(fieldsOf(values)).filter((entry) => !isSame(entry)));
}

const tagsIn = ({ tags = "" }: Readonly<Record<string, string>>): string[] =>
  tags
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");

/** The reserved tags that a row gives by its other columns, or that every row of the import gives. */
function givenTags(values: Readonly<Record<string, string>>, registers: Registers): string[] {
  const fields = Object.entries(TAGGED_FIELDS).map(([name, key]) => `${key}:${values[name] ?? ""}`);
  if (!registers) return fields;
  return [statuses.REGISTRATIONS[registers].tag, values.status || statuses.STATUS_TAGS.pending, ...fields];
}

/**
 * Why a row's tags are refused; null if they aren't. Tags for a status or a field have their own columns. Tags that the person already
 * has, or that the row gives anyway, are ignored, so that Backroom's exports can be imported.
 */
export function tagsProblem(
  person: PersonRecord,
  values: Readonly<Record<string, string>>,
  registers: Registers,
): string | null {
  const own = [...person.tags, ...givenTags(values, registers)];
  const lower = new Set(own.map((tag) => tag.toLowerCase()));
  const reserved = tagsIn(values).find((tag) => isReservedTag(tag) && !lower.has(tag.toLowerCase()));
  return reserved
    ? `Tags: "${reserved}" is set by a column of its own, a decision or an invitation. Take it out.`
    : null;
}

/** A plan as the preview shows it: each field before and after, and the added tags. */
export function changesOf({ fields, addTags }: Pick<PersonPlan, "fields" | "addTags">) {
  const changes = fields.map(({ name, label, before, after }) => ({ field: name, label, before, after }));
  return addTags.length === 0
    ? changes
    : [...changes, { field: "tags", label: "Tags", before: "", after: addTags.join(", ") }];
}

/**
 * The fields that have changed since the row was checked: they have neither the value in the preview nor the row's value.
 * @param shown the changes in the preview
 */
export function overtakenFields(
  person: PersonRecord,
  values: Readonly<Record<string, string>>,
  shown: readonly { field: string; before: string }[],
): FieldChange[] {
  const before = new Map(shown.map((change) => [change.field, change.before]));
  const present = importableValues(person);
  return fieldChanges(person.tags, present, wantedFields(person, values)).filter(
    ({ name, before: now, after }) => now !== after && now !== (before.get(name) ?? after),
  );
}
