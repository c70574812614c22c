import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { StoredRow } from "./import-handler.server";

export type RowPatch = Partial<Pick<StoredRow, "written" | "outcome" | "customerId" | "changes" | "verdict">>;

/** Changes what is kept of a row. */
export async function patchRow(tx: ShopTransaction, row: StoredRow, patch: RowPatch): Promise<void> {
  await tx.$client.query(
    `UPDATE import_rows SET written = coalesce($4::jsonb, written), outcome = coalesce($5, outcome),
            customer_id = coalesce($6::bigint, customer_id), changes = coalesce($7::json, changes),
            verdict = coalesce($8, verdict)
      WHERE shop = $1 AND run_id = $2 AND number = $3`,
    [
      row.shop,
      row.runId,
      row.number,
      patch.written === undefined ? null : JSON.stringify(patch.written),
      patch.outcome ?? null,
      patch.customerId ?? null,
      patch.changes === undefined ? null : JSON.stringify(patch.changes),
      patch.verdict ?? null,
    ],
  );
}
