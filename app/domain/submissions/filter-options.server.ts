import { type SQL, sql } from "drizzle-orm";
import { inText, queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { ChoiceKind } from "./form-fields";
import { readChoices, readReviewers } from "./read-options.server";

/** The choices that submissions can be filtered by. A model number is typed. */
export type FilterChoiceKind = Exclude<ChoiceKind, "models">;

/** What a filter offers. */
export interface FilterChoices {
  values: readonly string[];
  /** False when submissions have more values than a list can offer. */
  isComplete: boolean;
}

/** The most stored values that a filter offers. Customers enter any text where a promotion has no choices. */
const MAX_VALUES = 500;

const COLUMNS: Readonly<Record<FilterChoiceKind, SQL>> = {
  retailers: sql`s.retailer`,
  methods: sql`s.purchasing_method`,
  ages: sql`s.age_range`,
  genders: sql`s.gender`,
  countries: sql`s.shipping_country`,
  states: sql`s.purchase_state`,
};

/** What the forms of all promotions offer, in their order, then the other values that submissions have. */
export async function readFilterChoices(tx: ShopTransaction, kind: FilterChoiceKind): Promise<FilterChoices> {
  const [offered, stored] = await Promise.all([
    readChoices(tx, kind),
    readDistinct(tx, COLUMNS[kind], { limit: MAX_VALUES + 1 }),
  ]);
  const values = stored.slice(0, MAX_VALUES).flatMap(({ value }) => value || []);
  return {
    values: [...new Set([...offered, ...values.sort((one, other) => one.localeCompare(other, "en"))])],
    isComplete: stored.length <= MAX_VALUES,
  };
}

/** A reviewer, or a former one. */
export interface FilterPerson {
  id: string;
  email: string;
}

/** The administrators who may review submissions, and everyone who was assigned one, approved or denied one. */
export async function readFilterPeople(tx: ShopTransaction): Promise<FilterPerson[]> {
  const [reviewers, ...stored] = await Promise.all([
    readReviewers(tx),
    readDistinct(tx, sql`s.reviewer_id`, { label: sql`s.reviewer_email`, latestBy: sql`s.created_at` }),
    readDistinct(tx, sql`s.approver_id`, { label: sql`s.approver_email`, latestBy: sql`s.approved_at` }),
    readDistinct(tx, sql`s.denier_id`, { label: sql`s.denier_email`, latestBy: sql`s.denied_at` }),
  ]);
  const people = new Map(reviewers.map(({ id, email }) => [id, email]));
  for (const { value: id, label } of stored.flat()) people.set(id, people.get(id) ?? label ?? id);
  return [...people]
    .map(([id, email]) => ({ id, email }))
    .sort((one, other) => one.email.localeCompare(other.email, "en"));
}

/** A deny reason that submissions may have. */
export interface FilterReason {
  id: number;
  reason: string;
  isLoyalty: boolean;
  isDeleted: boolean;
}

/** The deny reasons of all submissions, in their order. A deleted one is left out when no submission has it. */
export const readFilterReasons = (tx: ShopTransaction): Promise<FilterReason[]> =>
  queryRows<FilterReason>(
    tx,
    // Limited, so that the database looks for one submission instead of reading all denied ones.
    sql`SELECT id::float8 AS id, reason, is_loyalty AS "isLoyalty", is_deleted AS "isDeleted" FROM deny_reasons AS d
         WHERE shop = current_setting('app.shop')
           AND (NOT is_deleted OR (SELECT true FROM submissions_of_shop AS s WHERE s.deny_reason_id = d.id LIMIT 1))
         ORDER BY is_deleted, is_loyalty, order_in_list NULLS LAST, lower(reason), d.id`,
  );

/** A promotion that submissions can be filtered by. */
export interface FilterPromotion {
  id: number;
  name: string;
  isDeleted: boolean;
}

/** The promotions, the newest first. A deleted one is left out when no submission is of it. */
export const readFilterPromotions = (tx: ShopTransaction): Promise<FilterPromotion[]> =>
  queryRows<FilterPromotion>(
    tx,
    sql`SELECT id, name, is_deleted AS "isDeleted" FROM promotions AS p
         WHERE shop = current_setting('app.shop')
           AND (NOT is_deleted OR (SELECT true FROM submissions_of_shop AS s WHERE s.promotion_id = p.id LIMIT 1))
         ORDER BY is_deleted, p.id DESC`,
  );

interface Distinct {
  value: string;
  label: string | null;
}

interface DistinctOptions {
  limit?: number;
  /** Read from the latest submission with the value. */
  label?: SQL;
  latestBy?: SQL;
}

/**
 * Each value of a column once, by a loose index scan: a look-up in the column's index for each value, so the time depends on the number of
 * values and not on that of submissions.
 */
function readDistinct(tx: ShopTransaction, column: SQL, options: DistinctOptions): Promise<Distinct[]> {
  const { limit, label = sql`NULL::text`, latestBy } = options;
  const order = latestBy ? sql`${column} DESC, ${latestBy} DESC` : sql`${column} DESC`;
  const next = (condition: SQL) =>
    sql`(SELECT ${column} AS value, ${label} AS label FROM submissions_of_shop AS s WHERE ${condition} ORDER BY ${order} LIMIT 1)`;
  return queryRows<Distinct>(
    tx,
    sql`WITH RECURSIVE found AS (
          ${next(sql`${column} IS NOT NULL`)}
          UNION ALL SELECT next.* FROM found, LATERAL ${next(sql`${column} < found.value`)} AS next)
        SELECT value, label FROM found ${limit === undefined ? sql`` : sql`LIMIT ${inText(limit)}`}`,
  );
}
