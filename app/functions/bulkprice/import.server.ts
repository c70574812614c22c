import {
  type Compared,
  defineImport,
  patchRow,
  type StoredRow,
} from "~/core/imports/import-definition.server";
import type { ReadRow } from "~/core/imports/read-row";
import { type GuardRails, guardRailProblem } from "~/domain/prices/guard-rails/guard-rails";
import { readGuardRails } from "~/domain/prices/guard-rails/stored-guard-rails.server";
import { productsMirror } from "~/domain/products/mirror.server";
import { type Variant, variantsBySku } from "~/domain/products/read-variants.server";
import type { Administrator } from "~/platform/auth/permission";
import { requireShop, type Shop } from "~/platform/auth/shops.server";
import { formatDashedDateTime } from "~/platform/dates/date-text";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import type { ItemContext, ItemOutcome } from "~/platform/jobs/job.server";
import { type Cents, cents } from "~/platform/money/cents";
import { decimalsOf, toDecimalString } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import { importForm } from "./import";
import { lookUpSkus, readRate, sumUpPrices } from "./plan-prices.server";
import { rollBackPrice } from "./roll-back-price.server";
import {
  assertSecondAdministrator,
  needsSecondAdministrator,
  secondAdministratorWarning,
  shopOf,
} from "./scheduled-variants.server";
import * as states from "./states";

/** Rows that are scheduled prices. Undoing an import cancels what isn't due yet and rolls back what is applied. */
export const importedPrices = defineImport({
  form: importForm,
  compare: comparePrices,
  created: () => [],
  write: schedulePrice,
  undo: rollBackPrice,
  lookUp: lookUpSkus,
  file: {
    prepareSum: readRate,
    sumUp: sumUpPrices,
    warning: (tx, run) => secondAdministratorWarning(tx, run),
    assertMayStart: assertSecondAdministrator,
    needsOthers: needsSecondAdministrator,
    // One mutation changes all variants of a product. Of several prices of a SKU, the last one is undone first.
    undoOrder: `(SELECT min(product_id) FROM scheduled_variants AS v
                WHERE v.shop = import_rows.shop AND v.schedule_id = (import_rows.written ->> 'scheduleId')::bigint),
              (SELECT effective_at FROM price_schedules AS s
                WHERE s.shop = import_rows.shop AND s.id = (import_rows.written ->> 'scheduleId')::bigint) DESC NULLS LAST`,
  },
});

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
    const read = states.readPrice(text, currency);
    if (!read) {
      const sentence = `${label} "${text.slice(0, 40)}" isn't a valid price. Write a number from 0 to below ${states.PRICE_LIMIT.toLocaleString("en-US")}, such as 12.50.`;
      problems.push({ field, sentence });
      return null;
    }
    if (read.isRounded)
      remarks.push({
        field,
        sentence: `${label} ${text} has more decimals than ${currency}, which has ${decimalsOf(currency)}. It is rounded to ${formatMoney(read.cents, currency)}.`,
      });
    return read.cents;
  };
  const priceCents = amountOf("PRICE", "Price");
  const compareAtCents = amountOf("COMPARE_AT_PRICE", "Compare At Price");
  const date = values.EFFECTIVE_DATE ?? "";
  const effectiveAt = date === "" ? null : states.parseEffectiveDate(date, timeZone);
  if (date !== "" && !effectiveAt)
    problems.push({
      field: "EFFECTIVE_DATE",
      sentence:
        skippedHourProblem("Effective Date", date, timeZone) ??
        `Effective Date "${date.slice(0, 40)}" isn't a valid date. Write it as MM-DD-YYYY HH:mm:ss.`,
    });
  if (effectiveAt && effectiveAt <= now)
    problems.push({
      field: "EFFECTIVE_DATE",
      sentence: `Effective Date ${formatDashedDateTime(effectiveAt, timeZone)} is in the past. Choose a later one.`,
    });
  const endText = values.END_DATE ?? "";
  const endAt = endText === "" ? null : states.parseEffectiveDate(endText, timeZone, "end");
  if (endText !== "" && !endAt)
    problems.push({
      field: "END_DATE",
      sentence:
        skippedHourProblem("End Date", endText, timeZone) ??
        `End Date "${endText.slice(0, 40)}" isn't a valid date. Write it as MM-DD-YYYY HH:mm:ss, or leave it blank.`,
    });
  if (effectiveAt && endAt && endAt <= effectiveAt)
    problems.push({
      field: "END_DATE",
      sentence: `End Date ${formatDashedDateTime(endAt, timeZone)} isn't after the effective date. Choose a later one.`,
    });
  if (priceCents !== null && compareAtCents !== null && priceCents > compareAtCents)
    remarks.push({
      field: "COMPARE_AT_PRICE",
      sentence: `The price ${formatMoney(priceCents, currency)} is above the compare-at price ${formatMoney(compareAtCents, currency)}.`,
    });
  const sku = values.MODEL ?? "";
  const belowMapp = values.BELOW_MAPP_ITEM_TAG === "1";
  const request =
    problems.length === 0 && priceCents !== null && effectiveAt && sku
      ? { sku, priceCents, compareAtCents, effectiveAt, endAt, belowMapp }
      : null;
  return { request, problems, remarks };
}

const skippedHourProblem = (label: string, text: string, timeZone: string): string | null =>
  states.isSkippedTime(text, timeZone)
    ? `${label} "${text.slice(0, 40)}" doesn't exist in ${timeZone}: the clocks skip this hour. Choose another time.`
    : null;

