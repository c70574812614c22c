import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import type { Delivery } from "~/core/exports/delivery";
import { startMailedExport } from "~/core/exports/export-rows.server";
import { defineSheet } from "~/core/exports/sheet-of-list.server";
import { sheetColumn } from "~/core/lists/define-row.server";
import { promoTabs } from "~/domain/submissions/access";
import {
  readFilterPeople,
  readFilterPromotions,
  readFilterReasons,
} from "~/domain/submissions/filter-options.server";
import { DENY_REASON, HOLD_REASON, PROMOTION_NAME } from "~/domain/submissions/list-submissions.server";
import { FULFILLMENT_STATUSES, SUBMISSION_STATUSES } from "~/domain/submissions/statuses";
import type { SubmissionFilter } from "~/domain/submissions/submission-filter.server";
import { formatUsDate } from "~/platform/dates/date-text";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { centsFromDatabase } from "~/platform/money/cents";
import { toUnits } from "~/platform/money/decimal";
import { fileTimestamp } from "~/platform/sheets/spreadsheet";
import { DAY_FIELDS, FILTER_FIELDS, FILTER_LABELS, type FilterField } from "./filter-address";
import { submissionsList } from "./list.server";
import { submissionsExport } from "./mail-texts.server";

const text = z.string().optional();

/** The filter as a job stores it. The search is in the job's own field. */
const storedFilter = z.strictObject({
  gender: text,
  age: text,
  receiptId: text,
  receiptIdUsed: z.boolean().optional(),
  purchasingMethod: text,
  purchaseDate: text,
  modelNumber: text,
  retailer: text,
  purchaseState: text,
  shippingAddressLine: text,
  shippingCity: text,
  shippingCountry: text,
  shippingState: text,
  shippingPostalCode: text,
  status: z.enum(SUBMISSION_STATUSES).optional(),
  reviewer: text,
  approver: text,
  denier: text,
  denyReason: z.number().optional(),
  promotion: z.number().optional(),
  orderNumber: text,
  fulfillmentStatus: z.enum(FULFILLMENT_STATUSES).optional(),
  shippingAddressUsed: z.boolean().optional(),
  createdDate: text,
  /** The names of the filter's ids, by field. */
  names: z.record(z.string(), z.string()).optional(),
});
type StoredFilter = z.infer<typeof storedFilter>;

/** An instant in UTC, as the lists' dates are. */
const utc = (column: string) =>
  sql`to_char(${sql.raw(`s.${column}`)} AT TIME ZONE 'UTC', 'MM/DD/YYYY HH24:MI')`;

const yesNo = (value: boolean) => (value ? "Yes" : "No");

/** The columns of the spreadsheet. */
const COLUMNS = {
  id: sheetColumn(sql`s.id`, { title: "ID", width: 12 }),
  email: sheetColumn(sql`s.email`, { title: "Email", width: 34 }),
  created: sheetColumn(utc("created_at"), { title: "Submission Date", width: 18 }),
  status: sheetColumn(sql`s.status`, { title: "Status", width: 14 }),
  holdReason: sheetColumn(HOLD_REASON, { title: "Hold Reason", width: 24 }),
  denyReason: sheetColumn(DENY_REASON, { title: "Deny Reason", width: 24 }),
  promotion: sheetColumn(PROMOTION_NAME, { title: "Promotion", width: 28 }),
  gender: sheetColumn(sql`s.gender`, { title: "Gender", width: 12 }),
  ageRange: sheetColumn(sql`s.age_range`, { title: "Age Range", width: 12 }),
  purchasingMethod: sheetColumn(sql`s.purchasing_method`, { title: "Purchasing Method", width: 18 }),
  purchaseDay: sheetColumn(sql`to_char(s.purchase_day, 'MM/DD/YYYY')`, { title: "Purchase Date", width: 14 }),
  receiptId: sheetColumn(sql`s.receipt_id`, { title: "Receipt ID", width: 20 }),
  modelNumber: sheetColumn(sql`s.model_number`, { title: "Model Number", width: 18 }),
  retailer: sheetColumn(sql`s.retailer`, { title: "Retailer", width: 20 }),
  purchaseCity: sheetColumn(sql`s.purchase_city`, { title: "Purchase City", width: 18 }),
  purchaseState: sheetColumn(sql`s.purchase_state`, { title: "State Of Purchase", width: 18 }),
  shippingFirstName: sheetColumn(sql`s.shipping_first_name`, { title: "First Name", width: 18 }),
  shippingLastName: sheetColumn(sql`s.shipping_last_name`, { title: "Last Name", width: 18 }),
  shippingAddress1: sheetColumn(sql`s.shipping_address1`, { title: "Address 1", width: 30 }),
  shippingAddress2: sheetColumn(sql`s.shipping_address2`, { title: "Address 2", width: 20 }),
  shippingCity: sheetColumn(sql`s.shipping_city`, { title: "City", width: 18 }),
  shippingState: sheetColumn(sql`s.shipping_state`, { title: "State", width: 10 }),
  shippingPostalCode: sheetColumn(sql`s.shipping_postal_code`, { title: "Postal Code", width: 12 }),
  shippingCountry: sheetColumn(sql`s.shipping_country`, { title: "Country", width: 16 }),
  shippingPhone: sheetColumn(sql`s.shipping_phone`, { title: "Phone", width: 14 }),
  reviewerEmail: sheetColumn(sql`s.reviewer_email`, { title: "Assignee", width: 30 }),
  assigned: sheetColumn(utc("assigned_at"), { title: "Assigned Date", width: 18 }),
  approverEmail: sheetColumn(sql`s.approver_email`, { title: "Approver", width: 30 }),
  approved: sheetColumn(utc("approved_at"), { title: "Approved Date", width: 18 }),
  denierEmail: sheetColumn(sql`s.denier_email`, { title: "Denier", width: 30 }),
  denied: sheetColumn(utc("denied_at"), { title: "Denied Date", width: 18 }),
  orderName: sheetColumn(sql`s.order_name`, { title: "Order", width: 14 }),
  fulfillmentStatus: sheetColumn(sql`s.fulfillment_status`, { title: "Fulfillment Status", width: 18 }),
  trackingNumber: sheetColumn(sql`s.tracking_number`, { title: "Tracking Number", width: 24 }),
  amount: sheetColumn(sql`s.amount_cents`, {
    title: "Amount",
    width: 12,
    sheet: (amount: string | null, currency) =>
      amount === null ? "" : toUnits(centsFromDatabase(amount), currency),
  }),
  risk: sheetColumn(sql`s.risk_score`, { title: "Risk", width: 10 }),
  addressUsed: sheetColumn(sql`s.is_address_used`, { title: "Address Used", width: 14, sheet: yesNo }),
  receiptIdUsed: sheetColumn(sql`s.is_receipt_id_used`, { title: "ReceiptId Used", width: 14, sheet: yesNo }),
};

