import { liveAdminApi, restoreRateOf } from "~/connectors/shopify/live.server";
import { shopContext } from "~/connectors/shopify/operations/shop";
import type { CallOptions } from "~/connectors/shopify/port";
import type { Compared, ImportHandler, Run, StoredRow } from "~/core/imports/import-handler.server";
import { patchRow } from "~/core/imports/patch-row.server";
import type { ReadRow } from "~/core/imports/read-row";
import { readingOf } from "~/core/imports/reading.server";
import { type GuardRails, guardRailProblem } from "~/domain/prices/guard-rails/guard-rails";
import { readGuardRails } from "~/domain/prices/guard-rails/stored-guard-rails.server";
import { productsMirror } from "~/domain/products/mirror.server";
import { type Variant, variantsBySku } from "~/domain/products/read-variants.server";
import type { Administrator } from "~/platform/auth/permission";
import { requireShop, type Shop } from "~/platform/auth/shops.server";
import { formatDashedDateTime } from "~/platform/dates/dashed-date-time";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import type { ItemContext, ItemOutcome } from "~/platform/jobs/job.server";
import { type Cents, cents } from "~/platform/money/cents";
import { decimalsOf } from "~/platform/money/currency";
import { toDecimalString } from "~/platform/money/decimal";
import { parseEffectiveDate } from "./effective-date";
import { lookUpSkus } from "./look-up-skus.server";
import { priceImport } from "./price-import";
import { type DueBatch, estimateEnd } from "./rate-estimate";
import { changePercent, PRICE_LIMIT, readPrice } from "./read-price";
import { rollBackPrice } from "./roll-back-price.server";
import { assertSecondAdministrator, secondAdministratorWarning } from "./second-administrator.server";
import type { PriceState } from "./states";

/** Rows that are scheduled prices. Undoing an import cancels what isn't due yet and rolls back what is applied. */
export const priceImportHandler: ImportHandler = {
  kind: priceImport,
  doneWord: "scheduled",
  compare: comparePrices,
  created: () => [],
  lookUp: lookUpSkus,
  beforeSumUp: readRate,
  sumUp,
  fileWarning: (tx, run) => secondAdministratorWarning(tx, run),
  assertMayStart: assertSecondAdministrator,
  write: schedulePrice,
  // One mutation changes all variants of a product.
  undoOrder: `(SELECT min(product_id) FROM scheduled_variants AS v
                WHERE v.shop = import_rows.shop AND v.schedule_id = (import_rows.written ->> 'scheduleId')::bigint)`,
  undo: rollBackPrice,
};

type Problem = Compared["problems"][number];

/** What a row requests. */
interface Request {
  sku: string;
  priceCents: Cents;
  compareAtCents: Cents | null;
  effectiveAt: Date;
  endAt: Date | null;
  belowMapp: boolean;
}

/** Reads the cells of a row. `remarks` don't refuse it. */
function readRequest(
  values: Readonly<Record<string, string | undefined>>,
  { currency, timeZone }: Shop,
  now: Date,
): { request: Request | null; problems: Problem[]; remarks: Problem[] } {
  const problems: Problem[] = [];
  const remarks: Problem[] = [];
  const amountOf = (field: "PRICE" | "COMPARE_AT_PRICE", label: string): Cents | null => {
    const text = values[field] ?? "";
    if (text === "") return null;
    const read = readPrice(text, currency);
    if (!read) {
      const sentence = `${label} "${text.slice(0, 40)}" isn't a valid price. Write a number from 0 to below ${PRICE_LIMIT.toLocaleString("en-US")}, such as 12.50.`;
      problems.push({ field, sentence });
      return null;
    }
    if (read.isRounded)
      remarks.push({
        field,
        sentence: `${label} ${text} has more decimals than ${currency}, which has ${decimalsOf(currency)}. It is rounded to ${toDecimalString(read.cents, currency)}.`,
      });
    return read.cents;
  };
  const priceCents = amountOf("PRICE", "Price");
  const compareAtCents = amountOf("COMPARE_AT_PRICE", "Compare At Price");
  const date = values.EFFECTIVE_DATE ?? "";
  const effectiveAt = date === "" ? null : parseEffectiveDate(date, timeZone);
  if (date !== "" && !effectiveAt)
    problems.push({
      field: "EFFECTIVE_DATE",
      sentence: `Effective Date "${date.slice(0, 40)}" isn't a valid date. Write it as MM-DD-YYYY HH:mm:ss.`,
    });
  if (effectiveAt && effectiveAt <= now)
    problems.push({
      field: "EFFECTIVE_DATE",
      sentence: `Effective Date ${formatDashedDateTime(effectiveAt, timeZone)} is in the past. Choose a later one.`,
    });
  const endText = values.END_DATE ?? "";
  const endAt = endText === "" ? null : parseEffectiveDate(endText, timeZone);
  if (endText !== "" && !endAt)
    problems.push({
      field: "END_DATE",
      sentence: `End Date "${endText.slice(0, 40)}" isn't a valid date. Write it as MM-DD-YYYY HH:mm:ss, or leave it empty.`,
    });
  if (effectiveAt && endAt && endAt <= effectiveAt)
    problems.push({
      field: "END_DATE",
      sentence: `End Date ${formatDashedDateTime(endAt, timeZone)} isn't after the effective date. Choose a later one.`,
    });
  if (priceCents !== null && compareAtCents !== null && priceCents > compareAtCents)
    remarks.push({
      field: "COMPARE_AT_PRICE",
      sentence: `The price ${toDecimalString(priceCents, currency)} is above the compare-at price ${toDecimalString(compareAtCents, currency)}.`,
    });
  const sku = values.MODEL ?? "";
  const belowMapp = values.BELOW_MAPP_ITEM_TAG === "1";
  const request =
    problems.length === 0 && priceCents !== null && effectiveAt && sku
      ? { sku, priceCents, compareAtCents, effectiveAt, endAt, belowMapp }
      : null;
  return { request, problems, remarks };
}

