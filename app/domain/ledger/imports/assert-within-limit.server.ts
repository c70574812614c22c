import type { StoredRow } from "~/core/imports/import-definition.server";
import { exceededApprovalLimit, type WantedChange } from "~/domain/ledger/approval-limit.server";
import { REVERSED_BY } from "~/domain/ledger/reverse.server";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { type Cents, centsFromDatabase, sumCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { currencyOf } from "./compare-credits.server";

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