/** A value of a filter. Days are stored as YYYY-MM-DD. */
function textOf(field: FilterField, value: string | number | boolean): string {
  if (typeof value === "boolean") return yesNo(value);
  return DAY_FIELDS.includes(field) ? formatUsDate(String(value)) : String(value);
}

/** The spreadsheet of the tab All Submissions. */
export const submissionsSheet = defineSheet<SubmissionFilter, StoredFilter>(
  { ...submissionsList, fields: COLUMNS },
  {
    name: submissionsList.name,
    ...promoTabs("AllSubmissions"),
    pick: ({ request: { searchValue, filter } }) => {
      const { names: _names, ...narrowing } = filter;
      return { ...narrowing, search: searchValue || undefined };
    },
    filter: storedFilter,
    filterLines: ({ filter: { names = {}, ...filter } }) =>
      FILTER_FIELDS.flatMap((field) => {
        // The email is the search.
        const value = field === "submissionEmail" ? undefined : filter[field];
        return value === undefined
          ? []
          : [`${FILTER_LABELS[field]}: ${names[field] ?? textOf(field, value)}`];
      }),
    title: () => "Promotion Submissions",
    fileName: (_part, now) => `Promotion_Submissions_${fileTimestamp(now)}`,
    mail: { text: submissionsExport, path: "/promo?tab=AllSubmissions" },
  },
);

/**
 * Starts the job that writes the spreadsheet and emails it to the administrator and to the recipients that they entered.
 * @throws 400 for an administrator without an email address, and for recipients who can't open the link
 */
export async function startSubmissionsExport(
  context: CallContext,
  { search, ...filter }: SubmissionFilter,
  delivery: Delivery,
  operationId?: string,
) {
  const names = await withShop(context.shop.domain, (tx) => readNames(tx, filter));
  const request = {
    part: "",
    searchType: "Email",
    searchValue: search ?? "",
    sort: "createdDate asc",
  } as const;
  return startMailedExport(
    context,
    submissionsSheet,
    { ...request, filter: { ...filter, names } },
    delivery,
    operationId,
  );
}

/** The people, the reason and the promotion of a filter, as the file names them. */
async function readNames(
  tx: ShopTransaction,
  { reviewer, approver, denier, denyReason, promotion }: SubmissionFilter,
): Promise<Record<string, string>> {
  const [people, reasons, promotions] = await Promise.all([
    readFilterPeople(tx),
    readFilterReasons(tx),
    readFilterPromotions(tx),
  ]);
  const emailOf = (id?: string) => people.find((one) => one.id === id)?.email;
  const names = {
    reviewer: emailOf(reviewer),
    approver: emailOf(approver),
    denier: emailOf(denier),
    denyReason: reasons.find(({ id }) => id === denyReason)?.reason,
    promotion: promotions.find(({ id }) => id === promotion)?.name,
  };
  return Object.fromEntries(Object.entries(names).flatMap(([field, name]) => (name ? [[field, name]] : [])));
}
