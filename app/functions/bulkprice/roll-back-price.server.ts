import { recordAudit } from "~/core/audit/record-audit.server";
import { patchRow, type StoredRow } from "~/core/imports/import-definition.server";
import { requireShop, type Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import type { ItemContext, ItemOutcome } from "~/platform/jobs/job.server";
import { formatMoney } from "~/platform/money/format-money";
import { publishChange } from "~/platform/realtime/publish.server";
import { auditSides, storeResults } from "./apply-prices.server";
import { scheduledPriceCanceled, scheduledPriceRolledBack, scheduledPriceSubject } from "./audit.server";
import { lockPrices } from "./plan-prices.server";
import { restoreTogether, type SkippedVariant } from "./restore-prices.server";
import {
  isBeingSent,
  readScheduledVariants,
  type ScheduledVariant,
  sourceWithFile,
} from "./scheduled-variants.server";
import { settleBelowMappTag } from "./send-prices.server";
import { PRICES_LIST, type PriceState, type VariantState } from "./states";
import { priceStates } from "./transitions.server";

export const ROLLBACK_SOURCE = "Price rollback";

const CHANGED_SINCE = "changed since";

const BEING_APPLIED = "This price is being applied. Retry the row when its job has ended.";

const NEVER_APPLIED = "Canceled. It was never applied.";

/**
 * Undoes the scheduled price of an imported row: cancels it before it is due, and afterward restores the prices that its variants
 * had. Variants whose price was changed since are skipped. Safe to repeat.
 * @throws 409 while the price is being applied
 */
export async function rollBackPrice(row: StoredRow, context: ItemContext): Promise<ItemOutcome> {
  const { shop: domain } = context;
  const { scheduleId } = row.written as { scheduleId: number };
  const canceled = await cancel(scheduleId, context);
  // An earlier attempt may have ended between the cancellation and the tags.
  if (canceled?.reason === CHANGED_SINCE) await settleTags(scheduleId, context);
  const outcome = canceled ?? (await restore(scheduleId, context));
  if (outcome.state === "done") await withShop(domain, (tx) => patchRow(tx, row, { outcome: "undone" }));
  publishChange(domain, "showBulkPrice", { list: PRICES_LIST });
  return outcome;
}

/** @returns null when there is something to restore */
async function cancel(scheduleId: number, context: ItemContext): Promise<ItemOutcome | null> {
  const { shop } = context;
  return withShop(shop, async (tx) => {
    const { rows } = await tx.$client.query<{
      state: PriceState;
      message: string | null;
      is_being_sent: boolean;
    }>(
      `SELECT state, message, ${isBeingSent("s")} AS is_being_sent FROM price_schedules AS s
        WHERE shop = $1 AND id = $2 FOR UPDATE OF s`,
      [shop, scheduleId],
    );
    const [found] = rows;
    if (!found) return { state: "skipped", message: "This price no longer exists." };
    const { state, message, is_being_sent } = found;
    if (state === "canceled" && message) return { state: "skipped", message, reason: CHANGED_SINCE };
    // By an earlier attempt, before it was due or after it had failed everywhere.
    if (state === "canceled") return { state: "done", message: NEVER_APPLIED };
    if (state === "applying" || is_being_sent) throw conflict(BEING_APPLIED);
    if (state !== "scheduled" && state !== "paused") return null;
    await markCanceled(tx, scheduleId, context);
    return { state: "done", message: "Canceled before it was due." };
  });
}

async function markCanceled(
  tx: ShopTransaction,
  scheduleId: number,
  { shop, administrator, jobId }: ItemContext,
  message: string | null = null,
): Promise<void> {
  await tx.$client.query(
    `UPDATE price_schedules SET ${priceStates.set("canceled")}, message = $3, version = version + 1
      WHERE shop = $1 AND id = $2 AND ${priceStates.before("canceled")}`,
    [shop, scheduleId, message],
  );
  await recordAudit(tx, shop, scheduledPriceCanceled, {
    actor: administrator,
    subject: { type: scheduledPriceSubject, id: String(scheduleId) },
    before: null,
    after: null,
    jobId,
    flag: "showBulkPrice",
  });
}

async function restore(scheduleId: number, context: ItemContext): Promise<ItemOutcome> {
  const { shop: domain, signal } = context;
  const shop = await requireShop(domain);
  const variants = await withShop(domain, (tx) => readVariants(tx, domain, scheduleId));
  const products = productsOf(variants);
  const origin = originOf(context);
  const call = { priority: "bulk", signal } as const;
  const skippedVariants: SkippedVariant[] = [];
  const problems: string[] = [];
  for (const product of products) {
    const own = variants.filter(({ productNumber }) => productNumber === product);
    const result = await restoreTogether(shop, product, own, {
      jobId: context.jobId,
      origin,
      sourceOf: (variant) => sourceWithFile(ROLLBACK_SOURCE, variant),
      call,
    });
    skippedVariants.push(...result.skipped);
    problems.push(...result.problems.values());
  }
  const skipped = skippedVariants.map(({ message }) => message);
  const { state, restored } = await withShop(domain, (tx) =>
    recordUndo(tx, shop, scheduleId, { context, products, skippedVariants, isRefused: problems.length > 0 }),
  );
  await settleTags(scheduleId, context);
  if (problems.length > 0) return { state: "failed", message: problems.join(" ") };
  if (state === "ended")
    return {
      state: "skipped",
      message: "This price had ended already, so there was nothing to undo.",
      reason: "ended already",
    };
  if (state === "canceled" && skipped.length === 0) return { state: "done", message: NEVER_APPLIED };
  if (restored.length === 0)
    return {
      state: "skipped",
      message: skipped.join(" ") || "This price was never applied.",
      reason: skipped.length > 0 ? CHANGED_SINCE : "never applied",
    };
  const named = restored.map(
    ({ sku, priceCents, previousCents }) =>
      `${sku}: ${formatMoney(priceCents, shop.currency)} → ${previousCents === null ? "" : formatMoney(previousCents, shop.currency)}.`,
  );
  return { state: "done", message: [...new Set([...named, ...skipped])].join(" ") };
}

const originOf = ({ administrator }: ItemContext) => ({ actor: administrator, source: ROLLBACK_SOURCE });

const productsOf = (variants: readonly { productNumber: number }[]): number[] => [
  ...new Set(variants.map(({ productNumber }) => productNumber)),
];

/** Adds or removes the tag of a price below MAPP on the products of a scheduled price, as their prices are now. */
async function settleTags(scheduleId: number, context: ItemContext): Promise<void> {
  const { shop: domain, signal } = context;
  const shop = await requireShop(domain);
  const variants = await withShop(domain, (tx) => readVariants(tx, domain, scheduleId));
  for (const product of productsOf(variants))
    await settleBelowMappTag(shop, product, originOf(context), { priority: "bulk", signal });
}

const readVariants = (tx: ShopTransaction, shop: string, scheduleId: number) =>
  readScheduledVariants(tx, shop, "v.schedule_id = $2", [scheduleId]);

/**
 * A price counts as rolled back once any of its variants has its earlier price again. Recorded once. One that failed is canceled
 * when none of its variants has its price any longer, so that a retry doesn't set it.
 * @throws 409 when a retry sends it, or has set it since: the undo's own retry restores it
 */
async function recordUndo(
  tx: ShopTransaction,
  shop: Shop,
  scheduleId: number,
  {
    context,
    products,
    skippedVariants,
    isRefused,
  }: {
    context: ItemContext;
    products: readonly number[];
    skippedVariants: readonly SkippedVariant[];
    isRefused: boolean;
  },
): Promise<{ state: PriceState | undefined; restored: ScheduledVariant[] }> {
  // A retry sees the undo, or this sees the retry.
  await lockPrices(tx, shop.domain, products);
  const { rows } = await tx.$client.query<{ state: PriceState }>(
    "SELECT state FROM price_schedules WHERE shop = $1 AND id = $2 FOR UPDATE",
    [shop.domain, scheduleId],
  );
  const state = rows[0]?.state;
  const variants = await readVariants(tx, shop.domain, scheduleId);
  const messages = new Map(skippedVariants.map(({ variant, message }) => [variant.variantId, message]));
  // After an undo, one that wasn't skipped has its price only from a retry.
  const isRetried = ({ state: now, variantId }: ScheduledVariant) =>
    now === "sending" || (now === "applied" && !isRefused && !messages.has(variantId));
  if (variants.some(isRetried)) throw conflict(BEING_APPLIED);
  const restored = variants.filter((variant) => variant.state === "restored");
  const pricedVariants = variants.filter((variant) => !NOT_SET.includes(variant.state));
  // A variant with a later price stays: when that price ends, `handOver` must still give it the price from before both.
  const isGone = ({ variantId, isSuperseded }: ScheduledVariant) => messages.has(variantId) && !isSuperseded;
  if (state === "failed" && pricedVariants.every(isGone)) {
    await storeResults(
      tx,
      shop.domain,
      pricedVariants.map((variant) => ({
        ...variant,
        state: "kept" as const,
        message: messages.get(variant.variantId) ?? null,
      })),
    );
    await markCanceled(tx, scheduleId, context, [...new Set(messages.values())].join(" ") || null);
    return { state: "canceled", restored };
  }
  if (state === "ended" || state === "rolled back" || restored.length === 0) return { state, restored };
  await tx.$client.query(
    `UPDATE price_schedules SET ${priceStates.set("rolled back")}, message = NULL, version = version + 1
      WHERE shop = $1 AND id = $2 AND ${priceStates.before("rolled back")}`,
    [shop.domain, scheduleId],
  );
  const { before, after } = auditSides(restored, shop);
  await recordAudit(tx, shop.domain, scheduledPriceRolledBack, {
    actor: context.administrator,
    subject: { type: scheduledPriceSubject, id: String(scheduleId) },
    before: after,
    after: before,
    jobId: context.jobId,
    flag: "showBulkPrice",
  });
  return { state: "rolled back", restored };
}

/** The states of a variant that doesn't have the scheduled price. */
const NOT_SET: readonly VariantState[] = ["waiting", "failed", "kept"];
