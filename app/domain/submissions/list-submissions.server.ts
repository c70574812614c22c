import { type SQL, sql } from "drizzle-orm";
import {
  defineListQuery,
  inText,
  orderByOf,
  queryRows,
  readNumberedPage,
  readTotal,
  type SortExpression,
  type SortOrder,
  whereOf,
} from "~/core/lists/list-query.server";
import { isAnsweredSql } from "~/core/requests/messages.server";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { placeOf, storedTotal } from "./counted-submissions.server";
import { type FulfillmentStatus, type RiskSignal, type SubmissionStatus, WITHDRAWN } from "./statuses";
import { SUBMISSION_REQUEST } from "./submission.server";
import {
  type CountedFilter,
  countedFilterOf,
  fieldsOf,
  type SubmissionFilter,
  submissionConditions,
} from "./submission-filter.server";

/** What a list of submissions can be sorted by. */
export type SubmissionSort =
  | "createdDate"
  | "assignedDate"
  | "decidedDate"
  | "name"
  | "email"
  | "amount"
  | "riskScore";

/** The most rows that a search counts. Its pages end there. */
const COUNT_UP_TO = 10_000;

/** The submissions of a shop. Each order has an index. */
export const submissionsQuery = defineListQuery<SubmissionFilter>({
  from: sql`submissions_of_shop AS s`,
  id: { by: sql`s.id`, type: "bigint" },
  sorts: {
    createdDate: { by: sql`s.created_at`, type: "timestamptz" },
    assignedDate: { by: sql`s.assigned_at`, type: "timestamptz", isNullable: true },
    decidedDate: { by: sql`s.decided_at`, type: "timestamptz", isNullable: true },
    name: { by: nameOrder(sql`(s.first_name || ' ' || s.last_name)`), type: "text" },
    email: { by: sql`lower(coalesce(s.email, ''))`, type: "text" },
    amount: { by: sql`s.amount_cents`, type: "bigint", isNullable: true },
    riskScore: { by: sql`s.risk_score`, type: "integer" },
  } satisfies Record<SubmissionSort, SortExpression>,
  conditions: submissionConditions,
  total(filter) {
    const stored = countedFilterOf(filter);
    // One more, to know that there are more.
    return stored
      ? { kind: "stored", count: storedTotal(stored) }
      : { kind: "counted", upTo: COUNT_UP_TO + 1 };
  },
});

/** A submission as lists show it. */
export interface SubmissionRecord {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
  status: SubmissionStatus;
  createdAt: Date;
  reviewerId: string | null;
  reviewer: string | null;
  assignedAt: Date | null;
  holdReason: string | null;
  /** The customer has answered the reviewer's last message, and the submission is open. */
  isAnswered: boolean;
  denyReason: string | null;
  denier: string | null;
  deniedAt: Date | null;
  approver: string | null;
  approvedAt: Date | null;
  shippingAddress1: string;
  shippingAddress2: string | null;
  addressUsed: boolean;
  receiptIdUsed: boolean;
  /** Cents, as the database writes them. */
  amountCents: string | null;
  ageRange: string | null;
  promotion: string;
  riskScore: number;
  signals: RiskSignal[];
  problem: string | null;
  orderName: string | null;
  fulfillmentStatus: FulfillmentStatus | null;
}

/** The texts of what a submission `s` names by an id. */
export const HOLD_REASON = sql`(SELECT h.reason FROM hold_reasons AS h WHERE h.shop = s.shop AND h.id = s.hold_reason_id)`;
export const DENY_REASON = sql`CASE WHEN s.status = 'Denied' AND s.deny_reason_id IS NULL THEN ${WITHDRAWN}::text ELSE (SELECT d.reason FROM deny_reasons AS d WHERE d.shop = s.shop AND d.id = s.deny_reason_id) END`;
const IS_ANSWERED = sql`s.queue IS NOT NULL AND ${isAnsweredSql(sql`s.shop`, SUBMISSION_REQUEST.name, sql`s.id::text`)}`;
export const PROMOTION_NAME = sql`(SELECT p.name FROM promotions AS p WHERE p.shop = s.shop AND p.id = s.promotion_id)`;

const COLUMNS = sql`s.id, s.first_name AS "firstName", s.last_name AS "lastName", s.email, s.status, s.created_at AS "createdAt",
  s.reviewer_id AS "reviewerId", s.reviewer_email AS reviewer, s.assigned_at AS "assignedAt",
  ${HOLD_REASON} AS "holdReason", ${IS_ANSWERED} AS "isAnswered", ${DENY_REASON} AS "denyReason",
  s.denier_email AS denier, s.denied_at AS "deniedAt", s.approver_email AS approver, s.approved_at AS "approvedAt",
  s.shipping_address1 AS "shippingAddress1", s.shipping_address2 AS "shippingAddress2",
  s.is_address_used AS "addressUsed", s.is_receipt_id_used AS "receiptIdUsed", s.risk_score AS "riskScore", s.signals, s.problem,
  s.amount_cents AS "amountCents", s.age_range AS "ageRange", ${PROMOTION_NAME} AS promotion,
  s.order_name AS "orderName", s.fulfillment_status AS "fulfillmentStatus"`;

export interface SubmissionsRequest {
  filter: SubmissionFilter;
  order: SortOrder;
  /** From 1. */
  page: number;
  pageSize: number;
}

export interface SubmissionsPage {
  rows: readonly SubmissionRecord[];
  total: number;
  /** False when there are more than were counted. The pages end where the count does. */
  isExact: boolean;
}

