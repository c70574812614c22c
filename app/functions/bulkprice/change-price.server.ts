import { TZDate } from "@date-fns/tz";
import type { z } from "zod";
import type { AuditAction } from "~/core/audit/audit-action.server";
import { readWho, type Who } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { guardRailProblem } from "~/domain/prices/guard-rails/guard-rails";
import { readGuardRails } from "~/domain/prices/guard-rails/stored-guard-rails.server";
import { type Variant, variantsBySku } from "~/domain/products/read-variants.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatDashedDateTime } from "~/platform/dates/date-text";
import { formatInputDateTime } from "~/platform/dates/instant";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { publishChange } from "~/platform/realtime/publish.server";
import * as audit from "./audit.server";
import { type PriceRow, readPrice as readScheduledPrice } from "./list-prices.server";
import { assertNotApproved } from "./scheduled-variants.server";
import type { move } from "./schemas";
import * as states from "./states";
import { DATE_NOT_VALID, PRICES_LIST } from "./states";
import { jobOf, lockSelected } from "./stop-prices.server";

/** What a change sends, as it was written. */
export interface PriceChange {
  id: number;
  sku: string;
  price: string | number;
  /** Null or blank for none. */
  compareAt?: string | number | null;
  effectiveDate: string;
  /** Blank for none. Absent, it stays. */
  endDate?: string;
  belowMapp: boolean;
  version?: number;
}

interface Content {
  sku: string;
  priceCents: Cents;
  compareAtCents: Cents | null;
  effectiveAt: Date;
  endAt: Date | null;
  belowMapp: boolean;
}

interface StoredPrice {
  sku: string;
  price_cents: string;
  compare_at_cents: string | null;
  effective_at: Date;
  end_at: Date | null;
  below_mapp: boolean;
  state: states.PriceState;
  version: number;
  actor_name: string;
  /** The job that imported its file. Null for the price of no file. */
  import_job_id: string | null;
}

/**
 * Changes a scheduled price before it is due.
 * @throws 400 with a message per field, 404 for an unknown row, 409 when it was applied or changed since, or when another price of
 *   the SKU is due at the same moment
 */
export async function changePrice(context: CallContext, change: PriceChange): Promise<PriceRow> {
  const { shop, administrator } = context;
  const row = await withShop(shop.domain, async (tx) => {
    const { rows } = await tx.$client.query<StoredPrice>(
      `SELECT sku, price_cents, compare_at_cents, effective_at, end_at, below_mapp, state, version, actor_name,
              (SELECT job_id FROM import_runs AS run WHERE run.shop = $1 AND run.id = import_run_id) AS import_job_id
         FROM price_schedules WHERE shop = $1 AND id = $2 FOR UPDATE`,
      [shop.domain, change.id],
    );
    const [stored] = rows;
    if (!stored) throw notFound("There is no such scheduled price. Search for its SKU again.");
    await assertChangeable(tx, context, stored, change);
    await assertNotApproved(tx, shop.domain, [change.id]);
    const content = readContent(context, change, stored.end_at);
    const bySku = await variantsBySku(tx, [content.sku, stored.sku]);
    const variants = bySku.get(content.sku);
    if (!variants) throw badRequest(states.SKU_NOT_VALID, { MODEL: states.SKU_NOT_VALID });
    const limits = await readGuardRails(tx, shop.domain);
    if (limits.approvalAbove !== null) assertSameProducts(stored.sku, content.sku, bySku);
    const problem = guardRailProblem(limits, content.priceCents, variants, shop.currency);
    if (problem) throw badRequest(problem, { PRICE: problem });
    const seen = Math.min(...variants.map(({ price }) => price));
    await tx.$client
      .query(
        `UPDATE price_schedules SET sku = $3, price_cents = $4, compare_at_cents = $5, effective_at = $6, end_at = $7,
                below_mapp = $8, seen_cents = $9, version = version + 1, actor_id = $10, actor_name = $11
          WHERE shop = $1 AND id = $2`,
        [
          shop.domain,
          change.id,
          content.sku,
          content.priceCents,
          content.compareAtCents,
          content.effectiveAt,
          content.endAt,
          content.belowMapp,
          seen,
          administrator.id,
          administrator.name,
        ],
      )
      .catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw conflict(
          `Another price of ${content.sku} is scheduled for this moment. Choose another time, or change that one.`,
        );
      });
    const sideOf = (one: Content) => ({
      sku: one.sku,
      price: formatMoney(one.priceCents, shop.currency),
      "compare at price": one.compareAtCents === null ? "" : formatMoney(one.compareAtCents, shop.currency),
      "effective date": formatDashedDateTime(one.effectiveAt, shop.timeZone),
      "end date": one.endAt ? formatDashedDateTime(one.endAt, shop.timeZone) : "",
      "below MAPP item tag": String(one.belowMapp),
    });
    const before = {
      sku: stored.sku,
      priceCents: centsFromDatabase(stored.price_cents),
      compareAtCents: stored.compare_at_cents === null ? null : centsFromDatabase(stored.compare_at_cents),
      effectiveAt: stored.effective_at,
      endAt: stored.end_at,
      belowMapp: stored.below_mapp,
    };
    await recordAudit(tx, shop.domain, audit.scheduledPriceChanged, {
      actor: administrator,
      subject: { type: audit.scheduledPriceSubject, id: String(change.id) },
      before: sideOf(before),
      after: sideOf(content),
      flag: "showBulkPrice",
    });
    return readScheduledPrice(tx, context, change.id);
  });
  publishChange(shop.domain, "showBulkPrice", { list: states.PRICES_LIST });
  if (!row) throw new Error("The changed row is gone.");
  return row;
}

