import { type Run, type StagedRow, storeWritten } from "~/core/imports/import-definition.server";
import { exceededApprovalLimit, type WantedChange } from "~/domain/ledger/approval-limit.server";
import { post, prepareAccounts } from "~/domain/ledger/post.server";
import type { Administrator } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, type Refusal } from "~/platform/errors";
import type { ItemOutcome, ItemResults } from "~/platform/jobs/job.server";
import { addCents, NO_CENTS } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { currencyOf } from "./compare-credits.server";
import { cannotPost, readPostings } from "./read-postings.server";

/** The number of rows that one statement posts. */
const ROWS_AT_ONCE = 5_000;

/** What is kept of a row that was posted. */
interface WrittenCredit {
  postingId: string;
}
export const writtenCredit = ({ written }: Pick<StagedRow, "written">): WrittenCredit =>
  written as WrittenCredit;

/**
 * Posts all rows of a run in the transaction that starts it, thousands in each statement. A file above the limit of one
 * administrator must be started by a second one, who didn't prepare its rows.
 * @throws 409 when a row can no longer be posted, or a second administrator must start it. Nothing is posted then.
 */
export async function beginCredits(
  tx: ShopTransaction,
  run: Run,
  by: Administrator,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<void> {
  await checkAndLock(tx, run, by, rowsAtOnce);
  const operationKey = `${by.id}:import ${run.id}`;
  for await (const { numbers, postings } of readPostings(tx, run, rowsAtOnce)) {
    const posted = await post(tx, run.shop, postings, { by, operationKey, now: new Date() });
    const rows = posted.map(({ postingId, problem }, index) => {
      const number = numbers[index] ?? 0;
      if (problem !== null) throw cannotPost(number, problem);
      return { number, written: { postingId } satisfies WrittenCredit };
    });
    await storeWritten(tx, run, rows);
  }
}

/**
 * Checks the limit for the whole run before anything is posted. Then locks the run's rows, and then its accounts. An erasure locks
 * them in the same order.
 */
async function checkAndLock(
  tx: ShopTransaction,
  run: Run,
  by: Administrator,
  rowsAtOnce: number,
): Promise<void> {
  const changes: WantedChange[] = [];
  const customerIds: number[] = [];
  const debited: number[] = [];
  let total = NO_CENTS;
  for await (const { postings } of readPostings(tx, run, rowsAtOnce, "FOR NO KEY UPDATE"))
    for (const { customerId, type, amountCents } of postings) {
      customerIds.push(customerId);
      changes.push({ customerId, type, amountCents });
      if (type === "Adjustment") debited.push(customerId);
      total = addCents(total, amountCents);
    }
  const limit = run.preparedBy.includes(by.id)
    ? await exceededApprovalLimit(tx, run.shop, { by, now: new Date(), changes })
    : null;
  if (limit !== null) {
    const currency = await currencyOf(tx);
    throw moreThanOneMay(formatMoney(total, currency), formatMoney(limit, currency));
  }
  await prepareAccounts(tx, run.shop, customerIds, debited);
}

const moreThanOneMay = (total: string, limit: string): Refusal =>
  conflict(
    `This file moves ${total}. With what was already posted in the last 24 hours, that exceeds the ${limit} that one administrator may post or one customer may receive. Nothing was posted. Someone who didn't prepare this file must review and start it. They can find it under Earlier imports.`,
  );

/** The outcomes of postings, for job items that wait for them. */
export const resultsOfPostings = (shop: string, ids: readonly string[]): Promise<ItemResults> =>
  withShop(shop, (tx) => readResults(tx, shop, ids));

/** The outcomes of postings, read in the caller's transaction. */
export async function readResults(
  tx: ShopTransaction,
  shop: string,
  ids: readonly string[],
): Promise<ItemResults> {
  const { rows } = await tx.$client.query<{ id: string; state: string; problem: string | null }>(
    // A posting that a person recognized as already paid is done: retrying it would pay it again.
    `SELECT posting_id AS id, CASE WHEN duplicate_of IS NULL THEN state ELSE 'PAID' END AS state, problem FROM ledger_outcomes
      WHERE shop = $1 AND posting_id = ANY($2::uuid[]) AND state IN ('CONFIRMED', 'FAILED')
     UNION ALL
     SELECT posting_id, 'WAITS', problem FROM ledger_open AS open
      WHERE shop = $1 AND posting_id = ANY($2::uuid[])
        AND (not_before > now() + interval '5 seconds'
             OR EXISTS (SELECT 1 FROM ledger_open AS held
                         WHERE held.shop = $1 AND held.customer_id = open.customer_id AND held.possible_duplicate_of IS NOT NULL))`,
    [shop, ids],
  );
  return new Map<string, ItemOutcome | "deferred">(
    rows.map(({ id, state, problem }) => {
      if (state === "WAITS") return [id, "deferred"];
      if (state === "PAID") return [id, { state: "done", message: problem ?? "It was already paid." }];
      const outcome: ItemOutcome =
        state === "CONFIRMED"
          ? { state: "done", message: "The store confirmed it." }
          : { state: "failed", message: problem ?? "The store refused it." };
      return [id, outcome];
    }),
  );
}
