import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { formatDashedDateTime } from "~/platform/dates/dashed-date-time";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { APPLY_DUE_TASK } from "./apply-prices.server";
import {
  priceBatchPaused,
  priceBatchResumed,
  scheduledPricePaused,
  scheduledPriceResumed,
  scheduledPriceSubject,
} from "./audit.server";
import type { PriceSelection } from "./contract";
import { priceSchedulesList } from "./list";

/** Pauses scheduled prices: they aren't applied until they are resumed. @throws 409 when none of them is scheduled */
export const pausePrices = (context: CallContext, selection: PriceSelection) =>
  change(context, selection, {
    from: "scheduled",
    to: "paused",
    ofRow: scheduledPricePaused,
    ofBatch: priceBatchPaused,
    refusal: "None of these prices is scheduled, so there is nothing to pause.",
  });

/** Resumes paused prices. One whose effective date has passed is due immediately. @throws 409 when none of them is paused */
export const resumePrices = (context: CallContext, selection: PriceSelection) =>
  change(context, selection, {
    from: "paused",
    to: "scheduled",
    ofRow: scheduledPriceResumed,
    ofBatch: priceBatchResumed,
    refusal: "None of these prices is paused, so there is nothing to resume.",
  });

interface Change {
  from: "scheduled" | "paused";
  to: "scheduled" | "paused";
  ofRow: typeof scheduledPricePaused;
  ofBatch: typeof priceBatchPaused;
  refusal: string;
}

async function change(
  { shop, administrator }: CallContext,
  selection: PriceSelection,
  { from, to, ofRow, ofBatch, refusal }: Change,
): Promise<{ changed: number }> {
  const changed = await withShop(shop.domain, async (tx) => {
    const ids = await updateStates(tx, shop.domain, selection, from, to);
    if (ids.length === 0) throw conflict(refusal);
    const actor = administrator;
    const flag = "showBulkPrice" as const;
    if ("ids" in selection)
      for (const id of ids)
        await recordAudit(tx, shop.domain, ofRow, {
          actor,
          subject: { type: scheduledPriceSubject, id },
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
    // Those whose date has passed don't wait for the next minute.
    if (to === "scheduled") await requestTask({ name: APPLY_DUE_TASK }, shop.domain, { tx });
    return ids.length;
  });
  publishChange(shop.domain, "showBulkPrice", { list: priceSchedulesList.name });
  return { changed };
}

async function updateStates(
  tx: ShopTransaction,
  shop: string,
  selection: PriceSelection,
  from: string,
  to: string,
): Promise<string[]> {
  const [where, values] =
    "ids" in selection
      ? (["id = ANY($4::bigint[])", [selection.ids]] as const)
      : ([
          "import_run_id = $4 AND effective_at = $5",
          [selection.runId, new Date(selection.effectiveAt)],
        ] as const);
  const { rows } = await tx.$client.query<{ id: string }>(
    `UPDATE price_schedules SET state = $3, version = version + 1 WHERE shop = $1 AND state = $2 AND ${where} RETURNING id`,
    [shop, from, to, ...values],
  );
  return rows.map(({ id }) => id);
}

/** The job that imported the file. */
async function jobOf(tx: ShopTransaction, shop: string, runId: string): Promise<string> {
  const { rows } = await tx.$client.query<{ jobId: string }>(
    `SELECT job_id AS "jobId" FROM import_runs WHERE shop = $1 AND id = $2`,
    [shop, runId],
  );
  if (!rows[0]) throw conflict("This import no longer exists. Select the prices in the list.");
  return rows[0].jobId;
}
