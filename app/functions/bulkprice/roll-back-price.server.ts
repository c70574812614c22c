import { recordAudit } from "~/core/audit/record-audit.server";
import type { StoredRow } from "~/core/imports/import-handler.server";
import { patchRow } from "~/core/imports/patch-row.server";
import { announcePrices, withdrawAnnouncedPrices } from "~/domain/prices/announce-prices.server";
import { productsMirror } from "~/domain/products/mirror.server";
import { variantsById } from "~/domain/products/read-variants.server";
import { writeThroughProducts } from "~/domain/products/write-through.server";
import { requireShop, type Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import type { ItemContext, ItemOutcome } from "~/platform/jobs/job.server";
import { toDecimalString } from "~/platform/money/decimal";
import { publishChange } from "~/platform/realtime/publish.server";
import {
  auditSides,
  readScheduledVariants,
  type ScheduledVariant,
  storeResults,
} from "./apply-prices.server";
import { scheduledPriceCanceled, scheduledPriceRolledBack, scheduledPriceSubject } from "./audit.server";
import { settleBelowMappTag } from "./below-mapp-tag.server";
import { priceSchedulesList } from "./list";
import { sendPrices } from "./send-prices.server";
import type { PriceState } from "./states";

const ROLLBACK_SOURCE = "Price rollback";

const CHANGED_SINCE = "changed since";

/**
 * Undoes the scheduled price of an imported row: cancels it before it is due, and afterward restores the prices that its variants
 * had. Variants whose price was changed since are skipped. Safe to repeat.
 * @throws 409 while the price is being applied
 */
export async function rollBackPrice(row: StoredRow, context: ItemContext): Promise<ItemOutcome> {
  const { shop: domain } = context;
  const { scheduleId } = row.written as { scheduleId: number };
  const outcome = (await cancel(scheduleId, context)) ?? (await restore(scheduleId, context));
  if (outcome.state === "done") await withShop(domain, (tx) => patchRow(tx, row, { outcome: "undone" }));
  publishChange(domain, "showBulkPrice", { list: priceSchedulesList.name });
  return outcome;
}

/** @returns null when there is something to restore */
async function cancel(
  scheduleId: number,
  { shop, administrator, jobId }: ItemContext,
): Promise<ItemOutcome | null> {
  return withShop(shop, async (tx) => {
    const { rows } = await tx.$client.query<{ state: PriceState }>(
      "SELECT state FROM price_schedules WHERE shop = $1 AND id = $2 FOR UPDATE",
      [shop, scheduleId],
    );
    const state = rows[0]?.state;
    if (state === undefined) return { state: "skipped", message: "This price no longer exists." };
    if (state === "canceled") return { state: "done", message: "Canceled before it was due." };
    if (state === "applying")
      throw conflict("This price is being applied. Retry the row when its job has ended.");
    if (state !== "scheduled") return null;
    await tx.$client.query(
      "UPDATE price_schedules SET state = 'canceled', version = version + 1 WHERE shop = $1 AND id = $2",
      [shop, scheduleId],
    );
    await recordAudit(tx, shop, scheduledPriceCanceled, {
      actor: administrator,
      subject: { type: scheduledPriceSubject, id: String(scheduleId) },
      before: null,
      after: null,
      jobId,
      flag: "showBulkPrice",
    });
    return { state: "done", message: "Canceled before it was due." };
  });
}

async function restore(scheduleId: number, context: ItemContext): Promise<ItemOutcome> {
  const { shop: domain, administrator, signal } = context;
  const shop = await requireShop(domain);
  const origin = { actor: administrator, source: ROLLBACK_SOURCE };
  const call = { priority: "bulk", signal } as const;
  const read = () =>
    withShop(domain, (tx) => readScheduledVariants(tx, domain, "v.schedule_id = $2", [scheduleId]));
  const variants = await read();
  const products = [...new Set(variants.map(({ productNumber }) => productNumber))];
  const skipped: string[] = [];
  const problems: string[] = [];
  for (const product of products) {
    const own = variants.filter(({ productNumber }) => productNumber === product);
    // An earlier attempt may have restored the prices. Only the store knows.
    if (own.some(({ state }) => state === "restoring"))
      await productsMirror.readIntoMirror(domain, [product], call);
    const prepared = await withShop(domain, async (tx) => {
      const plan = await prepare(tx, shop, own);
      await announcePrices(
        tx,
        domain,
        plan.targets.map(({ variantId, priceCents, compareAtCents }) => ({
          variantNumber: variantId,
          price: priceCents,
          compareAtPrice: compareAtCents,
        })),
        origin,
      );
      return plan;
    });
    skipped.push(...prepared.skipped);
    const { targets } = prepared;
    if (targets.length > 0) {
      const sent = await sendPrices(shop, product, targets, call);
      await withShop(domain, async (tx) => {
        if (sent.product) await writeThroughProducts(tx, shop, [sent.product], origin);
        const refused = targets.filter(({ variantId }) => sent.problems.has(variantId));
        if (refused.length > 0)
          await withdrawAnnouncedPrices(
            tx,
            domain,
            refused.map(({ variantId }) => variantId),
          );
        await storeResults(
          tx,
          domain,
          targets.map(({ variantId }) => {
            const problem = sent.problems.get(variantId);
            const state = problem === undefined ? "restored" : "applied";
            return { scheduleId, variantId, state, message: problem ?? null };
          }),
        );
      });
      problems.push(...sent.problems.values());
    }
  }
  const after = await read();
  const restored = after.filter(({ state }) => state === "restored");
  await withShop(domain, (tx) => recordRollback(tx, shop, scheduleId, after, context));
  for (const product of products) await settleBelowMappTag(shop, product, origin, call);
  if (problems.length > 0) return { state: "failed", message: problems.join(" ") };
  if (restored.length === 0)
    return {
      state: "skipped",
      message: skipped.join(" ") || "This price was never applied.",
      reason: skipped.length > 0 ? CHANGED_SINCE : "never applied",
    };
  const named = restored.map(
    ({ sku, priceCents, previousCents }) =>
      `${sku}: ${toDecimalString(priceCents, shop.currency)} → ${previousCents === null ? "" : toDecimalString(previousCents, shop.currency)}.`,
  );
  return { state: "done", message: [...new Set([...named, ...skipped])].join(" ") };
}

/** The variants to restore, with the price that they had as their target, and why others are skipped. */
async function prepare(
  tx: ShopTransaction,
  { domain, currency }: Shop,
  variants: readonly ScheduledVariant[],
) {
  const current = await variantsById(
    tx,
    variants.map(({ variantId }) => variantId),
  );
  const targets: (ScheduledVariant & { priceCents: NonNullable<ScheduledVariant["previousCents"]> })[] = [];
  const restored: ScheduledVariant[] = [];
  const skipped: string[] = [];
  for (const variant of variants) {
    const { state, previousCents, previousCompareAtCents } = variant;
    if ((state !== "applied" && state !== "restoring") || previousCents === null) continue;
    const now = current.get(variant.variantId);
    const target = { ...variant, priceCents: previousCents, compareAtCents: previousCompareAtCents };
    if (!now) skipped.push(`A variant with the SKU ${variant.sku} no longer exists.`);
    else if (now.price === variant.priceCents && now.compareAtPrice === variant.compareAtCents)
      targets.push(target);
    else if (
      state === "restoring" &&
      now.price === previousCents &&
      now.compareAtPrice === previousCompareAtCents
    )
      restored.push(variant);
    else
      skipped.push(
        `The price of ${variant.sku} was changed since, to ${toDecimalString(now.price, currency)}.`,
      );
  }
  await storeResults(tx, domain, [
    ...targets.map((one) => ({ ...one, state: "restoring" as const, message: null })),
    ...restored.map((one) => ({ ...one, state: "restored" as const, message: null })),
  ]);
  return { targets, skipped };
}

/** A price counts as rolled back once any of its variants has its earlier price again. Recorded once. */
async function recordRollback(
  tx: ShopTransaction,
  shop: Shop,
  scheduleId: number,
  variants: readonly ScheduledVariant[],
  { administrator, jobId }: ItemContext,
): Promise<void> {
  const restored = variants.filter(({ state }) => state === "restored");
  if (restored.length === 0) return;
  const { rowCount } = await tx.$client.query(
    `UPDATE price_schedules SET state = 'rolled back', version = version + 1
      WHERE shop = $1 AND id = $2 AND state <> 'rolled back'`,
    [shop.domain, scheduleId],
  );
  if (rowCount === 0) return;
  const { before, after } = auditSides(restored, shop);
  await recordAudit(tx, shop.domain, scheduledPriceRolledBack, {
    actor: administrator,
    subject: { type: scheduledPriceSubject, id: String(scheduleId) },
    before: after,
    after: before,
    jobId,
    flag: "showBulkPrice",
  });
}
