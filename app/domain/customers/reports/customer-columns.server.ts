import type { ExportColumn } from "~/core/exports/list-export.server";
import { tagValue } from "~/domain/customers/tag-value";
import { formatInputDate } from "~/platform/dates/date-text";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import type { ExportRecord } from "./customer-source.server";

/** The text of a metafield, empty where the customer has none. */
export const metafield =
  (name: string) =>
  ({ metafields }: ExportRecord): string =>
    String(metafields[name] ?? "");

/** The metafield, or the tag where it is missing, as in the edit dialog. */
export const metafieldOrTag = (name: string, key: string) => (customer: ExportRecord) =>
  metafield(name)(customer) || tagValue(customer.tags, key);

/** Formatted days by their stored text: many customers share them, and formatting costs more than the rest of a row. */
const formattedDays = new Map<string, string>();
const MAX_FORMATTED_DAYS = 20_000;
const MAX_DAY_LENGTH = 40;

/** A day as the forms show it, except that a missing one stays empty. In the forms it is today. */
export const day = (name: string) => (customer: ExportRecord) => {
  const stored = metafield(name)(customer).trim();
  if (stored === "") return "";
  const cached = formattedDays.get(stored);
  if (cached !== undefined) return cached;
  const formatted = formatInputDate(stored);
  if (formattedDays.size >= MAX_FORMATTED_DAYS) formattedDays.clear();
  // A longer text isn't a day and would only fill the memory.
  if (stored.length <= MAX_DAY_LENGTH) formattedDays.set(stored, formatted);
  return formatted;
};

const consent = (name: string) => (customer: ExportRecord) =>
  metafield(name)(customer) === "1" ? "Yes" : "No";

/** Digits become a number, so that a spreadsheet can add up the column. */
export const numberOrText = (text: string): CellValue => (/^\d{1,15}$/.test(text) ? Number(text) : text);

/** Columns that several reports of customers have. */
export const CUSTOMER_COLUMNS = {
  name: {
    title: "Name",
    width: 28,
    value: (customer) => customer.display_name,
  },
  email: {
    title: "Email",
    width: 34,
    value: (customer) => customer.email ?? "",
  },
  tags: {
    title: "Tags",
    width: 40,
    value: (customer) => customer.tags.join(", "),
  },
  createdAt: {
    title: "Created Date",
    width: 14,
    value: (customer) => customer.created_day,
  },
  country: {
    title: "Country",
    width: 14,
    value: (customer) => metafield("profile.country")(customer) || (customer.country_code ?? ""),
  },
  school: { title: "School", width: 28, value: metafield("stp.school") },
  privacyConsent: {
    title: "Privacy Policy Consent",
    width: 22,
    value: consent("profile.privacy_policy_consent"),
  },
  emailConsent: {
    title: "Email Policy Consent",
    width: 22,
    // Empty for a subscribed customer whose field says nothing: No would unsubscribe them when the file is imported.
    value: (customer) => {
      const isUnknown = !metafield("profile.email_policy_consent")(customer);
      if (isUnknown && customer.email_marketing_state === "SUBSCRIBED") return "";
      return consent("profile.email_policy_consent")(customer);
    },
  },
} as const satisfies Record<string, ExportColumn<ExportRecord>>;
