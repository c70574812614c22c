import { createHash } from "node:crypto";
import { SHOP } from "../backroom.ts";
import type { Query } from "./queries.ts";

/** The SQL that a programmer would write by hand for the pages of submissions: their rows, order and totals. */

const COLUMNS = `s.id, s.first_name, s.last_name, s.email, s.status, s.created_at, s.reviewer_id, s.reviewer_email, s.assigned_at,
  (SELECT reason FROM hold_reasons AS h WHERE h.shop = $1 AND h.id = s.hold_reason_id) AS hold_reason,
  (SELECT reason FROM deny_reasons AS d WHERE d.shop = $1 AND d.id = s.deny_reason_id) AS deny_reason,
  s.denier_email, s.denied_at, s.approver_email, s.approved_at, s.shipping_address1, s.shipping_address2, s.is_address_used,
  s.is_receipt_id_used, s.risk_score, s.problem, s.order_name, s.fulfillment_status`;

/** Where a page begins: its first row. */
export interface SubmissionPlace {
  createdAt: string;
  id: string;
}

/** What picks submissions, as SQL over `submissions AS s`, with its values from $2 on. */
export interface Picked {
  where: string;
  values?: unknown[];
}

const rowsOf = (where: string, order: string, total: string, values: unknown[]): Query => ({
  text: `SELECT ${COLUMNS}, ${total} AS total FROM submissions AS s WHERE s.shop = $1 AND ${where} ORDER BY ${order} LIMIT 20`,
  values: [SHOP, ...values],
});

/** The first page of a list whose total is stored. @param counted picks its stored counts */
export const firstSubmissions = ({ where, values = [] }: Picked, counted: string, order: string): Query =>
  prepared(rowsOf(where, order, storedTotal(counted), values));

/** A page of such a list whose first row is known. Backroom has to find that row by the page's number. */
export const submissionsFrom = (
  { createdAt, id }: SubmissionPlace,
  { where }: Picked,
  counted: string,
): Query =>
  prepared(
    rowsOf(
      `${where} AND (s.created_at, s.id) >= ($2::timestamptz, $3::bigint)`,
      "s.created_at, s.id",
      storedTotal(counted),
      [createdAt, id],
    ),
  );

/** The first page of a search or filter, whose submissions are counted up to 10,000. */
export const foundSubmissions = ({ where, values = [] }: Picked): Query =>
  rowsOf(
    where,
    "s.created_at, s.id",
    `(SELECT count(*) FROM (SELECT 1 FROM submissions AS s WHERE s.shop = $1 AND ${where} LIMIT 10001) AS found)`,
    values,
  );

const storedTotal = (counted: string) =>
  `(SELECT sum(entries) FROM submission_counts WHERE shop = $1 AND ${counted})`;

/** PostgreSQL's names of statements are short. */
const prepared = (query: Query): Query => ({
  ...query,
  name: createHash("sha256").update(query.text).digest("hex").slice(0, 32),
});
