import type { CallOptions } from "~/connectors/shopify/port";
import { productsMirror } from "~/domain/products/mirror.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { isUnfinished } from "~/platform/jobs/is-unfinished.server";
import { startIn } from "~/platform/jobs/start-later.server";
import { pauseMs } from "~/platform/pauses.server";
import type { ScheduledVariant } from "./scheduled-variants.server";

/** How often, and for how long at most, another job's change of a product is waited for (milliseconds). */
const LOOK_EVERY_MS = 1_000;
const MAX_WAIT_MS = 10 * 60_000;

/** Since when jobs of this process wait with a product's prices. */
const waitingSince = new Map<string, number>();

/** A change of a product's prices that a job is about to send. */
interface PricePlan<Planned> {
  shop: string;
  productNumber: number;
  jobId: string;
  /** The state of a variant whose price this change sends. */
  sends: "sending" | "restoring";
  /** Reads the variants. */
  read(tx: ShopTransaction): Promise<ScheduledVariant[]>;
  /** Decides what is sent, and stores it before it is sent. */
  store(tx: ShopTransaction, variants: readonly ScheduledVariant[]): Promise<Planned>;
  call: CallOptions;
}

/**
 * Plans a change of prices: reads the variants and stores what will be sent of them in one transaction, while no other job sends a price
 * of one of them. Otherwise the store would keep the price of the request that it executed last, and the schedules would say another one.
 * An earlier attempt may have sent the prices: only the store knows, so the product is read from it first.
 * @throws StartLater while another job sends prices of the product. 409 when it has been doing that for ten minutes
 */
export async function planPrices<Planned>({
  shop,
  productNumber,
  jobId,
  sends,
  read,
  store,
  call,
}: PricePlan<Planned>): Promise<Planned> {
  const key = `${shop} ${jobId} ${productNumber}`;
  let isMirrored = false;
  for (;;) {
    const plan = await withShop(shop, async (tx) => {
      await lockPrices(tx, shop, [productNumber]);
      const variants = await read(tx);
      // It goes on with what it has begun itself. An undo and the return at the end date restore the same price.
      const others = variants.filter(({ state }) => state !== sends);
      if (await isSentByOthers(tx, shop, { productNumber, variants: others, jobId })) return "others send";
      if (!isMirrored && variants.some(({ state }) => state === "sending" || state === "restoring"))
        return "unknown";
      return { planned: await store(tx, variants) };
    });
    if (plan !== "others send") waitingSince.delete(key);
    if (typeof plan === "object") return plan.planned;
    isMirrored = plan === "unknown";
    if (plan === "unknown") await productsMirror.readIntoMirror(shop, [productNumber], call);
    else {
      const since = waitingSince.get(key) ?? performance.now();
      waitingSince.set(key, since);
      if (performance.now() - since < MAX_WAIT_MS)
        throw startIn(pauseMs(LOOK_EVERY_MS), "Another job is changing prices of this product.");
      waitingSince.delete(key);
      throw conflict("Another job is changing prices of this product. Retry this row when it has ended.");
    }
  }
}

/** Locks the plans of products until the transaction ends. */
export async function lockPrices(
  tx: ShopTransaction,
  shop: string,
  productNumbers: readonly number[],
): Promise<void> {
  for (const productNumber of productNumbers.toSorted((a, b) => a - b))
    await tx.$client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `prices ${shop} ${productNumber}`,
    ]);
}

/**
 * Whether another job sends a price of one of the variants, or will go on with it. A job whose item for it has ended doesn't until that
 * item is retried.
 */
async function isSentByOthers(
  tx: ShopTransaction,
  shop: string,
  {
    productNumber,
    variants,
    jobId,
  }: { productNumber: number; variants: readonly ScheduledVariant[]; jobId: string },
): Promise<boolean> {
  const { rows } = await tx.$client.query(
    `SELECT FROM scheduled_variants AS v
       JOIN price_schedules AS s ON s.shop = v.shop AND s.id = v.schedule_id
       LEFT JOIN import_runs AS run ON run.shop = s.shop AND run.id = s.import_run_id
       JOIN jobs ON jobs.shop = v.shop AND ${isUnfinished("jobs")} AND jobs.id <> $4
        AND jobs.id = ANY(CASE v.state WHEN 'sending' THEN ARRAY[v.job_id] ELSE ARRAY[s.return_job_id, run.undo_job_id] END)
      WHERE v.shop = $1 AND v.product_id = $2 AND v.variant_id = ANY($3::bigint[]) AND v.state IN ('sending', 'restoring')
        AND EXISTS (SELECT FROM job_items AS item
                     WHERE item.shop = jobs.shop AND item.job_id = jobs.id AND item.state IN ('waiting', 'running')
                       AND CASE WHEN jobs.id = run.undo_job_id THEN (item.input ->> 'number')::int = s.import_row
                                ELSE (item.input ->> 'productNumber')::bigint = v.product_id END)
      LIMIT 1`,
    [shop, productNumber, variants.map(({ variantId }) => variantId), jobId],
  );
  return rows.length > 0;
}
