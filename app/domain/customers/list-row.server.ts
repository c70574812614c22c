import { sql } from "drizzle-orm";
import { z } from "zod";
import { listOf } from "~/core/lists/define-list.server";
import { column, defineRow, field, sheetColumn, shopDay } from "~/core/lists/define-row.server";
import { adminAddress } from "~/platform/admin-address";
import { formatInputDate, storedDateText } from "~/platform/dates/date-text";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { centsSchema } from "~/platform/money/cents-schema";
import { parseDecimal, toUnits } from "~/platform/money/decimal";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import { NATIONAL_PARTNER, REGISTERED_KINDS } from "./kinds";
import { customerGid } from "./mirror-row";
import { customersQuery } from "./selection.server";
import { nationalPartnerOf, tagValue } from "./tag-value";

/** The customer's page in the Shopify admin. */
export const adminUrl = (shop: string, customerId: string | number): string =>
  adminAddress(shop, `/customers/${customerId}`);

/** The amount in the tag `amount_spent:`, or Shopify's amount if the tag is missing or invalid. Cents. */
export function amountSpentCents(tags: readonly string[], counted: Cents, currency: string): Cents {
  const tagged = tagValue(tags, "amount_spent");
  // The tag is written by other programs: what it has beyond the currency's decimals never counted.
  return /^\d{1,12}(\.\d+)?$/.test(tagged) ? parseDecimal(tagged, currency, "truncate") : counted;
}

const text = z.string();

const tags = sql`tags`;

/** Lists of customers, by name. */
const STUDENTS = [REGISTERED_KINDS.student.list];
const REGISTERED = [...STUDENTS, REGISTERED_KINDS.staff.list];
const NATIONAL = [NATIONAL_PARTNER.list];

/** A metafield as the store has it. Empty where it has nothing. */
const metafield = (name: string) => sql`coalesce(metafields->>${sql.raw(`'${name}'`)}, '')`;

/** A metafield that only the spreadsheet of students shows. */
const studentsText = (name: string, title: string, width: number) =>
  column(metafield(name), text, { title, width, pages: [], sheets: STUDENTS });

/** Formatted days by their stored text: many customers share them, and formatting costs more than the rest of a row. */
const formattedDays = new Map<string, string>();
const MAX_FORMATTED_DAYS = 20_000;
const MAX_DAY_LENGTH = 40;

/** A day as the forms show it, except that a missing one stays empty. In the forms it is today. */
function dayCell(text: string): string {
  const stored = text.trim();
  if (stored === "") return "";
  const cached = formattedDays.get(stored);
  if (cached !== undefined) return cached;
  const formatted = formatInputDate(stored);
  if (formattedDays.size >= MAX_FORMATTED_DAYS) formattedDays.clear();
  // A longer text isn't a day and would only fill the memory.
  if (stored.length <= MAX_DAY_LENGTH) formattedDays.set(stored, formatted);
  return formatted;
}

/** A day that only the spreadsheet of students shows. */
const studentsDay = (name: string, title: string) =>
  column(
    metafield(name),
    text,
    { title, width: 12, pages: [], sheets: STUDENTS, sheet: dayCell },
    storedDateText,
  );

/** The metafield, or the tag where it is missing, as in the edit dialog. */
const fieldOrTag = (name: string, tag: string, title: string) =>
  sheetColumn(
    sql`json_build_object('field', ${metafield(name)}, 'tags', CASE WHEN ${metafield(name)} = '' THEN tags END)`,
    {
      title,
      width: 16,
      sheets: STUDENTS,
      sheet: ({ field, tags }: { field: string; tags: string[] | null }) =>
        field || tagValue(tags ?? [], tag),
    },
  );

/** Digits become a number, so that a spreadsheet can add up the column, unless they begin with a zero that it would lose. */
const numberOrText = (value: string): CellValue =>
  /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value;

const consentText = (value: string): string => (value === "1" ? "Yes" : "No");

const EMAIL_CONSENT = metafield("profile.email_policy_consent");

/**
 * What the lists of students, staff and national partners show of a customer of `customers_of_shop`. Calls answer all fields in every
 * list. Their names are fixed.
 */
