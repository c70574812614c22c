import { createHash } from "node:crypto";
import { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import { announcePrices, withdrawAnnouncedPrices } from "~/domain/prices/announce-prices.server";
import { guardRailProblem } from "~/domain/prices/guard-rails/guard-rails";
import { readGuardRails } from "~/domain/prices/guard-rails/stored-guard-rails.server";
import { productsMirror, writeThroughProducts } from "~/domain/products/mirror.server";
import { variantsById } from "~/domain/products/read-variants.server";
import { requireShop, type Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { defineJob, type ItemContext, type ItemOutcome } from "~/platform/jobs/job.server";
import { requestTask } from "~/platform/jobs/task.server";
import type { Cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { publishChange } from "~/platform/realtime/publish.server";
import { scheduledPriceApplied, scheduledPriceSubject } from "./audit.server";
import { planPrices } from "./plan-prices.server";
import {
  failEndedSchedules,
  readScheduledVariants,
  type ScheduledVariant,
  settleSchedules,
  sourceWithFile,
} from "./scheduled-variants.server";
import { type SentPrices, sendPrices, settleBelowMappTag } from "./send-prices.server";
import { PRICES_LIST, type VariantState } from "./states";
import { variantStates } from "./transitions.server";

/** What set a price, for the log of prices. */
export const PRICE_SOURCE = "Price schedule";

/** The task that starts this job. Its name is enough to request it. */
export const APPLY_DUE_TASK = "bulkprice.apply-due";

/** Enough to hide a latency of half a second at 1,000 points per second. The shop's rate limit sets the pace. */
const CONCURRENCY = 50;

/** Applies the scheduled prices of a product that are due: one item per product. */
export const applyPricesJob = defineJob({
  name: "bulkprice.apply",
  item: z.object({ productNumber: z.number().int() }),
  concurrency: CONCURRENCY,
  run: ({ productNumber }, context) => applyToProduct(productNumber, context),
  async finished(shop) {
    await withShop(shop, async (tx) => {
      await failEndedSchedules(tx, shop);
      // A later price of the same SKU may have waited for this job.
      await requestTask({ name: APPLY_DUE_TASK }, shop, { tx });
    });
    publishChange(shop, "showBulkPrice", { list: PRICES_LIST });
  },
});

async function applyToProduct(
  productNumber: number,
  { shop: domain, jobId, administrator, signal }: ItemContext,
): Promise<ItemOutcome> {
  const shop = await requireShop(domain);
  const origin = { actor: administrator, source: PRICE_SOURCE };
  const call = { priority: "bulk", signal } as const;
  const read = (tx: ShopTransaction) =>
    readScheduledVariants(tx, domain, "v.job_id = $2 AND v.product_id = $3", [jobId, productNumber]);
  const targets = await planPrices({
    shop: domain,
    productNumber,
    jobId,
    sends: "sending",
    read,
    store: async (tx, variants) => {
      const prepared = await prepare(tx, shop, variants);
      await announcePrices(
        tx,
        domain,
        prepared.map((variant) => ({
          variantNumber: variant.variantId,
          price: variant.priceCents,
          compareAtPrice: variant.compareAtCents,
          source: sourceWithFile(PRICE_SOURCE, variant),
        })),
        administrator,
      );
      return prepared;
    },
    call,
  });
  if (targets.length > 0) {
    const sent = await sendPrices(shop, productNumber, targets, call);
    await withShop(domain, async (tx) => {
      if (sent.product) await writeThroughProducts(tx, shop, [sent.product], origin);
      await recordSent(tx, domain, targets, sent);
    });
    if (isSampled(jobId, productNumber)) await verify(shop, productNumber, targets, call);
  }
  const after = await withShop(domain, read);
  await withShop(domain, async (tx) => {
    const applied = await settleSchedules(tx, domain, [
      ...new Set(after.map(({ scheduleId }) => scheduleId)),
    ]);
    for (const scheduleId of applied) {
      const variants = await readScheduledVariants(tx, domain, "v.schedule_id = $2", [scheduleId]);
      await recordAudit(tx, domain, scheduledPriceApplied, {
        actor: administrator,
        subject: { type: scheduledPriceSubject, id: String(scheduleId) },
        ...auditSides(variants, shop),
        jobId,
        flag: "showBulkPrice",
      });
    }
  });
  await settleBelowMappTag(shop, productNumber, origin, call);
  publishChange(domain, "showBulkPrice", { list: PRICES_LIST });
  return outcomeOf(domain, after, shop, jobId);
}

/** The prices before and after, by SKU. */
export function auditSides(variants: readonly ScheduledVariant[], { currency }: Pick<Shop, "currency">) {
  const shown = (price: Cents | null, compareAt: Cents | null) =>
    price === null
      ? ""
      : `${formatMoney(price, currency)}${compareAt === null ? "" : ` (compare at ${formatMoney(compareAt, currency)})`}`;
  const keyOf = ({ sku, variantId }: ScheduledVariant) =>
    variants.length > 1 ? `${sku}, variant ${variantId}` : sku;
  return {
    before: Object.fromEntries(
      variants.map((one) => [keyOf(one), shown(one.previousCents, one.previousCompareAtCents)]),
    ),
    after: Object.fromEntries(variants.map((one) => [keyOf(one), shown(one.priceCents, one.compareAtCents)])),
  };
}

/** Whether a variant may still get its price. One that had it and returned keeps its earlier price. */
const isOpen = ({ state }: ScheduledVariant): boolean =>
  state === "waiting" || state === "sending" || state === "failed";

/**
 * Decides what has to be sent, and stores the values before it. A variant whose earlier attempt ended unknown is compared with the
 * store: it has its price, or still the one before, or was changed by someone else.
 */
async function prepare(
  tx: ShopTransaction,
  { domain, currency }: Shop,
  variants: readonly ScheduledVariant[],
): Promise<ScheduledVariant[]> {
  const limits = await readGuardRails(tx, domain);
  const open = variants.filter(isOpen);
  const current = await variantsById(
    tx,
    open.map(({ variantId }) => variantId),
  );
  const targets: ScheduledVariant[] = [];
  const results: VariantResult[] = [];
  for (const variant of open) {
    const now = current.get(variant.variantId);
    const problem = now && guardRailProblem(limits, variant.priceCents, [now], currency);
    const fail = (message: string) => results.push({ ...variant, state: "failed", message });
    if (!now) fail(`A variant with the SKU ${variant.sku} no longer exists.`);
    else if (variant.isSuperseded) fail(`A later price of ${variant.sku} is applied already.`);
    else if (
      variant.state === "sending" &&
      now.price === variant.priceCents &&
      now.compareAtPrice === variant.compareAtCents
    )
      results.push({ ...variant, state: "applied", message: null });
    else if (variant.isUndone) fail(`The price of ${variant.sku} was undone.`);
    else if (variant.isOver) fail(`The end date of ${variant.sku} has passed.`);
    else if (problem) fail(`${variant.sku}: ${problem}`);
    else if (variant.state !== "sending")
      targets.push({ ...variant, previousCents: now.price, previousCompareAtCents: now.compareAtPrice });
    else if (now.price === variant.previousCents && now.compareAtPrice === variant.previousCompareAtCents)
      targets.push(variant);
    else {
      const isSamePrice = now.price === variant.priceCents || now.price === variant.previousCents;
      const isSameCompareAt =
        now.compareAtPrice === variant.compareAtCents ||
        now.compareAtPrice === variant.previousCompareAtCents;
      // With one of them still as before and the other price as scheduled, either may have been changed.
      const changed = isSameCompareAt ? "price or the compare-at price" : "compare-at price";
      const change = isSamePrice
        ? `The ${changed} of ${variant.sku} was changed`
        : `The price of ${variant.sku} was changed to ${formatMoney(now.price, currency)}`;
      fail(`${change} while it was being applied. Retry it to set it anyway.`);
    }
  }
  await storeResults(tx, domain, results);
  await tx.$client.query(
    `UPDATE scheduled_variants AS v
        SET ${variantStates.set("sending")}, message = NULL, previous_cents = target.previous, previous_compare_at_cents = target.previous_compare_at
       FROM jsonb_to_recordset($2::jsonb) AS target(schedule_id bigint, variant_id bigint, previous bigint, previous_compare_at bigint)
      WHERE v.shop = $1 AND v.schedule_id = target.schedule_id AND v.variant_id = target.variant_id`,
    [
      domain,
      JSON.stringify(
        targets.map(({ scheduleId, variantId, previousCents, previousCompareAtCents }) => ({
          schedule_id: scheduleId,
          variant_id: variantId,
          previous: previousCents,
          previous_compare_at: previousCompareAtCents,
        })),
      ),
    ],
  );
  return targets;
}

interface VariantResult {
  scheduleId: number;
  variantId: number;
  state: VariantState;
  message: string | null;
}

/** Stores the result of each variant. */
export async function storeResults(
  tx: ShopTransaction,
  shop: string,
  results: readonly VariantResult[],
): Promise<void> {
  if (results.length === 0) return;
  await tx.$client.query(
    `UPDATE scheduled_variants AS v
        SET state = result.state, message = result.message,
            applied_at = CASE WHEN result.state = 'applied' THEN now() ELSE v.applied_at END
       FROM jsonb_to_recordset($2::jsonb) AS result(schedule_id bigint, variant_id bigint, state text, message text)
      WHERE v.shop = $1 AND v.schedule_id = result.schedule_id AND v.variant_id = result.variant_id`,
    [
      shop,
      JSON.stringify(
        results.map(({ scheduleId, variantId, state, message }) => ({
          schedule_id: scheduleId,
          variant_id: variantId,
          state,
          message,
        })),
      ),
    ],
  );
}

/** Stores what Shopify answered. What it refused is no longer announced. */
async function recordSent(
  tx: ShopTransaction,
  shop: string,
  targets: readonly ScheduledVariant[],
  { problems }: SentPrices,
): Promise<void> {
  await storeResults(
    tx,
    shop,
    targets.map(({ scheduleId, variantId, sku }) => {
      const problem = problems.get(variantId);
      return problem === undefined
        ? { scheduleId, variantId, state: "applied", message: null }
        : { scheduleId, variantId, state: "failed", message: `${sku}: ${problem}` };
    }),
  );
  const unchanged = targets.filter(
    ({ variantId, priceCents, compareAtCents, previousCents, previousCompareAtCents }) =>
      problems.has(variantId) || (priceCents === previousCents && compareAtCents === previousCompareAtCents),
  );
  if (unchanged.length > 0)
    await withdrawAnnouncedPrices(
      tx,
      shop,
      unchanged.map(({ variantId }) => variantId),
    );
}

/** One product of a hundred is read again after its change. The same ones on each attempt. */
export const isSampled = (jobId: string, productNumber: number): boolean =>
  createHash("sha256").update(`${jobId}:${productNumber}`).digest().readUInt32BE() % 100 === 0;

/** Reads a product again, and marks what doesn't have its price as failed. */
async function verify(
  { domain, currency }: Shop,
  productNumber: number,
  targets: readonly ScheduledVariant[],
  call: { priority: "bulk"; signal: AbortSignal },
): Promise<void> {
  await productsMirror.readIntoMirror(domain, [productNumber], call);
  await withShop(domain, async (tx) => {
    const current = await variantsById(
      tx,
      targets.map(({ variantId }) => variantId),
    );
    const failures = targets.flatMap((target): VariantResult[] => {
      const price = current.get(target.variantId)?.price;
      if (price === target.priceCents) return [];
      const shown = price === undefined ? "no price" : formatMoney(price, currency);
      return [
        {
          ...target,
          state: "failed",
          message: `${target.sku} was read again after the change and has ${shown}. Retry it.`,
        },
      ];
    });
    await storeResults(tx, domain, failures);
  });
}

/** The most prices that a message names. */
const MAX_NAMED = 5;

async function outcomeOf(
  shop: string,
  variants: readonly ScheduledVariant[],
  { currency }: Shop,
  jobId: string,
): Promise<ItemOutcome> {
  const failed = variants.filter(isOpen);
  if (failed.length > 0) {
    const { rows } = await withShop(shop, (tx) =>
      tx.$client.query<{ message: string }>(
        `SELECT DISTINCT message FROM scheduled_variants
          WHERE shop = $1 AND job_id = $2 AND variant_id = ANY($3::bigint[]) AND message IS NOT NULL`,
        [shop, jobId, failed.map(({ variantId }) => variantId)],
      ),
    );
    return { state: "failed", message: rows.map(({ message }) => message).join(" ") };
  }
  const applied = variants.filter(({ state }) => state === "applied");
  if (applied.length === 0)
    return { state: "skipped", message: "This price was undone or has ended.", reason: "undone or ended" };
  const names = applied.slice(0, MAX_NAMED).map(({ sku, previousCents, priceCents }) => {
    const from = previousCents === null ? "" : `${formatMoney(previousCents, currency)} → `;
    return `${sku}: ${from}${formatMoney(priceCents, currency)}`;
  });
  const more = applied.length - names.length;
  return { state: "done", message: `${names.join("; ")}${more > 0 ? `; and ${more} more` : ""}` };
}
