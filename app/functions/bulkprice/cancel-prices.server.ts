import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { formatDashedDateTime } from "~/platform/dates/date-text";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { APPLY_DUE_TASK } from "./apply-prices.server";
import {
  priceBatchCanceled,
  scheduledPriceCanceled,
  scheduledPriceEndedEarly,
  scheduledPriceSubject,
} from "./audit.server";
import { lockSelected, recordSelection } from "./pause-prices.server";
import type { PriceSelection } from "./schemas";
import { PRICES_LIST } from "./states";
import { priceStates } from "./transitions.server";

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
      ofRow: scheduledPriceCanceled,
      ofBatch: priceBatchCanceled,
    });
    return ids.length;
  });
  publishChange(domain, "showBulkPrice", { list: PRICES_LIST });
  return { changed };
}

/**
 * Ends prices now, as if their end date had passed: their variants get the prices that they had before, unless they were changed since.
 * @throws 409 when no variant has one of them, or they have ended already
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
        WHERE shop = $1 AND id = ANY($2::bigint[]) AND state IN ('applied', 'failed') AND coalesce(end_at > $3, true)
          AND EXISTS (SELECT FROM scheduled_variants AS v
                       WHERE v.shop = s.shop AND v.schedule_id = s.id AND v.state IN ('applied', 'sending'))
        ORDER BY id FOR UPDATE`,
      [domain, ids, now],
    );
    if (rows.length === 0)
      throw conflict(
        "None of these prices is applied, so there is nothing to end. A scheduled price can be canceled.",
      );
    await tx.$client.query(
      "UPDATE price_schedules SET end_at = $3, version = version + 1 WHERE shop = $1 AND id = ANY($2::bigint[])",
      [domain, rows.map(({ id }) => id), now],
    );
    const sideOf = (at: Date | null) => ({ "end date": at ? formatDashedDateTime(at, timeZone) : "" });
    for (const { id, before } of rows)
      await recordAudit(tx, domain, scheduledPriceEndedEarly, {
        actor,
        subject: { type: scheduledPriceSubject, id },
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
