import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { startMailedExport } from "~/core/exports/export-rows.server";
import { defineExport, type ExportFilter, type ExportSource } from "~/core/exports/list-export.server";
import { withFilter } from "~/core/lists/list-query.server";
import { promoTabs } from "~/domain/submissions/access";
import {
  readFilterPeople,
  readFilterPromotions,
  readFilterReasons,
} from "~/domain/submissions/filter-options.server";
import {
  DENY_REASON,
  HOLD_REASON,
  PROMOTION_NAME,
  submissionsQuery,
} from "~/domain/submissions/list-submissions.server";
import { FULFILLMENT_STATUSES, SUBMISSION_STATUSES } from "~/domain/submissions/statuses";
import type { SubmissionFilter } from "~/domain/submissions/submission-filter.server";
import { formatUsDate } from "~/platform/dates/date-text";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { centsFromDatabase } from "~/platform/money/cents";
import { toUnits } from "~/platform/money/decimal";
import { fileTimestamp } from "~/platform/sheets/spreadsheet";
import { DAY_FIELDS, FILTER_FIELDS, FILTER_LABELS, type FilterField } from "./filter-address";
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

type ExportedSubmission = Record<(typeof TEXT_COLUMNS)[number][1], string | null> & {
  id: string;
  amount_cents: string | null;
  risk_score: number;
  is_address_used: boolean;
  is_receipt_id_used: boolean;
};

const TEXT_COLUMNS = [
  ["Email", "email", 34],
  ["Submission Date", "created", 18],
  ["Status", "status", 14],
  ["Hold Reason", "hold_reason", 24],
  ["Deny Reason", "deny_reason", 24],
  ["Promotion", "promotion", 28],
  ["Gender", "gender", 12],
  ["Age Range", "age_range", 12],
  ["Purchasing Method", "purchasing_method", 18],
  ["Purchase Date", "purchase_day", 14],
  ["Receipt ID", "receipt_id", 20],
  ["Model Number", "model_number", 18],
  ["Retailer", "retailer", 20],
  ["Purchase City", "purchase_city", 18],
  ["State Of Purchase", "purchase_state", 18],
  ["First Name", "shipping_first_name", 18],
  ["Last Name", "shipping_last_name", 18],
  ["Address 1", "shipping_address1", 30],
  ["Address 2", "shipping_address2", 20],
  ["City", "shipping_city", 18],
  ["State", "shipping_state", 10],
  ["Postal Code", "shipping_postal_code", 12],
  ["Country", "shipping_country", 16],
  ["Phone", "shipping_phone", 14],
  ["Assignee", "reviewer_email", 30],
  ["Assigned Date", "assigned", 18],
  ["Approver", "approver_email", 30],
  ["Approved Date", "approved", 18],
  ["Denier", "denier_email", 30],
  ["Denied Date", "denied", 18],
  ["Order", "order_name", 14],
  ["Fulfillment Status", "fulfillment_status", 18],
  ["Tracking Number", "tracking_number", 24],
] as const;

/** An instant in UTC, as the lists' dates are. */
const utc = (column: string) =>
  sql`to_char(${sql.raw(`s.${column}`)} AT TIME ZONE 'UTC', 'MM/DD/YYYY HH24:MI')`;

const source: ExportSource<ExportedSubmission, StoredFilter> = {
  query: withFilter(
    submissionsQuery,
    ({
      request: {
        searchValue,
        filter: { names: _names, ...filter },
      },
    }: ExportFilter<StoredFilter>): SubmissionFilter => ({ ...filter, search: searchValue || undefined }),
  ),
  columns: sql`s.id, s.email, ${utc("created_at")} AS created, s.status,
    ${HOLD_REASON} AS hold_reason, ${DENY_REASON} AS deny_reason, ${PROMOTION_NAME} AS promotion,
    s.gender, s.age_range, s.purchasing_method, to_char(s.purchase_day, 'MM/DD/YYYY') AS purchase_day, s.receipt_id, s.amount_cents,
    s.model_number, s.retailer, s.purchase_city, s.purchase_state, s.shipping_first_name, s.shipping_last_name,
    s.shipping_address1, s.shipping_address2, s.shipping_city, s.shipping_state, s.shipping_postal_code, s.shipping_country,
    s.shipping_phone, s.reviewer_email, ${utc("assigned_at")} AS assigned, s.approver_email, ${utc("approved_at")} AS approved,
    s.denier_email, ${utc("denied_at")} AS denied, s.order_name, s.fulfillment_status, s.tracking_number,
    s.is_address_used, s.is_receipt_id_used, s.risk_score`,
  createdAt: sql`s.created_at`,
};

const yesNo = (value: boolean) => (value ? "Yes" : "No");

/** A value of a filter. Days are stored as YYYY-MM-DD. */
function textOf(field: FilterField, value: string | number | boolean): string {
  if (typeof value === "boolean") return yesNo(value);
  return DAY_FIELDS.includes(field) ? formatUsDate(String(value)) : String(value);
}

/** The spreadsheet of the tab All Submissions. */
export const submissionsReport = defineExport({
  name: "promo-submissions",
  ...promoTabs("AllSubmissions"),
  columns: [
    { title: "ID", width: 12, value: (row) => row.id },
    ...TEXT_COLUMNS.map(([title, name, width]) => ({
      title,
      width,
      value: (row: ExportedSubmission) => row[name] ?? "",
    })),
    {
      title: "Amount",
      width: 12,
      value: ({ amount_cents: amount }, currency) =>
        amount === null ? "" : toUnits(centsFromDatabase(amount), currency),
    },
    { title: "Risk", width: 10, value: (row) => row.risk_score },
    { title: "Address Used", width: 14, value: (row) => yesNo(row.is_address_used) },
    { title: "ReceiptId Used", width: 14, value: (row) => yesNo(row.is_receipt_id_used) },
  ],
  source,
  filter: storedFilter,
  filterLines: ({ filter: { names = {}, ...filter } }) =>
    FILTER_FIELDS.flatMap((field) => {
      // The email is the search.
      const value = field === "submissionEmail" ? undefined : filter[field];
      return value === undefined ? [] : [`${FILTER_LABELS[field]}: ${names[field] ?? textOf(field, value)}`];
    }),
  title: () => "Promotion Submissions",
  fileName: (_part, now) => `Promotion_Submissions_${fileTimestamp(now)}`,
  mail: submissionsExport,
});

/**
 * Starts the job that writes the spreadsheet and emails it to the administrator.
 * @throws 400 for an administrator without an email address
 */
export async function startSubmissionsExport(
  context: CallContext,
  { search, ...filter }: SubmissionFilter,
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
    submissionsReport,
    { ...request, filter: { ...filter, names } },
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
