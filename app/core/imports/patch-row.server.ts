import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { StoredRow } from "./import-handler.server";

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
