import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { formatDashedDateTime } from "~/platform/dates/date-text";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { APPLY_DUE_TASK } from "./apply-prices.server";
import * as audit from "./audit.server";
import { returnHasEnded } from "./return-prices.server";
import type { PriceSelection } from "./schemas";
import { PRICES_LIST, type PriceState } from "./states";
import { priceStates } from "./transitions.server";

/** Pauses scheduled prices: they aren't applied until they are resumed. @throws 409 when none of them is scheduled */
export const pausePrices = (context: CallContext, selection: PriceSelection) =>
  change(context, selection, {
    from: "scheduled",
    to: "paused",
    ofRow: audit.scheduledPricePaused,
    ofBatch: audit.priceBatchPaused,
    refusal: "None of these prices is scheduled, so there is nothing to pause.",
  });

/**
 * Resumes paused prices. One whose effective date has passed is due immediately. One whose end date has passed could only fail, so
 * it stays paused.
 * @throws 409 when none of them can be resumed
 */
export const resumePrices = (context: CallContext, selection: PriceSelection) =>
  change(context, selection, {
    from: "paused",
    to: "scheduled",
    ofRow: audit.scheduledPriceResumed,
    ofBatch: audit.priceBatchResumed,
    refusal: "None of these prices is paused, so there is nothing to resume.",
  });

const ALL_ENDED =
  "These prices can't be resumed, because their end date has passed. Edit the dates of each price first.";

type Pausable = Extract<PriceState, "scheduled" | "paused">;

interface Change {
  from: Pausable;
  to: Pausable;
  ofRow: typeof audit.scheduledPricePaused;
  ofBatch: typeof audit.priceBatchPaused;
  refusal: string;
}

async function change(
  { shop, administrator, clock }: CallContext,
  selection: PriceSelection,
  { from, to, ofRow, ofBatch, refusal }: Change,
): Promise<{ changed: number; ended: number }> {
  const outcome = await withShop(shop.domain, async (tx) => {
    const now = clock.now();
    const prices = (await lockSelected(tx, shop.domain, selection, [from])).map(({ id, endAt }) => ({
      id,
      hasEnded: endAt !== null && endAt <= now,
    }));
    const changing = to === "scheduled" ? prices.filter(({ hasEnded }) => !hasEnded) : prices;
    const ended = prices.length - changing.length;
    if (changing.length === 0) throw conflict(ended > 0 ? ALL_ENDED : refusal);
    const ids = changing.map(({ id }) => id);
    await tx.$client.query(
      `UPDATE price_schedules SET ${priceStates.set(to)}, version = version + 1
        WHERE shop = $1 AND id = ANY($2::bigint[]) AND ${priceStates.before(to)}`,
      [shop.domain, ids],
    );
    await recordSelection(tx, { shop, administrator }, selection, { ids, ofRow, ofBatch });
    // Those whose date has passed don't wait for the next minute.
    if (to === "scheduled") await requestTask({ name: APPLY_DUE_TASK }, shop.domain, { tx });
    return { changed: ids.length, ended };
  });
  publishChange(shop.domain, "showBulkPrice", { list: PRICES_LIST });
  return outcome;
}

/** The selected prices that are in one of these states, locked. */
export async function lockSelected(
  tx: ShopTransaction,
  shop: string,
  selection: PriceSelection,
  states: readonly PriceState[],
): Promise<{ id: string; effectiveAt: Date; endAt: Date | null }[]> {
  const [where, values] =
    "ids" in selection
      ? (["id = ANY($3::bigint[])", [selection.ids]] as const)
      : ([
          "import_run_id = $3 AND effective_at = $4",
          [selection.runId, new Date(selection.effectiveAt)],
        ] as const);
  const { rows } = await tx.$client.query<{ id: string; effectiveAt: Date; endAt: Date | null }>(
    `SELECT id, effective_at AS "effectiveAt", end_at AS "endAt" FROM price_schedules
      WHERE shop = $1 AND state = ANY($2::text[]) AND ${where} ORDER BY id FOR UPDATE`,
    [shop, states, ...values],
  );
  return rows;
}

