import { subHours } from "date-fns";
import { type SQL, sql } from "drizzle-orm";
import type { StoredImport } from "~/core/imports/import-definition.server";
import { approvalAboveSql, readGuardRails } from "~/domain/prices/guard-rails/stored-guard-rails.server";
import type { Administrator } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { isUnfinished } from "~/platform/jobs/job.server";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { pluralize } from "~/platform/text/pluralize";
import type { VariantTarget } from "./send-prices.server";
import type { PriceState, VariantState } from "./states";
import { priceStates } from "./transitions.server";

/**
 * Derives the states of scheduled prices from those of their variants.
 * @returns the ids of those that became applied
 */
export async function settleSchedules(
  tx: ShopTransaction,
  shop: string,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await tx.$client.query<{ id: string; state: PriceState }>(
    `WITH settled AS (
       SELECT schedule_id AS id,
              CASE WHEN bool_and(state = 'applied') THEN 'applied'
                   WHEN bool_or(state IN ('waiting', 'sending')) THEN 'applying' ELSE 'failed' END AS state,
              string_agg(DISTINCT message, ' ') FILTER (WHERE state = 'failed') AS message, max(applied_at) AS applied_at
         FROM scheduled_variants WHERE shop = $1 AND schedule_id = ANY($2::bigint[]) GROUP BY schedule_id)
     UPDATE price_schedules AS s
        SET state = settled.state, message = settled.message, applied_at = settled.applied_at, version = version + 1
       FROM settled WHERE s.shop = $1 AND s.id = settled.id AND ${priceStates.before("applied", "s")}
     RETURNING s.id, s.state`,
    [shop, ids],
  );
  return rows.filter(({ state }) => state === "applied").map(({ id }) => Number(id));
}

/** Whether a job may be sending a row of `price_schedules` to Shopify at this moment: its first attempt, or a retry. */
export const isBeingSent = (row: string): string =>
  `EXISTS (SELECT FROM scheduled_variants AS v JOIN jobs ON jobs.shop = v.shop AND jobs.id = v.job_id
            WHERE v.shop = ${row}.shop AND v.schedule_id = ${row}.id AND v.state = 'sending'
              AND ${isUnfinished("jobs")})`;

/** Marks prices as failed whose job has ended without them: it was canceled, or its administrator lost access. */
export async function failEndedSchedules(tx: ShopTransaction, shop: string): Promise<void> {
  await tx.$client.query(
    `UPDATE price_schedules AS s
        SET ${priceStates.set("failed")}, version = version + 1,
            message = CASE WHEN EXISTS (SELECT FROM scheduled_variants AS v
                                         WHERE v.shop = $1 AND v.schedule_id = s.id AND v.state = 'sending')
                           THEN concat_ws(' ', jobs.message, 'It isn''t known whether this price was set. Retry its rows under Jobs.')
                           ELSE coalesce(jobs.message, 'The job ended before this price was applied.')
                                || ' Retry its rows under Jobs, or import the price again.' END
       FROM jobs WHERE s.shop = $1 AND s.state = 'applying' AND jobs.shop = $1 AND jobs.id = s.job_id
        AND NOT ${isUnfinished("jobs")}`,
    [shop],
  );
}

/** The shop of a transaction, read in it. @throws when the app isn't installed there */
export async function shopOf(tx: ShopTransaction): Promise<Shop> {
  const { rows } = await tx.$client.query<Shop>(
    `SELECT shop AS domain, name, currency, time_zone AS "timeZone" FROM shops WHERE shop = current_setting('app.shop')`,
  );
  if (!rows[0]) throw new Error("The shop isn't installed.");
  return rows[0];
}

const WINDOW_HOURS = 24;

const REMEDY =
  "Someone who didn't prepare this file must review and start it. They can find it under Earlier imports.";

/** What to know of a file before it is started: that its preparer can't start it. Null for nothing. */
export async function secondAdministratorWarning(
  tx: ShopTransaction,
  run: StoredImport,
): Promise<string | null> {
  const { approvalAbove } = await readGuardRails(tx, run.shop);
  if (approvalAbove === null) return null;
  const products = await countProducts(tx, run, null);
  if (products <= approvalAbove) return null;
  return `This file changes ${pluralize(products, "product")}, and one administrator may change ${pluralize(approvalAbove, "product")}. ${run.startedByName} sent it. ${REMEDY}`;
}

