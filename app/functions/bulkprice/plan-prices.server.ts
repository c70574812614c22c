import { liveAdminApi, restoreRateOf } from "~/connectors/shopify/live.server";
import {
  SKUS_PER_CALL,
  skuQuery,
  variantsBySkuSearch,
} from "~/connectors/shopify/operations/product-changes";
import { shopContext } from "~/connectors/shopify/operations/shop";
import type { CallOptions } from "~/connectors/shopify/port";
import type { StoredImport } from "~/core/imports/import-definition.server";
import { readingOf } from "~/core/imports/stage-rows.server";
import { productsMirror } from "~/domain/products/mirror.server";
import { productNumber } from "~/domain/products/mirror-row";
import { variantsBySku } from "~/domain/products/read-variants.server";
import { requireShop } from "~/platform/auth/shops.server";
import { formatDashedDateTime } from "~/platform/dates/date-text";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { pauseMs } from "~/platform/deadline.server";
import { conflict } from "~/platform/errors";
import { isUnfinished } from "~/platform/jobs/job.server";
import { startIn } from "~/platform/jobs/start-later.server";
import { parseDecimal } from "~/platform/money/decimal";
import { pluralize } from "~/platform/text/pluralize";
import { importForm } from "./import";
import { type ScheduledVariant, shopOf } from "./scheduled-variants.server";
import { type DueBatch, estimateEnd } from "./send-prices.server";
import { parseEffectiveDate } from "./states";

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
 * An earlier attempt may have sent the prices, or the mirror may be known to be behind: only the store knows, so the product is read from
 * it first.
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
      const isUnknown =
        variants.some(({ state }) => state === "sending" || state === "restoring") ||
        (await productsMirror.isStale(tx, shop, productNumber));
      if (isUnknown && !isMirrored) return "unknown";
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

/** How many products the file of an import changes, and when. */
export async function sumUpPrices(
  tx: ShopTransaction,
  run: StoredImport,
): Promise<{ summary: string[]; question: string | null }> {
  const shop = await shopOf(tx);
  const read = readingOf(importForm, run);
  const { rows } = await tx.$client.query<{ number: number; cells: string[] }>(
    "SELECT number, cells FROM import_rows WHERE shop = $1 AND run_id = $2 AND verdict = 'change'",
    [run.shop, run.id],
  );
  const values = rows.map((row) => read(row).values);
  const due = values.flatMap(({ MODEL = "", EFFECTIVE_DATE = "", END_DATE = "", BELOW_MAPP_ITEM_TAG }) => {
    const moment = parseEffectiveDate(EFFECTIVE_DATE, shop.timeZone);
    const end = END_DATE === "" ? null : parseEffectiveDate(END_DATE, shop.timeZone, "end");
    return moment
      ? [{ sku: MODEL, at: +moment, end: end && +end, isTagged: BELOW_MAPP_ITEM_TAG === "1" }]
      : [];
  });
  const moments = due.map(({ at }) => at);
  if (moments.length === 0) return { summary: [], question: null };
  const { rows: counted } = await tx.$client.query<{ products: number; variants: number }>(
    `SELECT count(DISTINCT product_id)::int AS products, count(*)::int AS variants
       FROM variants_of_shop WHERE sku = ANY($1::text[])`,
    [values.map(({ MODEL = "" }) => MODEL)],
  );
  const rate = restoreRateOf(run.shop) ?? STANDARD_RATE;
  const { products = 0, variants = 0 } = counted[0] ?? {};
  // Not spread: a file has more rows than a call has arguments.
  const first = moments.reduce((one, other) => Math.min(one, other));
  const last = moments.reduce((one, other) => Math.max(one, other));
  const dateOf = (moment: number) => formatDashedDateTime(new Date(moment), shop.timeZone);
  const when = first === last ? `on ${dateOf(first)}` : `from ${dateOf(first)} to ${dateOf(last)}`;
  return {
    summary: [
      `${pluralize(variants, "variant")} of ${pluralize(products, "product")} ${variants === 1 ? "gets its price" : "get their prices"} ${when} (${shop.timeZone}).`,
      ...severalDates(due),
      describeEnd(estimateEnd(await batchesOf(tx, due), rate), rate, dateOf),
      ...(await withoutSku(tx)),
    ],
    question: null,
  };
}

/** The most SKUs that a sentence names. */
const MAX_NAMED = 10;