interface OtherSchedule {
  sku: string;
  effective_at: Date;
  end_at: Date | null;
  state: PriceState;
  price_cents: string;
}

/** The prices of these SKUs that are scheduled already, or are applied and have still to end. */
async function readSchedules(
  tx: ShopTransaction,
  skus: readonly string[],
): Promise<Map<string, OtherSchedule[]>> {
  const { rows } = await tx.$client.query<OtherSchedule>(
    `SELECT sku, effective_at, end_at, state, price_cents FROM price_schedules_of_shop
      WHERE sku = ANY($1::text[])
        AND (state IN ('scheduled', 'paused') OR state IN ('applying', 'applied', 'failed') AND end_at > now())
      ORDER BY effective_at, id`,
    [skus],
  );
  const bySku = new Map<string, OtherSchedule[]>();
  for (const row of rows) bySku.set(row.sku, [...(bySku.get(row.sku) ?? []), row]);
  return bySku;
}

async function comparePrices(
  tx: ShopTransaction,
  rows: readonly ReadRow[],
  _administrator: Administrator,
  { isLookedUp }: { isLookedUp: boolean },
): Promise<Compared[]> {
  const shop = await shopOf(tx);
  const now = new Date();
  const skus = rows.flatMap(({ identity }) => identity ?? []);
  const variants = await variantsBySku(tx, skus);
  const schedules = await readSchedules(tx, skus);
  const limits = await readGuardRails(tx, shop.domain);
  const hasAllVariants = isLookedUp || (await productsMirror.isComplete(tx, shop.domain));
  return rows.map((row) =>
    compared(row, {
      shop,
      now,
      limits,
      hasAllVariants,
      variants: variants.get(row.identity ?? "") ?? [],
      others: schedules.get(row.identity ?? "") ?? [],
    }),
  );
}

/** The shop of the transaction. */
async function shopOf(tx: ShopTransaction): Promise<Shop> {
  const { rows } = await tx.$client.query<Shop>(
    `SELECT shop AS domain, name, currency, time_zone AS "timeZone" FROM shops WHERE shop = current_setting('app.shop')`,
  );
  if (!rows[0]) throw new Error("The shop isn't installed.");
  return rows[0];
}

/** The most variants or schedules that a sentence names. */
const MAX_NAMED = 10;

function compared(
  row: ReadRow,
  known: {
    shop: Shop;
    now: Date;
    limits: GuardRails;
    /** Without it, a SKU that isn't found may be in the store. */
    hasAllVariants: boolean;
    variants: readonly Variant[];
    others: readonly OtherSchedule[];
  },
): Compared {
  const { shop, variants, others } = known;
  const { currency, timeZone } = shop;
  const { request, problems: own, remarks } = readRequest(row.values, shop, known.now);
  const problems = [...row.problems, ...own];
  if (row.identity && variants.length === 0)
    problems.push({
      field: "MODEL",
      sentence: known.hasAllVariants
        ? `No variant in the store has the SKU ${row.identity}. Correct it, or add it in Shopify first.`
        : `The SKU ${row.identity} wasn't found yet, because the products are still being read from Shopify. Settings shows when they are complete. Then check the file again.`,
    });
  const outside = request && guardRailProblem(known.limits, request.priceCents, variants, currency);
  if (outside) problems.push({ field: "PRICE", sentence: outside });
  const same = others.find(
    ({ effective_at, state }) =>
      +effective_at === +(request?.effectiveAt ?? 0) && (state === "scheduled" || state === "paused"),
  );
  if (same)
    problems.push({
      field: "EFFECTIVE_DATE",
      sentence: `The price ${toDecimalString(cents(Number(same.price_cents)), currency)} is scheduled for the same SKU and moment. Choose another moment, or change that price.`,
    });
  if (!request || problems.length > 0) return { verdict: "refused", changes: [], problems };
  if (variants.length > 1)
    remarks.push({
      field: "MODEL",
      sentence: `${variants.length} variants have this SKU, and all of them get the price: ${named(variants.map(nameOf))}.`,
    });
  if (others.length > 0)
    remarks.push({
      field: "EFFECTIVE_DATE",
      sentence: `Other prices are scheduled for this SKU: ${named(
        others.map(
          ({ effective_at, end_at, price_cents, state }) =>
            `${toDecimalString(cents(Number(price_cents)), currency)} on ${formatDashedDateTime(effective_at, timeZone)}${end_at ? ` until ${formatDashedDateTime(end_at, timeZone)}` : ""}${state === "paused" ? " (paused)" : ""}`,
        ),
      )}.`,
    });
  return { verdict: "change", changes: changesOf(request, variants, shop), problems: remarks };
}