/**
 * Checks the owner's limit for the products that one administrator may change within 24 hours, with the files that they prepared and
 * started. Someone who didn't prepare the file may start any number. Starts in a shop wait for each other until the transaction
 * ends, so that two at the same time can't both be within the limit.
 * @throws 409 when a second administrator is needed
 */
export async function assertSecondAdministrator(
  tx: ShopTransaction,
  run: StoredImport,
  by: Pick<Administrator, "id">,
): Promise<void> {
  const { approvalAbove } = await readGuardRails(tx, run.shop);
  if (approvalAbove === null || !run.preparedBy.includes(by.id)) return;
  await tx.$client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `start prices import ${run.shop}`,
  ]);
  const products = await countProducts(tx, run, by);
  if (products > approvalAbove)
    throw conflict(
      `With this file, you would change ${pluralize(products, "product")} within 24 hours, and one administrator may change ${pluralize(approvalAbove, "product")}. Nothing was scheduled. ${REMEDY}`,
    );
}

/**
 * Refuses a change of a price whose file a second administrator started: one person could otherwise replace what was approved, row by
 * row.
 * @throws 409 while the owner's limit for files is set
 */
export async function assertNotApproved(
  tx: ShopTransaction,
  shop: string,
  ids: readonly (string | number)[],
): Promise<void> {
  if ((await readGuardRails(tx, shop)).approvalAbove === null) return;
  const { rows } = await tx.$client.query<{ approver: string }>(
    `SELECT jobs.started_by_name AS approver FROM price_schedules AS price
       JOIN import_runs AS run ON run.shop = price.shop AND run.id = price.import_run_id
       JOIN jobs ON jobs.shop = run.shop AND jobs.id = run.job_id
      WHERE price.shop = $1 AND price.id = ANY($2::bigint[]) AND NOT run.prepared_by @> ARRAY[jobs.started_by_id]`,
    [shop, ids],
  );
  if (rows[0])
    throw conflict(
      `${rows[0].approver} approved the file of this price, so one person can't change it. Pause the price, and send a file with the right one.`,
    );
}

/** SQL that is true of a file with more products than one administrator may change. @param run its row of `import_runs` */
export const needsSecondAdministrator = (shop: string, run: SQL): SQL =>
  sql`(${approvalAboveSql(shop)} IS NOT NULL AND ${productsOfFile(sql`${run}.id`)} > ${approvalAboveSql(shop)})`;

/** SQL that counts the products of a file of the transaction's shop. @param run the file's id */
const productsOfFile = (run: SQL): SQL =>
  sql`(SELECT count(DISTINCT product_id)::int FROM variants_of_shop WHERE sku IN (
         SELECT staged.identity FROM import_rows AS staged
          WHERE staged.shop = current_setting('app.shop') AND staged.run_id = ${run} AND staged.verdict = 'change'))`;

/**
 * Of a file whose undo was started, the prices that it hasn't undone count.
 * @param by counts the files that this administrator prepared and started within 24 hours, too
 */
async function countProducts(
  tx: ShopTransaction,
  { shop, id }: StoredImport,
  by: Pick<Administrator, "id"> | null,
): Promise<number> {
  const { rows } = await tx.$client.query<{ products: number }>(
    `WITH skus AS (
       SELECT identity AS sku FROM import_rows WHERE shop = $1 AND run_id = $2 AND verdict = 'change'
       UNION
       SELECT staged.identity FROM import_runs AS run
         JOIN jobs ON jobs.shop = run.shop AND jobs.id = run.job_id
         JOIN import_rows AS staged ON staged.shop = run.shop AND staged.run_id = run.id AND staged.verdict = 'change'
        WHERE run.shop = $1 AND run.kind = 'prices' AND run.id <> $2 AND (run.undo_job_id IS NULL OR staged.outcome = 'written')
          AND jobs.started_by_id = $3 AND jobs.created_at > $4 AND run.prepared_by @> ARRAY[$3::text])
     SELECT count(DISTINCT product_id)::int AS products FROM variants_of_shop WHERE sku IN (SELECT sku FROM skus)`,
    [shop, id, by?.id ?? null, subHours(new Date(), WINDOW_HOURS)],
  );
  return rows[0]?.products ?? 0;
}