/** Names the SKUs that have several prices in a file, and those whose prices overlap. */
function severalDates(due: readonly { sku: string; at: number; end: number | null }[]): string[] {
  const bySku = new Map<string, { at: number; end: number | null }[]>();
  for (const { sku, at, end } of due) {
    const prices = bySku.get(sku);
    if (prices) prices.push({ at, end });
    else bySku.set(sku, [{ at, end }]);
  }
  const several = [...bySku].filter(([, prices]) => prices.length > 1);
  if (several.length === 0) return [];
  const overlapping = several.flatMap(([sku, prices]) => {
    const sorted = prices.toSorted((one, other) => one.at - other.at);
    return sorted.some(({ end }, index) => end !== null && end > (sorted[index + 1]?.at ?? end)) ? [sku] : [];
  });
  const names = overlapping.slice(0, MAX_NAMED).join(", ");
  const more = overlapping.length > MAX_NAMED ? `, and ${overlapping.length - MAX_NAMED} more` : "";
  return [
    `${pluralize(several.length, "SKU has", "SKUs have")} several prices in this file, one after the other.`,
    ...(overlapping.length > 0
      ? [
          `Prices overlap: the next one begins before the one before it has ended. Then the later one applies. This concerns ${names}${more}.`,
        ]
      : []),
  ];
}

/** The points per second of Shopify's standard plans, until the store's own rate is known. */
const STANDARD_RATE = 100;

/** Makes the store's rate limit known before prices are summed up: any answer of Shopify has it. */
export async function readRate(shop: string, call: CallOptions): Promise<void> {
  await liveAdminApi(shop).run(shopContext, {}, call);
}

/** How many products each moment changes. */
async function batchesOf(
  tx: ShopTransaction,
  due: readonly { sku: string; at: number; isTagged: boolean }[],
): Promise<DueBatch[]> {
  const { rows } = await tx.$client.query<{ at: string; products: number; tagged: number }>(
    `SELECT at, count(*)::int AS products, count(*) FILTER (WHERE is_tagged)::int AS tagged
       FROM (SELECT at, product_id, bool_or(is_tagged) AS is_tagged
               FROM unnest($1::text[], $2::bigint[], $3::boolean[]) AS due (sku, at, is_tagged)
               JOIN variants_of_shop AS v ON v.sku = due.sku GROUP BY at, product_id) AS changed GROUP BY at`,
    [due.map(({ sku }) => sku), due.map(({ at }) => at), due.map(({ isTagged }) => isTagged)],
  );
  return rows.map(({ at, products, tagged }) => ({ at: Number(at), products, tagged }));
}

/** Names how many products no file can change. */
async function withoutSku(tx: ShopTransaction): Promise<string[]> {
  const { rows } = await tx.$client.query<{ products: number }>(
    "SELECT count(DISTINCT product_id)::int AS products FROM variants_of_shop WHERE sku IS NULL",
  );
  const products = rows[0]?.products ?? 0;
  if (products === 0) return [];
  const what = products === 1 ? "1 product has" : `${products.toLocaleString("en-US")} products have`;
  return [`${what} variants without a SKU. A file can't address these variants.`];
}

const describeEnd = (end: number, rate: number, dateOf: (moment: number) => string): string =>
  `At the store's rate limit of ${rate.toLocaleString("en-US")} points per second, the last price is set at about ${dateOf(Math.ceil(end / 1_000) * 1_000)}.`;

/**
 * Searches the store for these SKUs. Products whose variants differ from the mirror are read into it.
 * @returns true, for the engine of imports
 * @throws 502 when the store doesn't respond
 */
export async function lookUpSkus(shop: string, skus: readonly string[], call: CallOptions): Promise<true> {
  const api = liveAdminApi(shop);
  const { currency } = await requireShop(shop);
  for (let start = 0; start < skus.length; start += SKUS_PER_CALL) {
    const some = skus.slice(start, start + SKUS_PER_CALL);
    const mirrored = await withShop(shop, (tx) => variantsBySku(tx, some));
    const differing = new Set<number>();
    const found = new Set<string>();
    let after: string | null = null;
    do {
      const { productVariants }: Awaited<ReturnType<typeof search>> = await search(some, after);
      for (const { id, sku, price, compareAtPrice, product } of productVariants.nodes) {
        if (!sku || !some.includes(sku)) continue;
        found.add(id);
        const own = mirrored.get(sku)?.find((variant) => variant.id === id);
        const isSame =
          own?.price === parseDecimal(price, currency) &&
          own.compareAtPrice === (compareAtPrice === null ? null : parseDecimal(compareAtPrice, currency));
        const number = productNumber(product.id);
        if (!isSame && number !== null) differing.add(number);
      }
      after = productVariants.pageInfo.hasNextPage ? productVariants.pageInfo.endCursor : null;
    } while (after);
    for (const variant of [...mirrored.values()].flat())
      if (!found.has(variant.id)) differing.add(variant.product.number);
    if (differing.size > 0) await productsMirror.readIntoMirror(shop, [...differing], call);
  }
  return true;

  function search(some: readonly string[], after: string | null) {
    return api.run(variantsBySkuSearch, { query: skuQuery(some), after }, call);
  }
}
