import { type SQL, sql } from "drizzle-orm";
import {
  defineListQuery,
  orderByOf,
  queryRows,
  type SortExpression,
  type SortOrder,
  whereOf,
} from "~/core/lists/list-query.server";
import { nameOrder } from "~/platform/db/name-order.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type CountedSubmissions, countSubmissions } from "./counted-submissions.server";
import type { FulfillmentStatus, SubmissionStatus } from "./statuses";
import { countedFilterOf, type SubmissionFilter, submissionConditions } from "./submission-filter.server";

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
  total: () => ({ kind: "counted", upTo: COUNT_UP_TO }),
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
  rows: SubmissionRecord[];
  total: number;
  /** False when there are more than were counted. The pages end where the count does. */
  isExact: boolean;
}

/**
 * A page of submissions. Stored counts give the total of a list by status, and find its page at any depth. With other filters, the pages
 * end where the count does.
 */
export async function listSubmissions(
  tx: ShopTransaction,
  { filter, order, page, pageSize }: SubmissionsRequest,
): Promise<SubmissionsPage> {
  const countedFilter = countedFilterOf(filter);
  const stored = countedFilter && (await countSubmissions(tx, countedFilter));
  const counted = stored ? stored.total : await countFound(tx, filter);
  const total = stored ? counted : Math.min(counted, COUNT_UP_TO);
  const before = (page - 1) * pageSize;
  const size = Math.min(pageSize, total - before);
  const places = { filter, order, before, size, total };
  const rows = size > 0 ? await readRows(tx, order, placesOf(places, stored)) : [];
  return { rows, total, isExact: total === counted };
}

interface Places {
  filter: SubmissionFilter;
  order: SortOrder;
  before: number;
  size: number;
  total: number;
}

/** Selects the ids of a page. */
function placesOf(
  { filter, order, before, size, total }: Places,
  stored: CountedSubmissions | undefined,
): SQL {
  const where = whereOf(submissionsQuery, filter);
  if (!stored || order.key !== "createdDate")
    return sql`SELECT s.id FROM submissions_of_shop AS s WHERE ${where}
      ORDER BY ${orderByOf(submissionsQuery, order)} LIMIT ${size} OFFSET ${before}`;
  // Newest first is the same list read from its other end.
  const place = stored.placeOf(order.descending ? total - before - size : before);
  return sql`SELECT s.id FROM submissions_of_shop AS s
    WHERE ${where} AND s.created_at >= ${place.from}::date::timestamp AT TIME ZONE 'UTC'
    ORDER BY ${orderByOf(submissionsQuery, { key: order.key, descending: false })} LIMIT ${size} OFFSET ${place.offset}`;
}

const readRows = (tx: ShopTransaction, order: SortOrder, places: SQL): Promise<SubmissionRecord[]> =>
  queryRows<SubmissionRecord>(
    tx,
    sql`SELECT ${COLUMNS} FROM submissions_of_shop AS s WHERE s.id = ANY(ARRAY(${places}))
         ORDER BY ${orderByOf(submissionsQuery, order)}`,
  );

async function countFound(tx: ShopTransaction, filter: SubmissionFilter): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    tx,
    sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM submissions_of_shop AS s
         WHERE ${whereOf(submissionsQuery, filter)} LIMIT ${COUNT_UP_TO + 1}) AS found`,
  );
  return row?.count ?? 0;
}