/** Up to this offset, a page and its total are read in one query. */
const NEAR = 1_000;

/**
 * A page of submissions. Stored counts give the total of a list by status, and find its page at any depth. With other filters, the pages
 * end where the count does.
 */
export async function listSubmissions(
  tx: ShopTransaction,
  request: SubmissionsRequest,
): Promise<SubmissionsPage> {
  const { filter, page, pageSize } = request;
  if (page * pageSize > NEAR) return listFarSubmissions(tx, request);
  const { rows, total } = await readNumberedPage(tx, submissionsQuery, request, (selection) =>
    queryRows<SubmissionRecord & { total: string }>(
      tx,
      sql`SELECT ${COLUMNS}, ${selection.total} AS total FROM submissions_of_shop AS s WHERE ${selection.where}
           ORDER BY ${selection.orderBy} LIMIT ${inText(selection.limit)} OFFSET ${inText(selection.offset)}`,
      page === 1 ? firstPageName(request) : undefined,
    ),
  );
  return { rows, ...countOf(filter, total) };
}

/** Few submissions share a value of these fields, so the plan doesn't depend on it. */
const LOOKUPS = ["receiptId", "orderNumber"];

/** The prepared statement of a first page by status, or of a look-up by one field alone. */
function firstPageName(request: SubmissionsRequest): string | undefined {
  const { filter, order } = request;
  if (countedFilterOf(filter)) return `submissions first:${shapeOf(request)}`;
  const [field, ...others] = fieldsOf(filter);
  const isLookup = field !== undefined && others.length === 0 && LOOKUPS.includes(field);
  return isLookup ? `submissions:${field}:${order.key}:${order.descending}:${request.pageSize}` : undefined;
}

/** What is written into the statement of a list by status. */
const shapeOf = ({ filter: { queue, status, isLoyalty }, order, pageSize }: SubmissionsRequest): string =>
  [queue ?? status, isLoyalty, order.key, order.descending ? "-" : "+", pageSize].join(":");

/** The rows of a page with a large offset. The rows before it are skipped, or read from an index only. */
async function listFarSubmissions(
  tx: ShopTransaction,
  request: SubmissionsRequest,
): Promise<SubmissionsPage> {
  const { filter, order, page, pageSize } = request;
  const stored = order.key === "createdDate" ? countedFilterOf(filter) : undefined;
  if (stored) return listByPlace(tx, request, stored);
  const before = (page - 1) * pageSize;
  const { total, isExact } = countOf(filter, await readTotal(tx, submissionsQuery, filter));
  const size = Math.min(pageSize, total - before);
  if (size <= 0) return { rows: [], total, isExact };
  const after = isExact ? total - before - size : Number.POSITIVE_INFINITY;
  const rows = await queryRows<SubmissionRecord>(
    tx,
    sql`SELECT ${COLUMNS} FROM submissions_of_shop AS s
         WHERE s.id = ANY(ARRAY(${idsBetween({ before, after }, filter, order, size)}))
         ORDER BY ${orderByOf(submissionsQuery, order)}`,
  );
  return { rows, total, isExact };
}

/** A page by date at any depth, in one statement: from the week of its oldest submission on, which stored counts find. */
async function listByPlace(
  tx: ShopTransaction,
  request: SubmissionsRequest,
  stored: CountedFilter,
): Promise<SubmissionsPage> {
  const { filter, order, page, pageSize } = request;
  const { descending } = order;
  const place = placeOf(stored, { before: (page - 1) * pageSize, pageSize, descending });
  const oldestFirst = orderByOf(submissionsQuery, { key: "createdDate", descending: false });
  const found = await queryRows<SubmissionRecord & { total: number }>(
    tx,
    sql`WITH place AS MATERIALIZED (${place})
      SELECT ${COLUMNS}, place.total FROM place LEFT JOIN submissions_of_shop AS s ON s.id = ANY((ARRAY(
          SELECT s.id FROM submissions_of_shop AS s
           WHERE ${whereOf(submissionsQuery, filter)} AND s.created_at >= (SELECT since FROM place)
           ORDER BY ${oldestFirst} LIMIT ${inText(pageSize)} OFFSET (SELECT "offset" FROM place)))[1:(SELECT size FROM place)])
       ORDER BY ${orderByOf(submissionsQuery, order)}`,
    `submissions place:${shapeOf(request)}`,
  );
  const total = found[0]?.total ?? Number(await readTotal(tx, submissionsQuery, filter));
  // A place whose submissions have just left the list is one row of nulls.
  return { rows: found.filter(({ id }) => (id as string | null) !== null), total, isExact: true };
}

/** The total of a list. A count of rows ends at its limit. */
const countOf = (filter: SubmissionFilter, counted: number): { total: number; isExact: boolean } => {
  const isExact = countedFilterOf(filter) !== undefined || counted <= COUNT_UP_TO;
  return { total: isExact ? counted : COUNT_UP_TO, isExact };
};

/** Selects the ids of a page by what is before and after it. An offset skips rows one by one, so it counts from the nearer end. */
function idsBetween(
  { before, after }: { before: number; after: number },
  filter: SubmissionFilter,
  order: SortOrder,
  size: number,
): SQL {
  const [nearer, offset] =
    after < before ? [{ ...order, descending: !order.descending }, after] : [order, before];
  return sql`SELECT s.id FROM submissions_of_shop AS s WHERE ${whereOf(submissionsQuery, filter)}
    ORDER BY ${orderByOf(submissionsQuery, nearer)} LIMIT ${size} OFFSET ${offset}`;
}