interface OtherSchedule {
  sku: string;
  effective_at: Date;
  end_at: Date | null;
  state: states.PriceState;
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
  for (const row of rows) {
    const own = bySku.get(row.sku);
    if (own) own.push(row);
    else bySku.set(row.sku, [row]);
  }
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
    compareRow(row, {
      shop,
      now,
      limits,
      hasAllVariants,
      variants: variants.get(row.identity ?? "") ?? [],
      others: schedules.get(row.identity ?? "") ?? [],
    }),
  );
}

/** From this drop on, a price is worth a look before it is imported. */
const WARNING_DROP_PERCENT = 50;

/** The most variants or schedules that a sentence names. */
const MAX_NAMED = 10;

function compareRow(
  row: ReadRow,
  data: {
    shop: Shop;
    now: Date;
    limits: GuardRails;
    /** Without it, a SKU that isn't found may be in the store. */
    hasAllVariants: boolean;
    variants: readonly Variant[];
    others: readonly OtherSchedule[];
  },
): Compared {
  const { shop, variants, others } = data;
  const { currency, timeZone } = shop;
  const { request, problems: readProblems, remarks } = readRequest(row.values, shop, data.now);
  const problems = [...row.problems, ...readProblems];
  const occasion =
    states.parseEffectiveDate(row.values.EFFECTIVE_DATE ?? "", timeZone)?.toISOString() ?? null;
  if (row.identity && variants.length === 0)
    problems.push({
      field: "MODEL",
      sentence: data.hasAllVariants
        ? `No variant in the store has the SKU ${row.identity}. Correct it, or add it in Shopify first.`
        : `The SKU ${row.identity} wasn't found yet, because the products are still being read from Shopify. Settings shows when they are complete. Then check the file again.`,
    });
  const limitProblem = request && guardRailProblem(data.limits, request.priceCents, variants, currency);
  if (limitProblem) problems.push({ field: "PRICE", sentence: limitProblem });
  const conflicting = others.find(
    ({ effective_at, state }) =>
      +effective_at === +(request?.effectiveAt ?? 0) && (state === "scheduled" || state === "paused"),
  );
  if (conflicting)
    problems.push({
      field: "EFFECTIVE_DATE",
      sentence: `The price ${formatMoney(cents(Number(conflicting.price_cents)), currency)} is scheduled for the same SKU and moment. Choose another moment, or change that price.`,
    });
  if (!request || problems.length > 0) return { verdict: "refused", occasion, changes: [], problems };
  if (request.priceCents === 0)
    remarks.push({ field: "PRICE", sentence: "The price is 0. Customers would pay nothing." });
  else if (request.priceCents <= (lowestPrice(variants) * (100 - WARNING_DROP_PERCENT)) / 100)
    remarks.push({
      field: "PRICE",
      sentence: `The price falls from ${formatMoney(lowestPrice(variants), currency)} to ${formatMoney(request.priceCents, currency)}, by ${WARNING_DROP_PERCENT} % or more.`,
    });
  if (variants.length > 1)
    remarks.push({
      field: "MODEL",
      sentence: `${variants.length} variants have this SKU, and all of them get the price: ${listNames(variants, nameOf)}.`,
    });
  if (others.length > 0)
    remarks.push({
      field: "EFFECTIVE_DATE",
      sentence: `Other prices are scheduled for this SKU: ${listNames(
        others,
        ({ effective_at, end_at, price_cents, state }) =>
          `${formatMoney(cents(Number(price_cents)), currency)} on ${formatDashedDateTime(effective_at, timeZone)}${end_at ? ` until ${formatDashedDateTime(end_at, timeZone)}` : ""}${state === "paused" ? " (paused)" : ""}`,
      )}.`,
    });
  return { verdict: "change", occasion, changes: changesOf(request, variants, shop), problems: remarks };
}

const nameOf = ({ product, title }: Variant) => `${product.title} – ${title}`;
/** Names the first ones only: there may be very many. */
function listNames<Named>(all: readonly Named[], nameOf: (one: Named) => string): string {
  const names = all.slice(0, MAX_NAMED).map(nameOf).join("; ");
  return all.length > MAX_NAMED ? `${names}; and ${all.length - MAX_NAMED} more` : names;
}

function changesOf(request: Request, variants: readonly Variant[], { currency }: Shop): Compared["changes"] {
  const money = (amount: Cents | null) => (amount === null ? "" : formatMoney(amount, currency));
  const lowest = lowestPrice(variants);
  const [first] = variants;
  const percent = states.changePercent(lowest, request.priceCents);
  const price = {
    field: "PRICE",
    label: "Price",
    before: money(lowest),
    after: `${money(request.priceCents)}${percent ? ` (${percent})` : ""}`,
  };
  const before = money(first?.compareAtPrice ?? null);
  const after = money(request.compareAtCents);
  return before === after
    ? [price]
    : [price, { field: "COMPARE_AT_PRICE", label: "Compare At Price", before, after }];
}

const lowestPrice = (variants: readonly Variant[]): Cents =>
  cents(Math.min(...variants.map(({ price }) => price)));

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
      const limitProblem =
        variants &&
        guardRailProblem(await readGuardRails(tx, domain), request.priceCents, variants, shop.currency);
      if (limitProblem) throw conflict(limitProblem);
      if (!variants) throw conflict(`No variant in the store has the SKU ${request.sku} any longer.`);
      const currentLowest = lowestPrice(variants);
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
          currentLowest,
          row.runId,
          row.number,
          administrator.id,
          administrator.name,
        ],
      );
      await patchRow(tx, row, { written: { scheduleId: Number(rows[0]?.id) }, outcome: "written" });
      const checked = row.changes.find(({ field }) => field === "PRICE")?.before;
      const now = formatMoney(currentLowest, shop.currency);
      const remark =
        // A file that was checked by an earlier release has prices without the currency.
        checked === now || checked === toDecimalString(currentLowest, shop.currency)
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
