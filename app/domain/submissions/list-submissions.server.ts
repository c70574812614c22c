import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import type { AnyListOf } from "~/core/lists/define-list.server";
import { field } from "~/core/lists/define-row.server";
import * as lists from "~/core/lists/list-query.server";
import { isAnsweredSql } from "~/core/requests/messages.server";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { centsFromDatabase } from "~/platform/money/cents";
import { centsSchema } from "~/platform/money/cents-schema";
import { placeOf, storedTotal } from "./counted-submissions.server";
import {
  FULFILLMENT_STATUSES,
  RISK_SIGNALS,
  type RiskSignal,
  SUBMISSION_STATUSES,
  WITHDRAWN,
} from "./statuses";
import { SUBMISSION_REQUEST } from "./submission.server";
import {
  type CountedFilter,
  countedFilterOf,
  fieldsOf,
  type SubmissionFilter,
  submissionConditions,
} from "./submission-filter.server";

/** The most rows that a search counts. Its pages end there. */
const COUNT_UP_TO = 10_000;

/** What lists of submissions can be sorted by. Each order has an index. */
export const SUBMISSION_SORTS = {
  createdDate: { by: sql`s.created_at`, type: "timestamptz" },
  assignedDate: { by: sql`s.assigned_at`, type: "timestamptz", isNullable: true },
  decidedDate: { by: sql`s.decided_at`, type: "timestamptz", isNullable: true },
  name: { by: nameOrder(sql`(s.first_name || ' ' || s.last_name)`), type: "text" },
  email: { by: sql`lower(coalesce(s.email, ''))`, type: "text" },
  amount: { by: sql`s.amount_cents`, type: "bigint", isNullable: true },
  riskScore: { by: sql`s.risk_score`, type: "integer" },
} as const satisfies Record<string, lists.SortExpression>;

/** The submissions of a shop. */
export const submissionsQuery = lists.defineListQuery<SubmissionFilter>({
  from: sql`submissions_of_shop AS s`,
  id: { by: sql`s.id`, type: "bigint" },
  sorts: SUBMISSION_SORTS,
  conditions: submissionConditions,
  total(filter) {
    const stored = countedFilterOf(filter);
    // One more, to know that there are more.
    return stored
      ? { kind: "stored", count: storedTotal(stored) }
      : { kind: "counted", upTo: COUNT_UP_TO + 1 };
  },
});

/** The texts of what a submission `s` names by an id. */
export const HOLD_REASON = sql`(SELECT h.reason FROM hold_reasons AS h WHERE h.shop = s.shop AND h.id = s.hold_reason_id)`;
export const DENY_REASON = sql`CASE WHEN s.status = 'Denied' AND s.deny_reason_id IS NULL THEN ${WITHDRAWN}::text ELSE (SELECT d.reason FROM deny_reasons AS d WHERE d.shop = s.shop AND d.id = s.deny_reason_id) END`;
const IS_ANSWERED = sql`s.queue IS NOT NULL AND ${isAnsweredSql(sql`s.shop`, SUBMISSION_REQUEST.name, sql`s.id::text`)}`;
export const PROMOTION_NAME = sql`(SELECT p.name FROM promotions AS p WHERE p.shop = s.shop AND p.id = s.promotion_id)`;

const text = z.string();
/** ISO 8601. */
const instant = text;
const whole = z.number().int();

/** What each list shows of what a customer entered, and of the promotion. */
const entered = {
  promotion: field(PROMOTION_NAME, text),
  /** What the customer paid, if they entered it. */
  amountCents: field(sql`s.amount_cents`, centsSchema.nullable(), (cents: string | null) =>
    cents === null ? null : centsFromDatabase(cents),
  ),
  ageRange: field(sql`s.age_range`, text.nullable()),
  /** 0 to 100. */
  riskScore: field(sql`s.risk_score`, whole),
  /** What the score consists of, in words. */
  risks: field(sql`s.signals`, z.array(text), (signals: RiskSignal[]) =>
    signals.map((signal) => RISK_SIGNALS[signal].name),
  ),
};

