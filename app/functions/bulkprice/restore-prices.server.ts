import { setTimeout as wait } from "node:timers/promises";
import type { ChangeOrigin } from "~/core/mirrors/mirror-part.server";
import { announcePrices, withdrawAnnouncedPrices } from "~/domain/prices/announce-prices.server";
import { writeThroughProducts } from "~/domain/products/mirror.server";
import { variantsById } from "~/domain/products/read-variants.server";
import type { Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { formatMoney } from "~/platform/money/format-money";
import { storeResults } from "./apply-prices.server";
import { planPrices } from "./plan-prices.server";
import { readScheduledVariants, type ScheduledVariant } from "./scheduled-variants.server";
import { sendPrices } from "./send-prices.server";

/** How long rows of the same product are waited for. A job's rows run in the order of their products, many in parallel. */
const GATHER_MS = 50;

interface Batch {
  scheduleIds: Set<number>;
  restored: Promise<RestoredPrices>;
}

/** By product: the variants that wait, and the change that they wait for. */
interface Batches {
  waiting: Map<number, Batch>;
  running: Map<number, Promise<unknown>>;
}

/** Per job: all of its rows have the same signal. */
const batchesOfJobs = new WeakMap<AbortSignal, Batches>();

/**
 * As `restorePrices`, for rows of a job that run in parallel: those of the same product are restored with one mutation. Shopify's
 * rate limit counts mutations, not variants. Each row gets the results of its own variants.
 */
export async function restoreTogether(
  shop: Shop,
  productNumber: number,
  variants: readonly ScheduledVariant[],
  options: Omit<Restoring, "read" | "pick">,
): Promise<RestoredPrices> {
  const { signal } = options.call;
  const batches: Batches = batchesOfJobs.get(signal) ?? { waiting: new Map(), running: new Map() };
  batchesOfJobs.set(signal, batches);
  const { waiting, running } = batches;
  const batch = waiting.get(productNumber) ?? openBatch();
  for (const { scheduleId } of variants) batch.scheduleIds.add(scheduleId);
  const { skipped, problems } = await batch.restored;
  const ids = new Set(variants.map(({ variantId }) => variantId));
  const isOwn = ({ scheduleId, variantId }: ScheduledVariant) =>
    variants.some((own) => own.scheduleId === scheduleId && own.variantId === variantId);
  return {
    skipped: skipped.filter(({ variant }) => isOwn(variant)),
    problems: new Map([...problems].filter(([variantId]) => ids.has(variantId))),
  };

  function openBatch(): Batch {
    const scheduleIds = new Set<number>();
    const restored = Promise.allSettled([running.get(productNumber), wait(GATHER_MS)]).then(() => {
      waiting.delete(productNumber);
      const read = (tx: ShopTransaction) =>
        readScheduledVariants(tx, shop.domain, "v.schedule_id = ANY($2::bigint[]) AND v.product_id = $3", [
          [...scheduleIds],
          productNumber,
        ]);
      return restorePrices(shop, productNumber, { ...options, read });
    });
    const opened = { scheduleIds, restored };
    waiting.set(productNumber, opened);
    running.set(productNumber, restored);
    return opened;
  }
}

/** A variant that wasn't restored, and why. */
export interface SkippedVariant {
  variant: ScheduledVariant;
  message: string;
}

/** The variants that were skipped, and those that Shopify refused. */
interface RestoredPrices {
  skipped: SkippedVariant[];
  problems: ReadonlyMap<number, string>;
}

/** Which prices a job restores, and who is recorded as having done it. */
interface Restoring {
  jobId: string;
  /** Reads the variants of the product. */
  read(tx: ShopTransaction): Promise<ScheduledVariant[]>;
  /** Picks those that are restored, in the transaction that stores the change. All of them without it. */
  pick?(tx: ShopTransaction, variants: readonly ScheduledVariant[]): Promise<readonly ScheduledVariant[]>;
  origin: ChangeOrigin;
  /** What restores a variant's price, for the log of prices. */
  sourceOf(variant: ScheduledVariant): string;
  call: { priority: "bulk"; signal: AbortSignal };
}

/**
 * Restores the prices that variants of one product had before their scheduled prices. Skips those whose price was changed since.
 * Safe to repeat.
 * @returns `problems`: why Shopify refused some, by variant
 * @throws 409 when another job has been sending prices of the product for ten minutes
 */
export async function restorePrices(
  shop: Shop,
  productNumber: number,
  { jobId, read, pick = async (_tx, variants) => variants, origin, sourceOf, call }: Restoring,
): Promise<RestoredPrices> {
  const { domain } = shop;
  const { targets, skipped } = await planPrices({
    shop: domain,
    productNumber,
    jobId,
    sends: "restoring",
    read,
    store: async (tx, variants) => {
      const plan = await prepare(tx, shop, await pick(tx, variants));
      await announcePrices(
        tx,
        domain,
        eachVariant(plan.targets).map((variant) => ({
          variantNumber: variant.variantId,
          price: variant.priceCents,
          compareAtPrice: variant.compareAtCents,
          source: sourceOf(variant),
        })),
        origin.actor,
      );
      return plan;
    },
    call,
  });
  if (targets.length === 0) return { skipped, problems: new Map() };
  const sent = await sendPrices(shop, productNumber, eachVariant(targets), call);
  await withShop(domain, async (tx) => {
    if (sent.product) await writeThroughProducts(tx, shop, [sent.product], origin);
    const refused = eachVariant(targets).filter(({ variantId }) => sent.problems.has(variantId));
    if (refused.length > 0)
      await withdrawAnnouncedPrices(
        tx,
        domain,
        refused.map(({ variantId }) => variantId),
      );
    await storeResults(
      tx,
      domain,
      targets.map(({ scheduleId, variantId }) => {
        const problem = sent.problems.get(variantId);
        const state = problem === undefined ? "restored" : "applied";
        return { scheduleId, variantId, state, message: problem ?? null };
      }),
    );
  });
  return { skipped, problems: sent.problems };
}

/** Several prices of a variant are restored by one change. */
const eachVariant = <Target extends ScheduledVariant>(targets: readonly Target[]): Target[] => [
  ...new Map(targets.map((target) => [target.variantId, target])).values(),
];

const mayHavePrice = ({ state }: ScheduledVariant): boolean =>
  state === "applied" || state === "sending" || state === "restoring";

/**
 * A price and the earlier ones of its variant that are restored together with it, latest first: each was applied over the next one. The
 * variant gets the price from before the last of them immediately.
 * @param variants those of one variant, latest price first
 */
function chainOf(variant: ScheduledVariant, variants: readonly ScheduledVariant[]): ScheduledVariant[] {
  const chain = [variant];
  let latest = variant;
  for (const next of variants.slice(variants.indexOf(variant) + 1))
    if (
      next.variantId === variant.variantId &&
      mayHavePrice(next) &&
      next.previousCents !== null &&
      next.priceCents === latest.previousCents &&
      next.compareAtCents === latest.previousCompareAtCents
    ) {
      chain.push(next);
      latest = next;
    }
  return chain;
}

/**
 * The variants to restore, with the price that they had as their target, and why others are skipped. One whose outcome wasn't known
 * and that doesn't have its scheduled price has failed.
 */
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
  const unset: ScheduledVariant[] = [];
  const skipped: SkippedVariant[] = [];
  const settled = new Set<ScheduledVariant>();
  for (const variant of variants) {
    const { state, previousCents } = variant;
    if (settled.has(variant) || !mayHavePrice(variant) || previousCents === null) continue;
    const now = current.get(variant.variantId);
    const chain = chainOf(variant, variants);
    const last = chain.at(-1) ?? variant;
    const earlier = {
      priceCents: last.previousCents ?? previousCents,
      compareAtCents: last.previousCompareAtCents,
    };
    const hasEarlier = now?.price === earlier.priceCents && now.compareAtPrice === earlier.compareAtCents;
    if (now?.price === variant.priceCents && now.compareAtPrice === variant.compareAtCents) {
      for (const one of chain) {
        settled.add(one);
        targets.push({ ...one, ...earlier });
      }
      continue;
    }
    if (state === "sending") unset.push(variant);
    if (!now) skipped.push({ variant, message: `A variant with the SKU ${variant.sku} no longer exists.` });
    else if (state === "restoring" && hasEarlier)
      for (const one of chain) {
        settled.add(one);
        restored.push(one);
      }
    else if (state !== "sending" || !hasEarlier)
      skipped.push({
        variant,
        message:
          now.price === variant.priceCents
            ? `The compare-at price of ${variant.sku} was changed since.`
            : `The price of ${variant.sku} was changed since, to ${formatMoney(now.price, currency)}.`,
      });
  }
  await storeResults(tx, domain, [
    ...targets.map((one) => ({ ...one, state: "restoring" as const, message: null })),
    ...restored.map((one) => ({ ...one, state: "restored" as const, message: null })),
    ...unset.map((one) => ({
      ...one,
      state: "failed" as const,
      message: `The price of ${one.sku} wasn't set.`,
    })),
  ]);
  return { targets, skipped };
}