/** Records what was done to the selected prices: an entry for each row, or one for the prices of a file. */
export async function recordSelection(
  tx: ShopTransaction,
  { shop, administrator: actor }: Pick<CallContext, "shop" | "administrator">,
  selection: PriceSelection,
  {
    ids,
    ofRow,
    ofBatch,
  }: {
    ids: readonly string[];
    ofRow: typeof audit.scheduledPricePaused;
    ofBatch: typeof audit.priceBatchPaused;
  },
): Promise<void> {
  const flag = "showBulkPrice" as const;
  if ("ids" in selection)
    for (const id of ids)
      await recordAudit(tx, shop.domain, ofRow, {
        actor,
        subject: { type: audit.scheduledPriceSubject, id },
        before: null,
        after: null,
        flag,
      });
  else
    await recordAudit(tx, shop.domain, ofBatch, {
      actor,
      subject: { type: jobSubject, id: await jobOf(tx, shop.domain, selection.runId) },
      before: null,
      after: {
        prices: ids.length,
        "effective date": formatDashedDateTime(new Date(selection.effectiveAt), shop.timeZone),
      },
      flag,
    });
}

/** The job that imported the file. */
export async function jobOf(tx: ShopTransaction, shop: string, runId: string): Promise<string> {
  const { rows } = await tx.$client.query<{ jobId: string }>(
    `SELECT job_id AS "jobId" FROM import_runs WHERE shop = $1 AND id = $2`,
    [shop, runId],
  );
  if (!rows[0]) throw conflict("This import no longer exists. Select the prices in the list.");
  return rows[0].jobId;
}

/** Cancels prices before they are due: they are never applied. @throws 409 when none of them can be canceled */
export async function cancelPrices(
  context: CallContext,
  selection: PriceSelection,
): Promise<{ changed: number }> {
  const { domain } = context.shop;
  const changed = await withShop(domain, async (tx) => {
    const locked = await lockSelected(tx, domain, selection, ["scheduled", "paused"]);
    if (locked.length === 0)
      throw conflict(
        "None of these prices is scheduled or paused, so there is nothing to cancel. An applied price can be ended.",
      );
    const ids = locked.map(({ id }) => id);
    await tx.$client.query(
      `UPDATE price_schedules SET ${priceStates.set("canceled")}, message = NULL, version = version + 1
        WHERE shop = $1 AND id = ANY($2::bigint[]) AND ${priceStates.before("canceled")}`,
      [domain, ids],
    );
    await recordSelection(tx, context, selection, {
      ids,
      ofRow: audit.scheduledPriceCanceled,
      ofBatch: audit.priceBatchCanceled,
    });
    return ids.length;
  });
  publishChange(domain, "showBulkPrice", { list: PRICES_LIST });
  return { changed };
}

/**
 * Ends prices now, as if their end date had passed: their variants get the prices that they had before, unless they were changed since.
 * One whose return has failed returns again.
 * @throws 409 when no variant has one of them, or their end date has passed and they are returning
 */
export async function endPrices(
  { shop, administrator: actor, clock }: CallContext,
  ids: readonly string[],
): Promise<{ changed: number }> {
  const { domain, timeZone } = shop;
  const now = clock.now();
  const changed = await withShop(domain, async (tx) => {
    const { rows } = await tx.$client.query<{ id: string; before: Date | null }>(
      `SELECT id, end_at AS before FROM price_schedules AS s
        WHERE shop = $1 AND id = ANY($2::bigint[]) AND state IN ('applied', 'failed')
          AND (coalesce(end_at > $3, true) OR ${returnHasEnded("s")})
          AND EXISTS (SELECT FROM scheduled_variants AS v
                       WHERE v.shop = s.shop AND v.schedule_id = s.id AND v.state IN ('applied', 'sending', 'restoring'))
        ORDER BY id FOR UPDATE`,
      [domain, ids, now],
    );
    if (rows.length === 0)
      throw conflict(
        "None of these prices can be ended: they aren't applied, or have ended already. A scheduled price can be canceled.",
      );
    await tx.$client.query(
      `UPDATE price_schedules
          SET end_at = $3, return_job_id = NULL, message = CASE WHEN return_job_id IS NULL THEN message END, version = version + 1
        WHERE shop = $1 AND id = ANY($2::bigint[])`,
      [domain, rows.map(({ id }) => id), now],
    );
    const sideOf = (at: Date | null) => ({ "end date": at ? formatDashedDateTime(at, timeZone) : "" });
    for (const { id, before } of rows)
      await recordAudit(tx, domain, audit.scheduledPriceEndedEarly, {
        actor,
        subject: { type: audit.scheduledPriceSubject, id },
        before: sideOf(before),
        after: sideOf(now),
        flag: "showBulkPrice",
      });
    await requestTask({ name: APPLY_DUE_TASK }, domain, { tx });
    return rows.length;
  });
  publishChange(domain, "showBulkPrice", { list: PRICES_LIST });
  return { changed };
}
