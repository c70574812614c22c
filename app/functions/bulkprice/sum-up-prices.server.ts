import { liveAdminApi, restoreRateOf } from "~/connectors/shopify/live.server";
import { shopContext } from "~/connectors/shopify/operations/shop";
import type { CallOptions } from "~/connectors/shopify/port";
import type { Run } from "~/core/imports/import-handler.server";
import { readingOf } from "~/core/imports/reading.server";
import { formatDashedDateTime } from "~/platform/dates/dashed-date-time";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { pluralize } from "~/platform/text/pluralize";
import { parseEffectiveDate } from "./effective-date";
import { priceImport } from "./price-import";
import { type DueBatch, estimateEnd } from "./rate-estimate";
import { shopOf } from "./shop-of.server";

/** How many products the file of an import changes, and when. */
export async function sumUpPrices(
  tx: ShopTransaction,
  run: Run,
): Promise<{ summary: string[]; question: string | null }> {
  const shop = await shopOf(tx);
  const read = readingOf(priceImport, run);
  const { rows } = await tx.$client.query<{ number: number; cells: string[] }>(
    "SELECT number, cells FROM import_rows WHERE shop = $1 AND run_id = $2 AND verdict = 'change'",
    [run.shop, run.id],
  );
  const values = rows.map((row) => read(row).values);
  const due = values.flatMap(({ MODEL = "", EFFECTIVE_DATE = "", BELOW_MAPP_ITEM_TAG }) => {
    const moment = parseEffectiveDate(EFFECTIVE_DATE, shop.timeZone);
    return moment ? [{ sku: MODEL, at: +moment, isTagged: BELOW_MAPP_ITEM_TAG === "1" }] : [];
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
      `${pluralize(variants, "variant")} of ${pluralize(products, "product")} get their prices ${when} (${shop.timeZone}).`,
      describeEnd(estimateEnd(await batchesOf(tx, due), rate), rate, dateOf),
      ...(await withoutSku(tx)),
    ],
    question: null,
  };
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
