import type { ImportField, ImportForm } from "~/core/imports/import-form";
import {
  ALL_RECORD_FIELDS,
  PERSON_FIELDS,
  recordFields,
  TAGS_FIELD,
} from "~/domain/customers/imports/person-fields";
import {
  REGISTRATION_STATUSES,
  REGISTRATIONS,
  type Registration,
  STATUS_NAMES,
  STATUS_TAGS,
} from "../status";

const STATUS_FIELD: ImportField = {
  name: "status",
  label: "Status",
  kind: "choice",
  choices: REGISTRATION_STATUSES.map((status) => STATUS_TAGS[status]),
  choiceAliases: new Map([[STATUS_NAMES.disabled.toLowerCase(), STATUS_TAGS.disabled]]),
  synonyms: ["registration status", "registration"],
  help: "For new people only. Pending if the cell is blank. Registered people keep their status.",
};

/** People who register, from a spreadsheet. @param more fields that only this registration has */
export const registrationImport = (
  registration: Registration,
  { path, title }: { path: string; title: string },
  more: readonly ImportField[] = [],
): ImportForm => {
  const { flag, list, noun } = REGISTRATIONS[registration];
  return {
    id: list,
    flag,
    list,
    path,
    title,
    noun,
    duplicates: { by: "email" },
    fields: [...PERSON_FIELDS, ...recordFields(ALL_RECORD_FIELDS), ...more, STATUS_FIELD, TAGS_FIELD],
  };
};