/**
 * Refuses another SKU of other products while the owner limits how many of them one administrator may change: a file of one product with
 * many dates could otherwise become one of many products.
 */
function assertSameProducts(before: string, after: string, bySku: ReadonlyMap<string, Variant[]>): void {
  const productsOf = (sku: string) => (bySku.get(sku) ?? []).map(({ product }) => product.number);
  const known = new Set(productsOf(before));
  if (productsOf(after).every((number) => known.has(number))) return;
  const problem = `${after} is a SKU of other products than ${before}. The account owner limits how many products one administrator may change. Cancel this price, and send a file with ${after}.`;
  throw badRequest(problem, { MODEL: problem });
}

function readContent({ shop, clock }: CallContext, change: PriceChange, storedEnd: Date | null): Content {
  const price = states.readPrice(change.price, shop.currency);
  const hasCompareAt = change.compareAt !== null && String(change.compareAt ?? "").trim() !== "";
  const compareAt = hasCompareAt ? states.readPrice(change.compareAt, shop.currency) : null;
  const effectiveAt = states.parseEffectiveDate(change.effectiveDate, shop.timeZone);
  const isFuture = effectiveAt !== null && effectiveAt > clock.now();
  const endText = change.endDate?.trim();
  const readEnd = (text: string) =>
    text === "" ? null : states.parseEffectiveDate(text, shop.timeZone, "end");
  const endAt = endText === undefined ? storedEnd : readEnd(endText);
  const isEndValid = endAt === null ? !endText : effectiveAt !== null && endAt > effectiveAt;
  const fieldErrors = {
    ...(price === null && { PRICE: states.PRICE_NOT_VALID }),
    ...(hasCompareAt && compareAt === null && { COMPARE_AT_PRICE: states.COMPARE_AT_NOT_VALID }),
    ...(isFuture && !isEndValid && { END_DATE: states.END_NOT_VALID }),
    ...(!isFuture && { EFFECTIVE_DATE: states.DATE_NOT_VALID }),
  };
  if (price === null || !isFuture || Object.keys(fieldErrors).length > 0)
    throw badRequest(Object.values(fieldErrors).join(" "), fieldErrors);
  return {
    sku: change.sku,
    priceCents: price.cents,
    compareAtCents: compareAt?.cents ?? null,
    effectiveAt,
    endAt,
    belowMapp: change.belowMapp,
  };
}

/** How it is recorded that a person has ended a price, and in words. */
const ENDINGS: Partial<Record<states.PriceState, { action: Pick<AuditAction, "name">; did: string }>> = {
  canceled: { action: audit.scheduledPriceCanceled, did: "canceled it" },
  "rolled back": { action: audit.scheduledPriceRolledBack, did: "rolled it back" },
};