/** A variant of a scheduled price. */
export interface ScheduledVariant extends VariantTarget {
  scheduleId: number;
  sku: string;
  /** The administrator who scheduled the price. */
  actor: Pick<Administrator, "id" | "name">;
  /** The file that the price was imported with. Null for one that wasn't imported. */
  fileName: string | null;
  state: VariantState;
  previousCents: Cents | null;
  previousCompareAtCents: Cents | null;
  /** A later price of the variant is applied. */
  isSuperseded: boolean;
  /** The end date has passed. */
  isOver: boolean;
  /** The price was canceled or rolled back. */
  isUndone: boolean;
}

const centsOrNull = (value: string | null): Cents | null =>
  value === null ? null : centsFromDatabase(value);

/** Those of one variant, the latest price first. @param where a condition over `scheduled_variants AS v` and `price_schedules AS s`, whose parameters begin with `$2` */
export async function readScheduledVariants(
  tx: ShopTransaction,
  shop: string,
  where: string,
  values: readonly unknown[],
): Promise<(ScheduledVariant & { productNumber: number })[]> {
  const { rows } = await tx.$client.query<{
    schedule_id: string;
    variant_id: string;
    product_id: string;
    sku: string;
    actor: ScheduledVariant["actor"];
    file_name: string | null;
    state: VariantState;
    price_cents: string;
    compare_at_cents: string | null;
    previous_cents: string | null;
    previous_compare_at_cents: string | null;
    is_superseded: boolean;
    is_over: boolean;
    is_undone: boolean;
  }>(
    `SELECT v.schedule_id, v.variant_id, v.product_id, s.sku, v.state,
            jsonb_build_object('id', s.actor_id, 'name', s.actor_name) AS actor,
            run.file_name, s.price_cents, s.compare_at_cents, v.previous_cents,
            v.previous_compare_at_cents, s.state = 'ended' OR coalesce(s.end_at <= now(), false) AS is_over,
            s.state IN ('canceled', 'rolled back') AS is_undone,
            EXISTS (SELECT FROM scheduled_variants AS other JOIN price_schedules AS later
                        ON later.shop = other.shop AND later.id = other.schedule_id
                     WHERE other.shop = v.shop AND other.product_id = v.product_id AND other.variant_id = v.variant_id
                       AND other.state = 'applied' AND (later.effective_at, later.id) > (s.effective_at, s.id)) AS is_superseded
       FROM scheduled_variants AS v JOIN price_schedules AS s ON s.shop = v.shop AND s.id = v.schedule_id
       LEFT JOIN import_runs AS run ON run.shop = s.shop AND run.id = s.import_run_id
      WHERE v.shop = $1 AND ${where} ORDER BY v.variant_id, s.effective_at DESC, s.id DESC`,
    [shop, ...values],
  );
  return rows.map((row) => ({
    scheduleId: Number(row.schedule_id),
    variantId: Number(row.variant_id),
    productNumber: Number(row.product_id),
    sku: row.sku,
    actor: row.actor,
    fileName: row.file_name,
    state: row.state,
    priceCents: centsFromDatabase(row.price_cents),
    compareAtCents: centsOrNull(row.compare_at_cents),
    previousCents: centsOrNull(row.previous_cents),
    previousCompareAtCents: centsOrNull(row.previous_compare_at_cents),
    isSuperseded: row.is_superseded,
    isOver: row.is_over,
    isUndone: row.is_undone,
  }));
}

/** What set a price, for the log of prices: "Price schedule, autumn.xlsx". */
export const sourceWithFile = (source: string, { fileName }: Pick<ScheduledVariant, "fileName">): string =>
  fileName === null ? source : `${source}, ${fileName}`;
