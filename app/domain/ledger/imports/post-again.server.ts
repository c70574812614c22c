import { patchRow, type StoredRow } from "~/core/imports/import-handler.server";
import { post } from "~/domain/ledger/post.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import type { ItemContext } from "~/platform/jobs/job.server";
import { centsFromDatabase } from "~/platform/money/cents";
import { assertRowWithinLimit } from "./assert-within-limit.server";
import { writtenCredit } from "./post-rows.server";

interface FailedPosting {
  customerId: string;
  type: "Credit" | "Adjustment";
  cents: string;
  reference: string;
}

/**
 * Posts a row again whose posting has failed, when the job's failed rows are retried: the customer's account may have room for
 * it now. A pending posting, or one with an unknown outcome, is never repeated, and a run after a crash doesn't post twice.
 * @returns the row's latest posting: the new one, or the one that this or another worker made before
 * @throws 409 when it can no longer be posted: the customer was deleted, has too little credit, or a second administrator must approve it
 */
export async function postAgain(
  tx: ShopTransaction,
  row: StoredRow,
  { shop, administrator: by, jobId, operationId }: ItemContext,
): Promise<string> {
  const latestId = await lockRow(tx, row);
  const failed = await findFailed(tx, row, jobId);
  if (!failed) return latestId;
  const { type, reference } = failed;
  const wanted = {
    customerId: Number(failed.customerId),
    type,
    amountCents: centsFromDatabase(failed.cents),
    reference,
  };
  await assertRowWithinLimit(tx, row, wanted, { by, purpose: "retry" });
  const posting = { by, operationKey: `${by.id}:${operationId}`, now: new Date() };
  const [posted] = await post(tx, shop, [wanted], posting);
  if (!posted?.postingId) throw conflict(posted?.problem ?? "It couldn't be posted.");
  await patchRow(tx, row, { written: { postingId: posted.postingId } });
  return posted.postingId;
}

/**
 * Locks the row, by a statement of its own: after waiting, PostgreSQL would keep the posting that `findFailed` had looked up before.
 * @returns its posting, which another worker may have replaced since the row was read
 */
async function lockRow(tx: ShopTransaction, row: StoredRow): Promise<string> {
  const { rows } = await tx.$client.query<{ id: string }>(
    `SELECT written ->> 'postingId' AS id FROM import_rows
      WHERE shop = $1 AND run_id = $2 AND number = $3 FOR UPDATE`,
    [row.shop, row.runId, row.number],
  );
  return rows[0]?.id ?? writtenCredit(row).postingId;
}

/** The locked row's posting, when it failed before the job's failed rows were asked for again. */
async function findFailed(
  tx: ShopTransaction,
  { shop, runId, number }: StoredRow,
  jobId: string,
): Promise<FailedPosting | undefined> {
  const { rows } = await tx.$client.query<FailedPosting>(
    // OFFSET has the row's own posting looked up, however few postings PostgreSQL believes there are: it would go over all that ended.
    `SELECT posting.customer_id AS "customerId", posting.type, abs(posting.amount_cents) AS cents,
            posting.reference
       FROM import_rows AS import_row
       JOIN jobs ON jobs.shop = $1 AND jobs.id = $4,
            LATERAL (SELECT at FROM ledger_outcomes
                      WHERE shop = $1 AND posting_id = (import_row.written ->> 'postingId')::uuid AND state = 'FAILED' AND duplicate_of IS NULL OFFSET 0) AS outcome,
            LATERAL (SELECT * FROM ledger_postings
                      WHERE shop = $1 AND id = (import_row.written ->> 'postingId')::uuid OFFSET 0) AS posting
      WHERE import_row.shop = $1 AND import_row.run_id = $2 AND import_row.number = $3 AND jobs.retried_at > outcome.at`,
    [shop, runId, number, jobId],
  );
  return rows[0];
}
