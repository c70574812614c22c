import { setTimeout as wait } from "node:timers/promises";
import type { ChangeOrigin } from "~/core/mirrors/mirror-part.server";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type RestoredPrices, restorePrices } from "./restore-prices.server";
import { readScheduledVariants, type ScheduledVariant } from "./scheduled-variants.server";

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
  options: { jobId: string; origin: ChangeOrigin; call: { priority: "bulk"; signal: AbortSignal } },
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