const customerFields = {
  /** Path-like; the last segment is the customer id. */
  id: field(sql`id`, text, customerGid),
  displayName: column(sql`display_name`, text, {
    title: "Name",
    key: "name",
    sort: { by: nameOrder(sql`display_name`), type: "text" },
    narrow: "title",
    width: 28,
  }),
  firstName: field(sql`coalesce(first_name, '')`, text),
  lastName: field(sql`coalesce(last_name, '')`, text),
  email: column(sql`coalesce(email, '')`, text, {
    title: "Email",
    format: "email",
    sort: { by: sql`lower(coalesce(email, ''))`, type: "text" },
    narrow: "plain",
    below: "name",
    width: 34,
  }),
  tags: column(tags, z.array(text), {
    title: "Tags",
    narrow: "plain",
    width: 40,
    sheet: (all) => all.join(", "),
  }),
  /** Instant, ISO 8601. */
  createdAt: column(sql`created_at`, text, {
    title: "Create Date",
    format: "date",
    sort: { by: sql`created_at`, type: "timestamptz" },
    sheetTitle: "Created Date",
    width: 14,
    sheetRead: shopDay(sql`created_at`),
  }),
  /** The customer in the Shopify admin. */
  url: field(sql`id`, text, (id: string, { shop }) => adminUrl(shop.domain, id)),
  country: column(sql`coalesce(nullif(metafields->>'profile.country', ''), country_code, '')`, text, {
    title: "Country",
    pages: REGISTERED,
    sheets: REGISTERED,
    width: 14,
  }),
  school: column(metafield("stp.school"), text, {
    title: "School",
    pages: REGISTERED,
    sheets: REGISTERED,
    width: 28,
  }),
  nationalPartner: column(
    tags,
    text,
    {
      title: "National Partner",
      sort: { by: nameOrder(sql`national_partner`), type: "text" },
      pages: NATIONAL,
      sheets: NATIONAL,
      width: 24,
      sheet: nationalPartnerOf,
    },
    nationalPartnerOf,
  ),
  stp_startDate: studentsDay("stp.start_date", "Start Date"),
  stp_endDate: studentsDay("stp.end_date", "End Date"),
  stp_school: field(metafield("stp.school"), text),
  stp_course: studentsText("stp.course", "Course", 22),
  stp_state: studentsText("stp.state", "State", 16),
  profile_phone: studentsText("profile.phone", "Phone", 18),
  profile_dob: studentsDay("profile.dob", "DOB"),
  profile_country: field(metafield("profile.country"), text),
  profile_link_distributor: studentsText("profile.link_distributor", "Linked Distributor", 22),
  profile_distributor_name: studentsText("profile.distributor_name", "Distributor Name", 22),
  acceptsMarketing: field(sql`email_marketing_state IS NOT DISTINCT FROM 'SUBSCRIBED'`, z.boolean()),
  /** `"1"` means true. */
  profile_email_policy_consent: column(EMAIL_CONSENT, text, {
    title: "Email Policy Consent",
    key: "emailConsent",
    pages: NATIONAL,
    sheets: [...STUDENTS, ...NATIONAL],
    width: 22,
    // Empty for a subscribed customer whose field says neither: No would unsubscribe them when the file is imported.
    sheetRead: sql`CASE WHEN ${EMAIL_CONSENT} IN ('0', '1') OR email_marketing_state IS DISTINCT FROM 'SUBSCRIBED' THEN ${EMAIL_CONSENT} END`,
    sheet: (value: string | null) => (value === null ? "" : consentText(value)),
  }),
  profile_privacy_policy_consent: column(metafield("profile.privacy_policy_consent"), text, {
    title: "Privacy Policy Consent",
    key: "privacyConsent",
    pages: NATIONAL,
    sheets: [...STUDENTS, ...NATIONAL],
    width: 22,
    sheet: consentText,
  }),
  /** Whole cents in the shop's currency. */
  amountSpentCents: column(
    sql`json_build_object('tags', tags, 'cents', amount_spent_cents::text)`,
    centsSchema,
    {
      title: "Amount Spent",
      key: "amountSpent",
      align: "end",
      pages: STUDENTS,
      sheets: STUDENTS,
      width: 14,
      sheet: (spent: Spent, currency) => toUnits(spentCents(spent, currency), currency),
    },
    (spent: Spent, { shop }) => spentCents(spent, shop.currency),
  ),
  discount_limit: column(
    tags,
    text,
    {
      title: "Discount Limit",
      key: "discountLimit",
      align: "end",
      pages: STUDENTS,
      sheets: STUDENTS,
      width: 14,
      sheet: (all) => numberOrText(tagValue(all, "discount_limit")),
    },
    (all: string[]) => tagValue(all, "discount_limit"),
  ),
  profile: sheetColumn(tags, {
    title: "Profile",
    width: 12,
    sheets: STUDENTS,
    sheet: (all: string[]) => tagValue(all, "UserType"),
  }),
  crmId: fieldOrTag("profile.crm_id", "crm_id", "CRM ID"),
  as400Id: fieldOrTag("profile.as400_id", "as400_id", "AS400 ID"),
};

interface Spent {
  tags: string[];
  cents: string;
}

const spentCents = ({ tags, cents }: Spent, currency: string): Cents =>
  amountSpentCents(tags, centsFromDatabase(cents), currency);

/** A row of those lists. */
export const customerRow = defineRow(customerFields);

export type CustomerListRow = z.output<typeof customerRow.schema>;

/** Declares a list of customers. @param list.name of one of the lists that the columns name */
export const customerList = (list: { name: string }) =>
  listOf(customersQuery, {
    ...list,
    row: customerFields,
    defaultSort: "createdAt desc",
    search: { maxLength: 60, hint: "Please enter email address / create date (12/26/2021)" },
    pageSize: 25,
  });

export type CustomerList = ReturnType<typeof customerList>;
