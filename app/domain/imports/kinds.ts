import { REGISTRATIONS } from "~/domain/registrations/status";
import type { Flag } from "~/platform/auth/permission";
import { creditImport } from "./credits/kind";
import {
  ALL_RECORD_FIELDS,
  LIMIT_FIELD,
  PARTNER_FIELD,
  PERSON_FIELDS,
  recordFields,
  STATUS_FIELD,
  TAGS_FIELD,
} from "./fields";
import { INVITATION_IMPORTS } from "./invitations/kinds";
import type { ImportKind } from "./kind";

/** Students, from a spreadsheet (section 2.3 of the first specification text). */
export const studentImport: ImportKind = {
  id: "students",
  flag: REGISTRATIONS.student.flag,
  list: REGISTRATIONS.student.list,
  path: "/students",
  noun: REGISTRATIONS.student.noun,
  identity: "email",
  fields: [...PERSON_FIELDS, ...recordFields(ALL_RECORD_FIELDS), LIMIT_FIELD, STATUS_FIELD, TAGS_FIELD],
};

/** Staff customers (section 2.4); they have no discount limit. */
export const staffImport: ImportKind = {
  id: "staff",
  flag: REGISTRATIONS.staff.flag,
  list: REGISTRATIONS.staff.list,
  path: "/staff",
  noun: REGISTRATIONS.staff.noun,
  identity: "email",
  fields: [...PERSON_FIELDS, ...recordFields(ALL_RECORD_FIELDS), STATUS_FIELD, TAGS_FIELD],
};

/** National partners (section 2.5). */
export const nationalImport: ImportKind = {
  id: "national",
  flag: "showNational",
  list: "national",
  path: "/national",
  noun: { one: "national partner", many: "national partners" },
  identity: "email",
  fields: [
    ...PERSON_FIELDS,
    PARTNER_FIELD,
    ...recordFields(["crm_id", "as400_id", "privacy_policy_consent", "email_policy_consent"]),
    TAGS_FIELD,
  ],
};

/** Everything that can be imported, one line each. */
export const IMPORT_KINDS: readonly ImportKind[] = [
  studentImport,
  staffImport,
  nationalImport,
  ...Object.values(INVITATION_IMPORTS),
  creditImport,
];

/** The flags of which one is needed to import anything at all; each run asks for its own kind's. */
export const IMPORT_FLAGS: readonly Flag[] = IMPORT_KINDS.map(({ flag }) => flag);

/** The kind of this id; undefined for any other text. */
export const importKind = (id: string): ImportKind | undefined => IMPORT_KINDS.find((kind) => kind.id === id);