async function assertChangeable(
  tx: ShopTransaction,
  context: CallContext,
  stored: StoredPrice,
  { id, version: expected }: PriceChange,
): Promise<void> {
  const { state, version } = stored;
  if (state === "applied") throw conflict("This price is already applied, so it can't be changed.");
  if (state === "applying") throw conflict("This price is being applied, so it can't be changed.");
  if (state !== "scheduled" && state !== "paused") {
    const ended = ENDINGS[state];
    const ending = ended && { type: audit.scheduledPriceSubject, id, action: ended.action };
    const by = ending && (await readWho(tx, context, ending));
    const who = by ? ` ${by.who} ${ended?.did}${by.elsewhere}.` : "";
    throw conflict(`This price is ${state}, so it can't be changed.${who}`);
  }
  if (expected === undefined || expected === version) return;
  const by = await readWhoChanged(tx, context, id, stored);
  const changed = by
    ? `${by.who} changed this price${by.elsewhere}`
    : "This price was changed, paused or resumed";
  const since = `${changed} since you opened it. Your changes weren't saved.`;
  const last = by ? "" : `, last changed by ${stored.actor_name}`;
  throw conflict(`${since} It is now ${currentValues(stored, context.shop)}${last}.`);
}

/** Who changed a price that isn't due. Undefined where the prices of its file were changed together: an entry about a file has no prices. */
async function readWhoChanged(
  tx: ShopTransaction,
  context: CallContext,
  id: number,
  { import_job_id: jobId, effective_at }: StoredPrice,
): Promise<Who | undefined> {
  const date = formatDashedDateTime(effective_at, context.shop.timeZone);
  const together = jobId && {
    type: jobSubject,
    id: jobId,
    action: [audit.priceBatchMoved, audit.priceBatchPaused, audit.priceBatchResumed],
    after: { "effective date": date },
  };
  if (together && (await readWho(tx, context, together))) return undefined;
  return readWho(tx, context, {
    type: audit.scheduledPriceSubject,
    id,
    action: [
      audit.scheduledPriceChanged,
      audit.scheduledPriceMoved,
      audit.scheduledPricePaused,
      audit.scheduledPriceResumed,
    ],
  });
}

/** What a form compares its input with. */
function currentValues(stored: StoredPrice, { currency, timeZone }: Shop): string {
  const { sku, price_cents, compare_at_cents, effective_at, end_at, below_mapp, state } = stored;
  const money = (amount: string) => formatMoney(centsFromDatabase(amount), currency);
  return [
    `${sku} for ${money(price_cents)}`,
    compare_at_cents === null ? "without a compare-at price" : `compare at ${money(compare_at_cents)}`,
    `from ${formatInputDateTime(effective_at, timeZone)}`,
    ...(end_at ? [`until ${formatInputDateTime(end_at, timeZone)}`] : []),
    `${below_mapp ? "with" : "without"} the MAPP tag`,
    state,
  ].join(", ");
}

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
    // The time zone's clock is slow, and the prices of a file have few different dates.
    const newEnds = new Map<string, Date>();
    const newEndOf = (endAt: Date, effectiveAt: Date): Date => {
      const key = `${+endAt} ${+effectiveAt}`;
      const newEnd = newEnds.get(key) ?? movedBy(endAt, effectiveAt, begin, timeZone);
      newEnds.set(key, newEnd);
      return newEnd;
    };
    const moved = locked.map((price) => ({
      ...price,
      newEnd: price.endAt && newEndOf(price.endAt, price.effectiveAt),
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
    const flag = "showBulkPrice" as const;
    if ("ids" in selection)
      for (const { id, effectiveAt, endAt, newEnd } of moved)
        await recordAudit(tx, domain, audit.scheduledPriceMoved, {
          actor,
          subject: { type: audit.scheduledPriceSubject, id },
          before: sideOf(effectiveAt, endAt),
          after: sideOf(begin, newEnd),
          flag,
        });
    else
      await recordAudit(tx, domain, audit.priceBatchMoved, {
        actor,
        subject: { type: jobSubject, id: await jobOf(tx, domain, selection.runId) },
        before: { "effective date": formatDashedDateTime(new Date(selection.effectiveAt), timeZone) },
        after: { prices: ids.length, "effective date": formatDashedDateTime(begin, timeZone) },
        flag,
      });
    return ids.length;
  });
  publishChange(domain, "showBulkPrice", { list: PRICES_LIST });
  return { changed };
}

/** No text of a date says a later one. */
const LATEST_CLOCK = Date.UTC(9999, 11, 31, 23, 59, 59);

/** A moment as far behind `to` as it was behind `from`, by the clocks of the time zone. Not after the year 9999. */
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
  const clock = new Date(Math.min(clockOf(to) + clockOf(moment) - clockOf(from), LATEST_CLOCK));
  const [year, month, day] = [clock.getUTCFullYear(), clock.getUTCMonth(), clock.getUTCDate()];
  const time = [clock.getUTCHours(), clock.getUTCMinutes(), clock.getUTCSeconds()] as const;
  return new Date(+new TZDate(year, month, day, ...time, timeZone));
}
