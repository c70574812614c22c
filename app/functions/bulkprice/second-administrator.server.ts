import { subHours } from "date-fns";
import type { Run } from "~/core/imports/import-handler.server";
import { readGuardRails } from "~/domain/prices/guard-rails/stored-guard-rails.server";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { pluralize } from "~/platform/text/pluralize";

const WINDOW_HOURS = 24;

const REMEDY =
  "Someone who didn't prepare this file must review and start it. They can find it under Earlier imports.";

/** What to know of a file before it is started: that its preparer can't start it. Null for nothing. */
export async function secondAdministratorWarning(tx: ShopTransaction, run: Run): Promise<string | null> {
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
  run: Run,
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
export async function assertNotApproved(tx: ShopTransaction, shop: string, id: number): Promise<void> {
  if ((await readGuardRails(tx, shop)).approvalAbove === null) return;
  const { rows } = await tx.$client.query<{ approver: string }>(
    `SELECT jobs.started_by_name AS approver FROM price_schedules AS price
       JOIN import_runs AS run ON run.shop = price.shop AND run.id = price.import_run_id
       JOIN jobs ON jobs.shop = run.shop AND jobs.id = run.job_id
      WHERE price.shop = $1 AND price.id = $2 AND NOT run.prepared_by @> ARRAY[jobs.started_by_id]`,
    [shop, id],
  );
  if (rows[0])
    throw conflict(
      `${rows[0].approver} approved the file of this price, so one person can't change it. Pause the price, and send a file with the right one.`,
    );
}

/**
 * Of a file whose undo was started, the prices that it hasn't undone count.
 * @param by counts the files that this administrator prepared and started within 24 hours, too
 */
async function countProducts(
  tx: ShopTransaction,
  { shop, id }: Run,
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
