import { NATIONAL_PARTNER } from "~/domain/customers/kinds";
import { amountSpentCents } from "~/domain/customers/list-row";
import { registrationScope } from "~/domain/customers/selection.server";
import { nationalPartnerOf, tagValue } from "~/domain/customers/tag-value";
import {
  REGISTRATIONS,
  type Registration,
  type RegistrationTab,
  TAB_NAMES,
} from "~/domain/registrations/status";
import { fileTimestamp, slug } from "~/platform/sheets/file-name";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import { writtenDay } from "~/platform/written-day";
import { CREDIT_REPORTS } from "./credit-reports.server";
import { customersOf, type ExportRecord } from "./customer-source.server";
import { INVITATION_REPORTS } from "./invitation-reports.server";
import type { Report, ReportColumn } from "./report.server";
import { USER_TYPE_REPORT } from "./user-type-report.server";

const metafield =
  (name: string) =>
  ({ metafields }: ExportRecord): string =>
    String(metafields[name] ?? "");

/** What stands in a tag where the metafield is missing, as in the edit dialog. */
const metafieldOrTag = (name: string, key: string) => (customer: ExportRecord) =>
  metafield(name)(customer) || tagValue(customer.tags, key);

/** Days that were read and written already: many people share them, and reading one costs more than all else of a row. */
const knownDays = new Map<string, string>();
const MOST_KNOWN_DAYS = 20_000;

/** A day as the forms show it; unlike there, a missing one is not today. */
const day = (name: string) => (customer: ExportRecord) => {
  const kept = metafield(name)(customer).trim();
  if (kept === "" || kept === "undefined") return "";
  const known = knownDays.get(kept);
  if (known !== undefined) return known;
  const written = writtenDay(kept, new Date(0));
  if (knownDays.size >= MOST_KNOWN_DAYS) knownDays.clear();
  // What is longer is no day, and would only fill the memory.
  if (kept.length <= 40) knownDays.set(kept, written);
  return written;
};

const consent = (name: string) => (customer: ExportRecord) =>
  metafield(name)(customer) === "1" ? "Yes" : "No";

/** Digits are a number, so that a column of them can be added up. */
const numberOrText = (text: string): CellValue => (/^\d{1,15}$/.test(text) ? Number(text) : text);

const NAME: ReportColumn<ExportRecord> = {
  title: "Name",
  width: 28,
  value: (customer) => customer.display_name,
};
const EMAIL: ReportColumn<ExportRecord> = {
  title: "Email",
  width: 34,
  value: (customer) => customer.email ?? "",
};
const TAGS: ReportColumn<ExportRecord> = {
  title: "Tags",
  width: 40,
  value: (customer) => customer.tags.join(", "),
};
const CREATED: ReportColumn<ExportRecord> = {
  title: "Created Date",
  width: 14,
  value: (customer) => customer.created_day,
};
const COUNTRY: ReportColumn<ExportRecord> = {
  title: "Country",
  width: 14,
  value: (customer) => metafield("profile.country")(customer) || (customer.country_code ?? ""),
};
const SCHOOL: ReportColumn<ExportRecord> = { title: "School", width: 28, value: metafield("stp.school") };
const PRIVACY: ReportColumn<ExportRecord> = {
  title: "Privacy Policy Consent",
  width: 22,
  value: consent("profile.privacy_policy_consent"),
};
const EMAIL_CONSENT: ReportColumn<ExportRecord> = {
  title: "Email Policy Consent",
  width: 22,
  value: consent("profile.email_policy_consent"),
};

const STUDENT_COLUMNS: readonly ReportColumn<ExportRecord>[] = [
  NAME,
  EMAIL,
  { title: "Start Date", width: 12, value: day("stp.start_date") },
  { title: "End Date", width: 12, value: day("stp.end_date") },
  {
    title: "Amount Spent",
    width: 14,
    value: ({ tags, amount_spent_cents }) => amountSpentCents(tags, Number(amount_spent_cents)) / 100,
  },
  {
    title: "Discount Limit",
    width: 14,
    value: ({ tags }) => numberOrText(tagValue(tags, "discount_limit")),
  },
  SCHOOL,
  { title: "Course", width: 22, value: metafield("stp.course") },
  { title: "State", width: 16, value: metafield("stp.state") },
  { title: "Profile", width: 12, value: ({ tags }) => tagValue(tags, "UserType") },
  { title: "CRM ID", width: 16, value: metafieldOrTag("profile.crm_id", "crm_id") },
  { title: "AS400 ID", width: 16, value: metafieldOrTag("profile.as400_id", "as400_id") },
  { title: "Phone", width: 18, value: metafield("profile.phone") },
  { title: "DOB", width: 12, value: day("profile.dob") },
  COUNTRY,
  TAGS,
  { title: "Linked Distributor", width: 22, value: metafield("profile.link_distributor") },
  { title: "Distributor Name", width: 22, value: metafield("profile.distributor_name") },
  PRIVACY,
  EMAIL_CONSENT,
  CREATED,
];

/** A report of registrations: one file for each status. */
function registrationReport(
  registration: Registration,
  noun: string,
  columns: readonly ReportColumn<ExportRecord>[],
): Report<ExportRecord> {
  // In the middle of a title every word has a capital.
  const nameOf = (part: string) =>
    TAB_NAMES[part as RegistrationTab].replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return {
    flag: REGISTRATIONS[registration].flag,
    columns,
    source: customersOf((part) => registrationScope(registration, part as RegistrationTab)),
    title: (part) => `${noun} ${nameOf(part)} Report`,
    fileName: (part, now) => `${noun}_${slug(nameOf(part))}_Report_${fileTimestamp(now)}`,
  };
}

/** Every report (section 7 of the first specification text: columns and file names). */
export const REPORTS = {
  student: registrationReport("student", "Student", STUDENT_COLUMNS),
  staff: registrationReport("staff", "Staff", [NAME, EMAIL, TAGS, CREATED, COUNTRY, SCHOOL]),
  national: {
    flag: NATIONAL_PARTNER.flag,
    columns: [
      NAME,
      EMAIL,
      TAGS,
      CREATED,
      { title: "National Partner", width: 24, value: ({ tags }) => nationalPartnerOf(tags) },
      EMAIL_CONSENT,
      PRIVACY,
    ],
    source: customersOf((part) => ({
      column: "national_partner",
      value: part || undefined,
      countedAs: NATIONAL_PARTNER.countedAs,
    })),
    title: () => "National Partners Report",
    fileName: () => "National_Partners_Report",
  },
  ...INVITATION_REPORTS,
  usertype: USER_TYPE_REPORT,
  ...CREDIT_REPORTS,
} as const satisfies Record<string, Report>;
export type ReportName = keyof typeof REPORTS;
export const REPORT_NAMES = Object.keys(REPORTS) as [ReportName, ...ReportName[]];
