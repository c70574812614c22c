import { type SQL, sql } from "drizzle-orm";
import { contains, containsIndexed } from "~/core/lists/search.server";
import {
  type FulfillmentStatus,
  OPEN_STATUSES,
  REVIEWABLE_STATUSES,
  SUBMISSION_STATUSES,
  type SubmissionStatus,
} from "./statuses";

/** A part of the queue of open submissions. */
export type QueueView = "unassigned" | "assigned" | "held" | "open";

/** Which submissions a list has. An absent field narrows nothing. */
export interface SubmissionFilter {
  /** Part of the email, the name, the receipt id or the order's name. */
  search?: string;
  isLoyalty?: boolean;
  queue?: QueueView;
  status?: SubmissionStatus;
  /** Of this risk, or of a higher one. */
  minRisk?: number;
  reviewer?: string;
  approver?: string;
  denier?: string;
  denyReason?: number;
  promotion?: number;
  gender?: string;
  age?: string;
  receiptId?: string;
  receiptIdUsed?: boolean;
  purchasingMethod?: string;
  /** YYYY-MM-DD. */
  purchaseDate?: string;
  modelNumber?: string;
  retailer?: string;
  purchaseState?: string;
  /** Part of an address line. */
  shippingAddressLine?: string;
  shippingAddressUsed?: boolean;
  shippingCity?: string;
  shippingCountry?: string;
  shippingState?: string;
  shippingPostalCode?: string;
  /** With or without #. */
  orderNumber?: string;
  fulfillmentStatus?: FulfillmentStatus;
  /** The day in UTC, YYYY-MM-DD. */
  createdDate?: string;
}

/** The characters before a word of the text that a search looks in. */
const SEPARATORS = [" ", "@", ".", "-", "#"];

/** A receipt id for comparison. Empty for one without a letter or digit, which identifies no receipt. */
export const receiptKeyOf = (receiptId: string): string =>
  receiptId.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** What the stored counts know of submissions. */
export interface CountedFilter {
  statuses?: readonly SubmissionStatus[];
  isHeld?: boolean;
  isLoyalty?: boolean;
}

/** The names of the fields that narrow a list. */
export const fieldsOf = (filter: SubmissionFilter): string[] =>
  Object.entries(filter)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name]) => name);

const COUNTED_FIELDS = ["isLoyalty", "queue", "status"];

/** A filter for the stored counts. Undefined for a filter that they don't answer. */
export function countedFilterOf(filter: SubmissionFilter): CountedFilter | undefined {
  if (fieldsOf(filter).some((name) => !COUNTED_FIELDS.includes(name)) || (filter.queue && filter.status))
    return undefined;
  const { queue, status, isLoyalty } = filter;
  return { statuses: status ? [status] : statusesOf(queue), isHeld: isHeldIn(queue), isLoyalty };
}

function statusesOf(queue: QueueView | undefined): readonly SubmissionStatus[] | undefined {
  if (!queue) return undefined;
  if (queue === "open") return OPEN_STATUSES;
  return queue === "unassigned" ? ["Unassigned"] : REVIEWABLE_STATUSES;
}

const isHeldIn = (queue: QueueView | undefined): boolean | undefined =>
  queue === "held" ? true : queue === "assigned" ? false : undefined;

const equals = (column: SQL, value: unknown): SQL | undefined =>
  value === undefined ? undefined : sql`${column} = ${value}`;
const equalsInAnyCase = (column: SQL, text: string | undefined): SQL | undefined =>
  text === undefined ? undefined : sql`lower(${column}) = lower(${text})`;

function queueCondition(queue: QueueView | undefined): SQL | undefined {
  if (!queue) return undefined;
  return queue === "open" ? sql`s.queue IS NOT NULL` : sql`s.queue = ${constant(queue)}`;
}

const CONSTANTS: ReadonlyMap<string, SQL> = new Map(
  [...SUBMISSION_STATUSES, "unassigned", "assigned", "held"].map((value) => [value, sql.raw(`'${value}'`)]),
);

/** A status or queue as a part of the statement, so that a prepared one is planned for it. */
export const constant = (value: QueueView | SubmissionStatus): SQL => CONSTANTS.get(value) ?? sql`${value}`;

/** The conditions over `submissions_of_shop AS s`. */
export const submissionConditions = (filter: SubmissionFilter): (SQL | undefined)[] => [
  filter.search ? containsIndexed(sql`s.search_text`, filter.search, SEPARATORS) : undefined,
  // A constant, so that the partial indexes apply.
  filter.isLoyalty === undefined ? undefined : filter.isLoyalty ? sql`s.is_loyalty` : sql`NOT s.is_loyalty`,
  queueCondition(filter.queue),
  filter.status && sql`s.status = ${constant(filter.status)}`,
  filter.minRisk === undefined ? undefined : sql`s.risk_score >= ${filter.minRisk}`,
  equals(sql`s.reviewer_id`, filter.reviewer),
  equals(sql`s.approver_id`, filter.approver),
  equals(sql`s.denier_id`, filter.denier),
  equals(sql`s.deny_reason_id`, filter.denyReason),
  equals(sql`s.promotion_id`, filter.promotion),
  equals(sql`s.gender`, filter.gender),
  equals(sql`s.age_range`, filter.age),
  equals(sql`s.receipt_key`, filter.receiptId === undefined ? undefined : receiptKeyOf(filter.receiptId)),
  flag(sql`s.is_receipt_id_used`, filter.receiptIdUsed),
  equals(sql`s.purchasing_method`, filter.purchasingMethod),
  equals(sql`s.purchase_day`, filter.purchaseDate),
  equalsInAnyCase(sql`s.model_number`, filter.modelNumber),
  equals(sql`s.retailer`, filter.retailer),
  equals(sql`s.purchase_state`, filter.purchaseState),
  filter.shippingAddressLine ? contains(sql`s.address_text`, filter.shippingAddressLine) : undefined,
  flag(sql`s.is_address_used`, filter.shippingAddressUsed),
  equalsInAnyCase(sql`s.shipping_city`, filter.shippingCity),
  equals(sql`s.shipping_country`, filter.shippingCountry),
  equalsInAnyCase(sql`s.shipping_state`, filter.shippingState),
  equalsInAnyCase(sql`s.shipping_postal_code`, filter.shippingPostalCode),
  orderCondition(filter.orderNumber),
  equals(sql`s.fulfillment_status`, filter.fulfillmentStatus),
  filter.createdDate
    ? sql`s.created_at >= ${filter.createdDate}::date::timestamp AT TIME ZONE 'UTC'
          AND s.created_at < (${filter.createdDate}::date + 1)::timestamp AT TIME ZONE 'UTC'`
    : undefined,
];

/** An order's name without its #, or with one. */
const otherName = (name: string): string => (name.startsWith("#") ? name.slice(1) : `#${name}`);

/**
 * By an array of ids: the database keeps no statistics for the partial index, expects thousands of submissions of one order, and would look
 * for them in all submissions.
 */
const orderCondition = (name: string | undefined): SQL | undefined =>
  name === undefined
    ? undefined
    : sql`s.id = ANY(ARRAY(SELECT o.id FROM submissions_of_shop AS o
        WHERE lower(o.order_name) IN (lower(${name}), lower(${otherName(name)}))))`;

const flag = (column: SQL, isOn: boolean | undefined): SQL | undefined =>
  isOn === undefined ? undefined : isOn ? column : sql`NOT ${column}`;
