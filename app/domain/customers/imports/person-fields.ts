import type { ImportField } from "~/core/imports/import-form";
import { EDIT_FIELDS, TAGGED_FIELDS } from "~/domain/customers/edit-fields";
import { tagValueProblem } from "~/domain/customers/tag-value";

/** Other headings for the fields of the edit dialog: those of our own exports are their labels. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  startdate: ["start", "stp start date", "stp_startDate"],
  enddate: ["end", "stp end date", "stp_endDate"],
  school: ["stp school", "school name", "college", "university"],
  course: ["stp course", "program", "programme"],
  state: ["stp state", "province", "province code", "default address province code"],
  crm_id: ["crm", "crm number", "crm no", "profile_crm_id"],
  as400_id: ["as400", "as400 number", "as400 no", "as 400", "profile_as400_id"],
  phone: ["telephone", "phone number", "mobile", "profile_phone"],
  dob: ["date of birth", "birth date", "birthday", "profile_dob"],
  country: ["profile country", "country name", "country code", "default address country code"],
  link_distributor: ["link distributor", "distributor link", "profile_link_distributor"],
  distributor_name: ["distributor", "profile_distributor_name"],
  privacy_policy_consent: ["privacy policy", "privacy consent", "privacy", "profile_privacy_policy_consent"],
  email_policy_consent: [
    "email policy",
    "email consent",
    "accepts marketing",
    "accepts email marketing",
    "newsletter",
    "profile_email_policy_consent",
  ],
};

/** Who a row is about. */
export const PERSON_FIELDS: readonly ImportField[] = [
  {
    name: "email",
    label: "Email",
    kind: "email",
    isRequired: true,
    synonyms: ["e-mail", "email address", "mail", "e-mail address"],
    help: "Who the row is about: addresses that differ in capitals or spaces are one person.",
  },
  {
    name: "first_name",
    label: "First Name",
    kind: "text",
    synonyms: ["first", "given name", "forename", "firstname"],
    example: "Ann",
  },
  {
    name: "last_name",
    label: "Last Name",
    kind: "text",
    synonyms: ["last", "surname", "family name", "lastname"],
    example: "Lee",
  },
];

/** What limits a field that is also stored as a tag. */
const tagged = (name: string): Pick<ImportField, "valueProblem" | "isIdentifier"> => {
  const key = TAGGED_FIELDS[name];
  return key ? { valueProblem: (value) => tagValueProblem(key, value), isIdentifier: true } : {};
};

/** The fields of the edit dialog, as far as they are named here. */
export const recordFields = (names: readonly string[]): ImportField[] =>
  EDIT_FIELDS.filter(({ name }) => names.includes(name)).map(({ name, label, kind }) => ({
    name,
    label,
    kind,
    synonyms: SYNONYMS[name] ?? [],
    ...tagged(name),
  }));

export const ALL_RECORD_FIELDS: readonly string[] = EDIT_FIELDS.map(({ name }) => name);

export const LIMIT_FIELD: ImportField = {
  name: "limit",
  ...tagged("limit"),
  label: "Discount Limit",
  kind: "digits",
  maxLength: 12,
  synonyms: ["discount limit for students", "discount_limit", "discount", "stp discount limit"],
};

export const TAGS_FIELD: ImportField = {
  name: "tags",
  label: "Tags",
  kind: "tags",
  // An exported cell has all tags of a customer: up to 250, each with up to 255 characters. This is a spreadsheet's limit for a cell.
  maxLength: 32_767,
  synonyms: ["tag", "additional tags", "additional_tags", "labels"],
  help: "Added to the person's tags, separated by commas. No tag is removed.",
};

export const PARTNER_FIELD: ImportField = {
  name: "partner",
  ...tagged("partner"),
  label: "National Partner",
  kind: "text",
  maxLength: 200,
  synonyms: ["partner", "np", "national", "partner name", "nationalpartner"],
  help: "Kept as the tag np:{partner}.",
};
