import type { ImportForm } from "~/core/imports/import-form";
import {
  PARTNER_FIELD,
  PERSON_FIELDS,
  recordFields,
  TAGS_FIELD,
} from "~/domain/customers/imports/person-fields";

/** National partners, from a spreadsheet. */
export const importForm: ImportForm = {
  id: "national",
  flag: "showNational",
  list: "national",
  path: "/national",
  title: "National",
  noun: { one: "national partner", many: "national partners" },
  duplicates: { by: "email" },
  fields: [
    ...PERSON_FIELDS,
    PARTNER_FIELD,
    ...recordFields(["crm_id", "as400_id", "privacy_policy_consent", "email_policy_consent"]),
    TAGS_FIELD,
  ],
};