const common = {
  id: field(sql`s.id`, whole, Number),
  email: field(sql`s.email`, text.nullable()),
  createdDate: field(sql`s.created_at`, instant),
  status: field(sql`s.status`, z.enum(SUBMISSION_STATUSES)),
  /** The assignee's email. */
  reviewer: field(sql`s.reviewer_email`, text.nullable()),
  shippingAddress1: field(sql`s.shipping_address1`, text),
  shippingAddress2: field(sql`s.shipping_address2`, text.nullable()),
  addressUsed: field(sql`s.is_address_used`, z.boolean()),
  receiptIdUsed: field(sql`s.is_receipt_id_used`, z.boolean()),
  ...entered,
};

const NAME = sql`trim(s.first_name || ' ' || s.last_name)`;

/** A submission in a queue. */
export const queueFields = {
  ...common,
  name: field(NAME, text),
  displayName: field(NAME, text),
  reviewerId: field(sql`s.reviewer_id`, text.nullable()),
  /** The reason, while it is on hold. */
  holdReason: field(HOLD_REASON, text.nullable()),
  /** True when the customer has answered the reviewer's last message, and the submission is open. */
  isAnswered: field(IS_ANSWERED, z.boolean()),
  assignedDate: field(sql`s.assigned_at`, instant.nullable()),
  /** In seconds. */
  ageOfSubmission: field(sql`s.created_at`, whole, (at: string, { clock }) =>
    Math.max(0, Math.floor((+clock.now() - Date.parse(at)) / 1_000)),
  ),
  /** Why it came back to review after an approval. */
  problem: field(sql`s.problem`, text.nullable()),
};

/** A submission in any status. */
export const submissionFields = {
  ...common,
  denyReason: field(DENY_REASON, text.nullable()),
  approver: field(sql`s.approver_email`, text.nullable()),
  /** Spelled so in the calls that existed before. */
  aprovedDate: field(sql`s.approved_at`, instant.nullable()),
  denier: field(sql`s.denier_email`, text.nullable()),
  deniedDate: field(sql`s.denied_at`, instant.nullable()),
  orderName: field(sql`s.order_name`, text.nullable()),
  fulfillmentStatus: field(sql`s.fulfillment_status`, z.enum(FULFILLMENT_STATUSES).nullable()),
};

export interface SubmissionsRequest {
  filter: SubmissionFilter;
  order: lists.SortOrder;
  /** From 1. */
  page: number;
  pageSize: number;
}

/** A list of submissions: which fields it has. */
type SubmissionList = AnyListOf & { query: lists.ListQuery<SubmissionFilter> };

