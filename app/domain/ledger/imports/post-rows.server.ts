import {
  type StagedRow,
  type StoredImport,
  type StoredRow,
  storeWritten,
} from "~/core/imports/import-definition.server";
import { readingOf } from "~/core/imports/stage-rows.server";
import { exceededApprovalLimit, type WantedChange } from "~/domain/ledger/approval-limit.server";
import { type NewPosting, post, prepareAccounts } from "~/domain/ledger/post.server";
import { REVERSED_BY } from "~/domain/ledger/reverse.server";
import type { Administrator } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, type Refusal } from "~/platform/errors";
import type { ItemOutcome, ItemResults } from "~/platform/jobs/job.server";
import { addCents, type Cents, centsFromDatabase, NO_CENTS, sumCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { creditRowOf } from "./checks";
import { currencyOf } from "./compare-credits.server";
import { creditImport } from "./import";

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
  run: StoredImport,
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
  run: StoredImport,
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

type RunKey = Pick<StoredRow, "shop" | "runId">;

/** What an administrator does with a started run. */
type Purpose = "undo" | "retry";

const REMEDY: Record<Purpose, string> = {
  undo: "It wasn't undone. Reverse it under Transactions, where a second administrator can approve it.",
  retry: "It wasn't posted again. Issue it to the customer, where a second administrator can approve it.",
};

/**
 * Checks one more change for a row of a started run against the limit, before its account is locked.
 * @throws 409 when it needs a second administrator
 */
export async function assertRowWithinLimit(
  tx: ShopTransaction,
  run: RunKey,
  change: WantedChange,
  { by, purpose }: { by: Pick<Administrator, "id">; purpose: Purpose },
): Promise<void> {
  const exceeded = await exceeds(tx, run, [change], { by, purpose });
  if (exceeded)
    throw conflict(
      `With this ${exceeded.total}, the sum of 24 hours would exceed the ${exceeded.limit} that one administrator may post or one customer may receive. ${REMEDY[purpose]}`,
    );
}

/**
 * Checks the undo of a whole run against the limit, before any row is undone.
 * @throws 409 when it needs an administrator who neither prepared nor started the import
 */
export async function assertUndoWithinLimit(
  tx: ShopTransaction,
  run: RunKey,
  by: Pick<Administrator, "id">,
): Promise<void> {
  const { rows } = await tx.$client.query<{ customerId: string; type: string; cents: string }>(
    `SELECT posting.customer_id AS "customerId", posting.type, abs(posting.amount_cents) AS cents
       FROM import_rows AS import_row
       JOIN ledger_postings AS posting ON posting.shop = $1 AND posting.id = (import_row.written ->> 'postingId')::uuid
      WHERE import_row.shop = $1 AND import_row.run_id = $2 AND import_row.written IS NOT NULL
        AND EXISTS (SELECT 1 FROM ledger_outcomes AS outcome
                     WHERE outcome.shop = $1 AND outcome.posting_id = posting.id AND outcome.state = 'CONFIRMED')
        AND NOT EXISTS (${REVERSED_BY})`,
    [run.shop, run.runId],
  );
  const changes = rows.map(({ customerId, type, cents }) =>
    reversalOf({ customerId: Number(customerId), type, amountCents: centsFromDatabase(cents) }),
  );
  const exceeded = await exceeds(tx, run, changes, { by, purpose: "undo" });
  if (exceeded)
    throw conflict(
      `Undoing this import moves ${exceeded.total}. With what was already posted in the last 24 hours, that exceeds the ${exceeded.limit} that one administrator may post or one customer may receive. Nothing was undone. Someone who neither prepared nor started this import must undo it.`,
    );
}

/** The change that reverses a posting. */
export const reversalOf = ({
  customerId,
  type,
  amountCents,
}: {
  customerId: number;
  type: string;
  amountCents: Cents;
}): WantedChange => ({ customerId, type: type === "Credit" ? "Adjustment" : "Credit", amountCents });

async function exceeds(
  tx: ShopTransaction,
  run: RunKey,
  changes: readonly WantedChange[],
  { by, purpose }: { by: Pick<Administrator, "id">; purpose: Purpose },
): Promise<{ total: string; limit: string } | null> {
  if (await isSecondAdministrator(tx, run, by, purpose)) return null;
  const limit = await exceededApprovalLimit(tx, run.shop, { by, now: new Date(), changes });
  if (limit === null) return null;
  const currency = await currencyOf(tx);
  const total = formatMoney(sumCents(changes.map(({ amountCents }) => amountCents)), currency);
  return { total, limit: formatMoney(limit, currency) };
}

/** Whether the administrator counts as a second one: they didn't prepare the rows and, for an undo, didn't start the import. */
async function isSecondAdministrator(
  tx: ShopTransaction,
  { shop, runId }: RunKey,
  { id }: Pick<Administrator, "id">,
  purpose: Purpose,
): Promise<boolean> {
  const { rows } = await tx.$client.query<{ hasPrepared: boolean; hasStarted: boolean }>(
    `SELECT run.prepared_by @> ARRAY[$3] AS "hasPrepared", jobs.started_by_id = $3 AS "hasStarted"
       FROM import_runs AS run JOIN jobs ON jobs.shop = $1 AND jobs.id = run.job_id
      WHERE run.shop = $1 AND run.id = $2`,
    [shop, runId, id],
  );
  const [run] = rows;
  if (!run) return false;
  return !run.hasPrepared && (purpose === "retry" || !run.hasStarted);
}

/**
 * The postings of the rows that a run would write, in batches, with the rows' numbers.
 * @throws 409 for a row that can no longer be posted
 */
export async function* readPostings(
  tx: ShopTransaction,
  run: StoredImport,
  rowsAtOnce: number,
  lock: "" | "FOR NO KEY UPDATE" = "",
) {
  const read = readingOf(creditImport, run);
  const currency = await currencyOf(tx);
  for (let after = 0; ; ) {
    const { rows } = await tx.$client.query<{ number: number; cells: string[]; customerId: string | null }>(
      `SELECT number, cells, (SELECT id::text FROM customers_of_shop AS customer
                               WHERE lower(customer.email) = import_rows.identity LIMIT 1) AS "customerId"
         FROM import_rows WHERE shop = $1 AND run_id = $2 AND verdict = 'change' AND number > $3
        ORDER BY number LIMIT $4 ${lock}`,
      [run.shop, run.id, after, rowsAtOnce],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.number;
    const postings = rows.map(({ number, cells, customerId }): NewPosting => {
      const row = creditRowOf(read({ number, cells }).values, currency);
      if ("failed" in row) throw cannotPost(number, row.failed[0] ?? "");
      if (customerId === null) throw cannotPost(number, "This customer no longer exists in the store.");
      return { customerId: Number(customerId), ...row };
    });
    yield { numbers: rows.map(({ number }) => number), postings };
  }
}

/** The refusal of a whole file because of one row. */
const cannotPost = (row: number, problem: string): Refusal =>
  conflict(`Row ${row}: ${problem} Nothing was posted. Check the file again, and import it then.`);
