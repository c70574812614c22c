import type { MIRRORED_METAFIELDS } from "~/connectors/shopify/operations/customers";

type MetafieldName = (typeof MIRRORED_METAFIELDS)[number];

/** A field of the edit dialog: its name in the update payload, and where its value is kept. */
export interface EditField {
  /** The name in the update payload for students and staff, which is fixed. */
  name: string;
  label: string;
  metafield: MetafieldName;
  kind: "text" | "date" | "consent";
}

/** The section STP of the edit dialog. */
export const STP_FIELDS: readonly EditField[] = [
  { name: "startdate", label: "Start Date", metafield: "stp.start_date", kind: "date" },
  { name: "enddate", label: "End Date", metafield: "stp.end_date", kind: "date" },
  { name: "school", label: "School", metafield: "stp.school", kind: "text" },
  { name: "course", label: "Course", metafield: "stp.course", kind: "text" },
  { name: "state", label: "State", metafield: "stp.state", kind: "text" },
];

/** The section Profile of the edit dialog. */
export const PROFILE_FIELDS: readonly EditField[] = [
  { name: "crm_id", label: "CRM ID", metafield: "profile.crm_id", kind: "text" },
  { name: "as400_id", label: "AS400 ID", metafield: "profile.as400_id", kind: "text" },
  { name: "phone", label: "Phone", metafield: "profile.phone", kind: "text" },
  { name: "dob", label: "DOB", metafield: "profile.dob", kind: "date" },
  { name: "country", label: "Country", metafield: "profile.country", kind: "text" },
  {
    name: "link_distributor",
    label: "Linked Distributor",
    metafield: "profile.link_distributor",
    kind: "text",
  },
  {
    name: "distributor_name",
    label: "Distributor Name",
    metafield: "profile.distributor_name",
    kind: "text",
  },
  {
    name: "privacy_policy_consent",
    label: "Privacy Policy Consent",
    metafield: "profile.privacy_policy_consent",
    kind: "consent",
  },
  {
    name: "email_policy_consent",
    label: "Email Policy Consent",
    metafield: "profile.email_policy_consent",
    kind: "consent",
  },
];

/** The fields of the edit modal of national partners. */
export const NATIONAL_FIELDS: readonly EditField[] = [
  "crm_id",
  "as400_id",
  "email_policy_consent",
  "privacy_policy_consent",
].flatMap((name) => PROFILE_FIELDS.filter((field) => field.name === name));

export const EDIT_FIELDS: readonly EditField[] = [...STP_FIELDS, ...PROFILE_FIELDS];

/** Fields that are also stored as a `key:value` tag, which is kept in sync: the field's name to the tag's key. */
export const TAGGED_FIELDS: Readonly<Record<string, string>> = {
  limit: "discount_limit",
  as400_id: "as400_id",
  crm_id: "crm_id",
  partner: "np",
};

/** What a page says after an edit. @param changed the names of the fields that changed */
export const editedText = (name: string | undefined, changed: readonly string[]) =>
  changed.length > 0
    ? `${name} is saved.`
    : ({ level: "info", text: "Nothing was changed, so there was nothing to save." } as const);
