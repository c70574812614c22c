import type { Compared, ImportHandler, Run, StoredRow } from "~/core/imports/import-handler.server";
import { patchRow } from "~/core/imports/patch-row.server";
import type { ReadRow } from "~/core/imports/read-row";
import { readingOf } from "~/core/imports/reading.server";
import { type Variant, variantsBySku } from "~/domain/products/read-variants.server";
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
import { changePercent, PRICE_LIMIT, readPrice } from "./read-price";
import { rollBackPrice } from "./roll-back-price.server";

/** Rows that are scheduled prices. Undoing an import cancels what isn't due yet and rolls back what is applied. */
export const priceImportHandler: ImportHandler = {
  kind: priceImport,
  doneWord: "scheduled",
  compare: comparePrices,
  created: () => [],
  lookUp: lookUpSkus,
  sumUp,
  write: schedulePrice,
  undo: rollBackPrice,
};

type Problem = Compared["problems"][number];

/** What a row requests. */
interface Request {
  sku: string;
  priceCents: Cents;
  compareAtCents: Cents | null;
  effectiveAt: Date;
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
  if (priceCents !== null && compareAtCents !== null && priceCents > compareAtCents)
    remarks.push({
      field: "COMPARE_AT_PRICE",
      sentence: `The price ${toDecimalString(priceCents, currency)} is above the compare-at price ${toDecimalString(compareAtCents, currency)}.`,
    });
  const sku = values.MODEL ?? "";
  const belowMapp = values.BELOW_MAPP_ITEM_TAG === "1";
  const request =
    problems.length === 0 && priceCents !== null && effectiveAt && sku
      ? { sku, priceCents, compareAtCents, effectiveAt, belowMapp }
      : null;
  return { request, problems, remarks };
}

interface OtherSchedule {
  sku: string;
  effective_at: Date;
  price_cents: string;
}

/** The prices of these SKUs that are scheduled already. */
async function readSchedules(
  tx: ShopTransaction,
  skus: readonly string[],
): Promise<Map<string, OtherSchedule[]>> {
  const { rows } = await tx.$client.query<OtherSchedule>(
    `SELECT sku, effective_at, price_cents FROM price_schedules_of_shop
      WHERE sku = ANY($1::text[]) AND state = 'scheduled' ORDER BY effective_at`,
    [skus],
  );
  const bySku = new Map<string, OtherSchedule[]>();
  for (const row of rows) bySku.set(row.sku, [...(bySku.get(row.sku) ?? []), row]);
  return bySku;
}

async function comparePrices(tx: ShopTransaction, rows: readonly ReadRow[]): Promise<Compared[]> {
  const shop = await shopOf(tx);
  const now = new Date();
  const skus = rows.flatMap(({ identity }) => identity ?? []);
  const variants = await variantsBySku(tx, skus);
  const schedules = await readSchedules(tx, skus);
  return rows.map((row) =>
    compared(row, {
      shop,
      now,
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
  known: { shop: Shop; now: Date; variants: readonly Variant[]; others: readonly OtherSchedule[] },
): Compared {
  const { shop, variants, others } = known;
  const { currency, timeZone } = shop;
  const { request, problems: own, remarks } = readRequest(row.values, shop, known.now);
  const problems = [...row.problems, ...own];
  if (row.identity && variants.length === 0)
    problems.push({
      field: "MODEL",
      sentence: `No variant in the store has the SKU ${row.identity}. Correct it, or add it in Shopify first.`,
    });
  const same = others.find(({ effective_at }) => +effective_at === +(request?.effectiveAt ?? 0));
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
          ({ effective_at, price_cents }) =>
            `${toDecimalString(cents(Number(price_cents)), currency)} on ${formatDashedDateTime(effective_at, timeZone)}`,
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
  const moments = values.flatMap(({ EFFECTIVE_DATE = "" }) => {
    const moment = parseEffectiveDate(EFFECTIVE_DATE, shop.timeZone);
    return moment ? [+moment] : [];
  });
  if (moments.length === 0) return { summary: [], question: null };
  const { rows: counted } = await tx.$client.query<{ products: number; variants: number }>(
    `SELECT count(DISTINCT product_id)::int AS products, count(*)::int AS variants
       FROM variants_of_shop WHERE sku = ANY($1::text[])`,
    [values.map(({ MODEL = "" }) => MODEL)],
  );
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
    ],
    question: null,
  };
}

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
      if (!variants) throw conflict(`No variant in the store has the SKU ${request.sku} any longer.`);
      const seen = lowestPrice(variants);
      const { rows } = await tx.$client.query<{ id: string }>(
        `INSERT INTO price_schedules (shop, sku, price_cents, compare_at_cents, effective_at, below_mapp, seen_cents,
                import_run_id, import_row, actor_id, actor_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
        [
          domain,
          request.sku,
          request.priceCents,
          request.compareAtCents,
          request.effectiveAt,
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
