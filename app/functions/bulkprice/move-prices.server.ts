import { TZDate } from "@date-fns/tz";
import type { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { formatDashedDateTime } from "~/platform/dates/date-text";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { scheduledPriceMoved, scheduledPriceSubject } from "./audit.server";
import { lockSelected } from "./pause-prices.server";
import { assertNotApproved } from "./scheduled-variants.server";
import type { move } from "./schemas";
import { DATE_NOT_VALID, PRICES_LIST } from "./states";

/**
 * Moves prices that aren't due yet to another moment. An end moves with its price by the clock: 11:59 PM stays 11:59 PM.
 * @throws 400 for a moment in the past, 409 when none of them can be moved, when a second administrator approved their file, or when
 *   another price of a SKU is scheduled for the moment. Nothing is moved then
 */
export async function movePrices(
  { shop, administrator: actor, clock }: CallContext,
  { to, ...selection }: z.output<typeof move>,
): Promise<{ changed: number }> {
  const { domain, timeZone } = shop;
  const begin = new Date(to);
  if (begin <= clock.now()) throw badRequest(DATE_NOT_VALID, { to: DATE_NOT_VALID });
  const changed = await withShop(domain, async (tx) => {
    const locked = await lockSelected(tx, domain, selection, ["scheduled", "paused"]);
    if (locked.length === 0)
      throw conflict("None of these prices is scheduled or paused, so there is nothing to move.");
    const ids = locked.map(({ id }) => id);
    await assertNotApproved(tx, domain, ids);
    const moved = locked.map((price) => ({
      ...price,
      newEnd: price.endAt && movedBy(price.endAt, price.effectiveAt, begin, timeZone),
    }));
    await tx.$client
      .query(
        `UPDATE price_schedules AS s
            SET effective_at = $3, end_at = moved.end_at, version = version + 1, actor_id = $5, actor_name = $6
           FROM unnest($2::bigint[], $4::timestamptz[]) AS moved (id, end_at) WHERE s.shop = $1 AND s.id = moved.id`,
        [domain, ids, begin, moved.map(({ newEnd }) => newEnd), actor.id, actor.name],
      )
      .catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw conflict(
          "Another price of one of these SKUs is scheduled for this moment. Nothing was moved. Choose another time.",
        );
      });
    const sideOf = (effectiveAt: Date, endAt: Date | null) => ({
      "effective date": formatDashedDateTime(effectiveAt, timeZone),
      "end date": endAt ? formatDashedDateTime(endAt, timeZone) : "",
    });
    for (const { id, effectiveAt, endAt, newEnd } of moved)
      await recordAudit(tx, domain, scheduledPriceMoved, {
        actor,
        subject: { type: scheduledPriceSubject, id },
        before: sideOf(effectiveAt, endAt),
        after: sideOf(begin, newEnd),
        flag: "showBulkPrice",
      });
    return ids.length;
  });
  publishChange(domain, "showBulkPrice", { list: PRICES_LIST });
  return { changed };
}

/** A moment as far behind `to` as it was behind `from`, by the clocks of the time zone. */
function movedBy(moment: Date, from: Date, to: Date, timeZone: string): Date {
  const clockOf = (instant: Date) => {
    const local = new TZDate(+instant, timeZone);
    return Date.UTC(
      local.getFullYear(),
      local.getMonth(),
      local.getDate(),
      local.getHours(),
      local.getMinutes(),
      local.getSeconds(),
    );
  };
  const clock = new Date(clockOf(to) + clockOf(moment) - clockOf(from));
  const [year, month, day] = [clock.getUTCFullYear(), clock.getUTCMonth(), clock.getUTCDate()];
  const time = [clock.getUTCHours(), clock.getUTCMinutes(), clock.getUTCSeconds()] as const;
  return new Date(+new TZDate(year, month, day, ...time, timeZone));
}
