import { type SQL, sql } from "drizzle-orm";
import {
  defineListQuery,
  orderByOf,
  queryRows,
  readNumberedPage,
  readTotal,
  type SortExpression,
  type SortOrder,
  whereOf,
} from "~/core/lists/list-query.server";
import { nameOrder } from "~/platform/db/name-order.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { locateSubmissions, type SubmissionPlace, storedTotal } from "./counted-submissions.server";
import type { FulfillmentStatus, SubmissionStatus } from "./statuses";
import {
  countedFilterOf,
  fieldsOf,
  type SubmissionFilter,
  submissionConditions,
} from "./submission-filter.server";

/** What a list of submissions can be sorted by. */
export type SubmissionSort = "createdDate" | "assignedDate" | "decidedDate" | "name" | "email";

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
  denyReason: string | null;
  denier: string | null;
  deniedAt: Date | null;
  approver: string | null;
  approvedAt: Date | null;
  shippingAddress1: string;
  shippingAddress2: string | null;
  addressUsed: boolean;
  receiptIdUsed: boolean;
  riskScore: number;
  problem: string | null;
  orderName: string | null;
  fulfillmentStatus: FulfillmentStatus | null;
}

const COLUMNS = sql`s.id, s.first_name AS "firstName", s.last_name AS "lastName", s.email, s.status, s.created_at AS "createdAt",
  s.reviewer_id AS "reviewerId", s.reviewer_email AS reviewer, s.assigned_at AS "assignedAt",
  (SELECT h.reason FROM hold_reasons AS h WHERE h.shop = s.shop AND h.id = s.hold_reason_id) AS "holdReason",
  (SELECT d.reason FROM deny_reasons AS d WHERE d.shop = s.shop AND d.id = s.deny_reason_id) AS "denyReason",
  s.denier_email AS denier, s.denied_at AS "deniedAt", s.approver_email AS approver, s.approved_at AS "approvedAt",
  s.shipping_address1 AS "shippingAddress1", s.shipping_address2 AS "shippingAddress2",
  s.is_address_used AS "addressUsed", s.is_receipt_id_used AS "receiptIdUsed", s.risk_score AS "riskScore", s.problem,
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
  const { filter, order, page, pageSize } = request;
  if (page * pageSize > NEAR) return listFarSubmissions(tx, request);
  const { rows, total } = await readNumberedPage(tx, submissionsQuery, request, (selection) =>
    queryRows<SubmissionRecord & { total: string }>(
      tx,
      sql`SELECT ${COLUMNS}, ${selection.total} AS total FROM submissions_of_shop AS s WHERE ${selection.where}
           ORDER BY ${selection.orderBy} LIMIT ${selection.limit} OFFSET ${selection.offset}`,
      lookupName(filter, order),
    ),
  );
  return { rows, ...countOf(filter, total) };
}

/** Few submissions share a value of these fields, so the plan doesn't depend on it. */
const LOOKUPS = ["receiptId", "orderNumber"];

/** The prepared statement that looks submissions up by one of these fields alone. */
function lookupName(filter: SubmissionFilter, { key, descending }: SortOrder): string | undefined {
  const [field, ...others] = fieldsOf(filter);
  const isLookup = field !== undefined && others.length === 0 && LOOKUPS.includes(field);
  return isLookup ? `submissions:${field}:${key}:${descending}` : undefined;
}

/** The same for a page with a large offset. The rows before it are skipped, or read from an index only. */
async function listFarSubmissions(
  tx: ShopTransaction,
  { filter, order, page, pageSize }: SubmissionsRequest,
): Promise<SubmissionsPage> {
  const before = (page - 1) * pageSize;
  const stored = order.key === "createdDate" ? countedFilterOf(filter) : undefined;
  const located =
    stored && (await locateSubmissions(tx, stored, { before, size: pageSize, descending: order.descending }));
  const { total, isExact } = countOf(
    filter,
    located?.counted ?? (await readTotal(tx, submissionsQuery, filter)),
  );
  const size = Math.min(pageSize, total - before);
  if (size <= 0) return { rows: [], total, isExact };
  const after = isExact ? total - before - size : Number.POSITIVE_INFINITY;
  const ids = located
    ? idsFrom(located.place, filter, size)
    : idsBetween({ before, after }, filter, order, size);
  const rows = await queryRows<SubmissionRecord>(
    tx,
    sql`SELECT ${COLUMNS} FROM submissions_of_shop AS s WHERE s.id = ANY(ARRAY(${ids}))
         ORDER BY ${orderByOf(submissionsQuery, order)}`,
  );
  return { rows, total, isExact };
}

/** The total of a list. A count of rows ends at its limit. */
const countOf = (filter: SubmissionFilter, counted: number): { total: number; isExact: boolean } => {
  const isExact = countedFilterOf(filter) !== undefined || counted <= COUNT_UP_TO;
  return { total: isExact ? counted : COUNT_UP_TO, isExact };
};

/** Selects the ids of a page by its oldest submission. */
const idsFrom = ({ from, offset }: SubmissionPlace, filter: SubmissionFilter, size: number): SQL =>
  sql`SELECT s.id FROM submissions_of_shop AS s
    WHERE ${whereOf(submissionsQuery, filter)} AND s.created_at >= ${from}::date::timestamp AT TIME ZONE 'UTC'
    ORDER BY ${orderByOf(submissionsQuery, { key: "createdDate", descending: false })} LIMIT ${size} OFFSET ${offset}`;

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
