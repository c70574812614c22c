import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Run, StoredRow } from "./import-handler.server";

/** Stores what rows of a run set out to write, in one statement. */
export async function storeWritten(
  tx: ShopTransaction,
  run: Pick<Run, "shop" | "id">,
  rows: readonly Pick<StoredRow, "number" | "written">[],
): Promise<void> {
  await tx.$client.query(
    `UPDATE import_rows AS stored SET written = row.written
       FROM unnest($3::int[], $4::jsonb[]) AS row (number, written)
      WHERE stored.shop = $1 AND stored.run_id = $2 AND stored.number = row.number`,
    [run.shop, run.id, rows.map(({ number }) => number), rows.map(({ written }) => JSON.stringify(written))],
  );
}

/** Stores that rows, of any runs, were undone. */
export async function storeUndone(
  tx: ShopTransaction,
  shop: string,
  rows: readonly Pick<StoredRow, "runId" | "number">[],
): Promise<void> {
  await tx.$client.query(
    `UPDATE import_rows AS stored SET outcome = 'undone' FROM unnest($2::uuid[], $3::int[]) AS row (run_id, number)
      WHERE stored.shop = $1 AND stored.run_id = row.run_id AND stored.number = row.number`,
    [shop, rows.map(({ runId }) => runId), rows.map(({ number }) => number)],
  );
}

export type RowPatch = Partial<Pick<StoredRow, "written" | "outcome" | "customerId" | "changes" | "verdict">>;

/** Changes what is kept of a row. With `written: null`, the row has written nothing. */
export async function patchRow(tx: ShopTransaction, row: StoredRow, patch: RowPatch): Promise<void> {
  await tx.$client.query(
    `UPDATE import_rows SET written = CASE WHEN $4 THEN $5::jsonb ELSE written END, outcome = coalesce($6, outcome),
            customer_id = coalesce($7::bigint, customer_id), changes = coalesce($8::json, changes),
            verdict = coalesce($9, verdict)
      WHERE shop = $1 AND run_id = $2 AND number = $3`,
    [
      row.shop,
      row.runId,
      row.number,
      patch.written !== undefined,
      patch.written == null ? null : JSON.stringify(patch.written),
      patch.outcome ?? null,
      patch.customerId ?? null,
      patch.changes === undefined ? null : JSON.stringify(patch.changes),
      patch.verdict ?? null,
    ],
  );
}