export interface SubmissionsPage<Row> {
  rows: Row[];
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
export async function listSubmissions<L extends SubmissionList>(
  tx: ShopTransaction,
  context: CallContext,
  list: L,
  request: SubmissionsRequest,
): Promise<SubmissionsPage<z.output<L["row"]>>> {
  const far = request.page * request.pageSize > NEAR;
  const { rows, ...count } = await (far ? readFar : readNear)(tx, list, request);
  return { ...count, rows: rows.map((record) => list.rowOf(record, context)) as z.output<L["row"]>[] };
}

/** What a statement answers of a submission. */
interface Found {
  id: string | null;
}

async function readNear(
  tx: ShopTransaction,
  list: SubmissionList,
  request: SubmissionsRequest,
): Promise<SubmissionsPage<Found>> {
  const { filter, page } = request;
  const { rows, total } = await lists.readNumberedPage(tx, submissionsQuery, request, (selection) =>
    lists.queryRows<Found & { total: string }>(
      tx,
      sql`SELECT ${list.select}, ${selection.total} AS total FROM submissions_of_shop AS s WHERE ${selection.where}
           ORDER BY ${selection.orderBy} LIMIT ${lists.inText(selection.limit)} OFFSET ${lists.inText(selection.offset)}`,
      page === 1 ? firstPageName(list, request) : undefined,
    ),
  );
  return { rows: [...rows], ...countOf(filter, total) };
}

/** Few submissions share a value of these fields, so the plan doesn't depend on it. */
const LOOKUPS = ["receiptId", "orderNumber"];

/** The prepared statement of a first page by status, or of a look-up by one field alone. */
function firstPageName({ name }: SubmissionList, request: SubmissionsRequest): string | undefined {
  const { filter, order } = request;
  if (countedFilterOf(filter)) return `${name} first:${shapeOf(request)}`;
  const [field, ...others] = fieldsOf(filter);
  const isLookup = field !== undefined && others.length === 0 && LOOKUPS.includes(field);
  return isLookup ? `${name}:${field}:${order.key}:${order.descending}:${request.pageSize}` : undefined;
}

/** What is written into the statement of a list by status. */
const shapeOf = ({ filter: { queue, status, isLoyalty }, order, pageSize }: SubmissionsRequest): string =>
  [queue ?? status, isLoyalty, order.key, order.descending ? "-" : "+", pageSize].join(":");

/** The rows of a page with a large offset. The rows before it are skipped, or read from an index only. */
async function readFar(
  tx: ShopTransaction,
  list: SubmissionList,
  request: SubmissionsRequest,
): Promise<SubmissionsPage<Found>> {
  const { filter, order, page, pageSize } = request;
  const stored = order.key === "createdDate" ? countedFilterOf(filter) : undefined;
  if (stored) return listByPlace(tx, list, request, stored);
  const before = (page - 1) * pageSize;
  const { total, isExact } = countOf(filter, await lists.readTotal(tx, submissionsQuery, filter));
  const size = Math.min(pageSize, total - before);
  if (size <= 0) return { rows: [], total, isExact };
  const after = isExact ? total - before - size : Number.POSITIVE_INFINITY;
  const rows = await lists.queryRows<Found>(
    tx,
    sql`SELECT ${list.select} FROM submissions_of_shop AS s
         WHERE s.id = ANY(ARRAY(${idsBetween({ before, after }, filter, order, size)}))
         ORDER BY ${lists.orderByOf(submissionsQuery, order)}`,
  );
  return { rows, total, isExact };
}

/** A page by date at any depth, in one statement: from the week of its oldest submission on, which stored counts find. */
async function listByPlace(
  tx: ShopTransaction,
  list: SubmissionList,
  request: SubmissionsRequest,
  stored: CountedFilter,
): Promise<SubmissionsPage<Found>> {
  const { filter, order, page, pageSize } = request;
  const { descending } = order;
  const place = placeOf(stored, { before: (page - 1) * pageSize, pageSize, descending });
  const oldestFirst = lists.orderByOf(submissionsQuery, { key: "createdDate", descending: false });
  const found = await lists.queryRows<Found & { total: number }>(
    tx,
    sql`WITH place AS MATERIALIZED (${place})
      SELECT ${list.select}, place.total FROM place LEFT JOIN submissions_of_shop AS s ON s.id = ANY((ARRAY(
          SELECT s.id FROM submissions_of_shop AS s
           WHERE ${lists.whereOf(submissionsQuery, filter)} AND s.created_at >= (SELECT since FROM place)
           ORDER BY ${oldestFirst} LIMIT ${lists.inText(pageSize)} OFFSET (SELECT "offset" FROM place)))[1:(SELECT size FROM place)])
       ORDER BY ${lists.orderByOf(submissionsQuery, order)}`,
    `${list.name} place:${shapeOf(request)}`,
  );
  const total = found[0]?.total ?? Number(await lists.readTotal(tx, submissionsQuery, filter));
  // A place whose submissions have just left the list is one row of nulls.
  return { rows: found.filter(({ id }) => id !== null), total, isExact: true };
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
  order: lists.SortOrder,
  size: number,
): SQL {
  const [nearer, offset] =
    after < before ? [{ ...order, descending: !order.descending }, after] : [order, before];
  return sql`SELECT s.id FROM submissions_of_shop AS s WHERE ${lists.whereOf(submissionsQuery, filter)}
    ORDER BY ${lists.orderByOf(submissionsQuery, nearer)} LIMIT ${size} OFFSET ${offset}`;
}