const nameOf = ({ product, title, price: _price }: Variant) => `${product.title} – ${title}`;
const named = (names: readonly string[]) =>
  names.length > MAX_NAMED
    ? `${names.slice(0, MAX_NAMED).join("; ")}; and ${names.length - MAX_NAMED} more`
    : names.join("; ");

function changesOf(request: Request, variants: readonly Variant[], { currency }: Shop): Compared["changes"] {
  const decimal = (amount: Cents | null) => (amount === null ? "" : toDecimalString(amount, currency));
  const lowest = lowestPrice(variants);
  const [first] = variants;
  const percent = changePercent(lowest, request.priceCents);
  const price = {
    field: "PRICE",
    label: "Price",
    before: decimal(lowest),
    after: `${decimal(request.priceCents)}${percent ? ` (${percent})` : ""}`,
  };
  const before = decimal(first?.compareAtPrice ?? null);
  const after = decimal(request.compareAtCents);
  return before === after
    ? [price]
    : [price, { field: "COMPARE_AT_PRICE", label: "Compare At Price", before, after }];
}

const lowestPrice = (variants: readonly Variant[]): Cents =>
  cents(Math.min(...variants.map(({ price }) => price)));

/** How many products the file changes, and when. */
async function sumUp(tx: ShopTransaction, run: Run): Promise<{ summary: string[]; question: string | null }> {
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
  const count = (number: number, noun: string) =>
    `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
  return {
    summary: [
      `${count(variants, "variant")} of ${count(products, "product")} get their prices ${when} (${shop.timeZone}).`,
      describeEnd(estimateEnd(await batchesOf(tx, due), rate), rate, dateOf),
      ...(await withoutSku(tx)),
    ],
    question: null,
  };
}

/** The points per second of Shopify's standard plans, until the store's own rate is known. */
const STANDARD_RATE = 100;

/** Any answer of Shopify has the store's rate. */
async function readRate(shop: string, call: CallOptions): Promise<void> {
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

/** Schedules a row's price. Repeating it finds the same schedule. */
async function schedulePrice(
  row: StoredRow,
  { shop: domain, administrator }: ItemContext,
): Promise<ItemOutcome> {
  const shop = await requireShop(domain);
  const { request, problems } = readRequest(row.values, shop, new Date());
  try {
    return await withShop(domain, async (tx) => {
      const { rows: earlier } = await tx.$client.query(
        "SELECT 1 FROM price_schedules WHERE shop = $1 AND import_run_id = $2 AND import_row = $3",
        [domain, row.runId, row.number],
      );
      if (earlier.length > 0) return { state: "done", message: "Scheduled." };
      const [problem] = problems;
      if (problem || !request) throw conflict(problem?.sentence ?? "This row isn't complete.");
      const variants = (await variantsBySku(tx, [request.sku])).get(request.sku);
      const outside =
        variants &&
        guardRailProblem(await readGuardRails(tx, domain), request.priceCents, variants, shop.currency);
      if (outside) throw conflict(outside);
      if (!variants) throw conflict(`No variant in the store has the SKU ${request.sku} any longer.`);
      const seen = lowestPrice(variants);
      const { rows } = await tx.$client.query<{ id: string }>(
        `INSERT INTO price_schedules (shop, sku, price_cents, compare_at_cents, effective_at, end_at, below_mapp,
                seen_cents, import_run_id, import_row, actor_id, actor_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
        [
          domain,
          request.sku,
          request.priceCents,
          request.compareAtCents,
          request.effectiveAt,
          request.endAt,
          request.belowMapp,
          seen,
          row.runId,
          row.number,
          administrator.id,
          administrator.name,
        ],
      );
      await patchRow(tx, row, { written: { scheduleId: Number(rows[0]?.id) }, outcome: "written" });
      const checked = row.changes.find(({ field }) => field === "PRICE")?.before;
      const now = toDecimalString(seen, shop.currency);
      const remark =
        checked === now
          ? ""
          : ` Its price in the store has changed since the check, from ${checked} to ${now}.`;
      return {
        state: "done",
        message: `Scheduled for ${formatDashedDateTime(request.effectiveAt, shop.timeZone)}.${remark}`,
      };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw conflict(
      `Another price of ${request?.sku} was scheduled for the same moment since the check. Choose another moment.`,
    );
  }
}
