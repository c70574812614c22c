import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { finishChecking } from "~/core/imports/finish.server";
import { IMPORT_LIMITS } from "~/core/imports/limits";
import { discardImport, openImport } from "~/core/imports/open.server";
import { stageRows } from "~/core/imports/stage-rows.server";
import { fromOf, queryRows, whereOf } from "~/core/lists/list-query.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatDashedDateTime } from "~/platform/dates/date-text";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import { toDecimalString } from "~/platform/money/decimal";
import { importForm } from "../import";
import { DATE_NOT_VALID, END_NOT_VALID, parseEffectiveDate } from "../states";
import type { PriceRule, RuleText } from "./price-rule";
import { type ProductChoice, planSkus, requireRule } from "./read-workbench.server";
import { workbenchList } from "./workbench-list.server";

/** The most prices of a plan. They are checked within one request. */
const MAX_PRICES = 20_000;

/** What a plan is made of. Dates are ISO 8601. */
export interface NewPlan {
  /** Its name among the imports. */
  name: string;
  filter: ProductChoice;
  rule: RuleText;
  effectiveAt: string;
  endAt: string | null;
  belowMapp: boolean;
  operationId?: string;
}

const COLUMNS = importForm.fields.map(({ label }) => label);

/**
 * Makes a plan of prices: a price file whose rows are the chosen SKUs with their new prices. From there on, it is checked, approved,
 * scheduled and undone as any file. Prices that the rule doesn't set or change aren't in it.
 * @returns the import's id, and how many prices it has
 * @throws 400 with a message per field, 409 when no price would change, or too many
 */
export async function createPlan(
  context: CallContext,
  plan: NewPlan,
): Promise<{ importId: string; prices: number }> {
  const { shop, clock } = context;
  const rule = requireRule(plan.rule, shop.currency);
  if (!rule) {
    const problem = "Enter the rule's value first.";
    throw badRequest(problem, { by: problem });
  }
  const [effectiveAt, endAt] = [
    new Date(plan.effectiveAt),
    plan.endAt === null ? null : new Date(plan.endAt),
  ];
  const fieldErrors = {
    ...(effectiveAt <= clock.now() && { effectiveAt: DATE_NOT_VALID }),
    ...(endAt && endAt <= effectiveAt && { endAt: END_NOT_VALID }),
  };
  if (Object.keys(fieldErrors).length > 0)
    throw badRequest(Object.values(fieldErrors).join(" "), fieldErrors);
  const rows = await planRows(context, plan.filter, rule, [
    dateCell(effectiveAt, shop),
    endAt ? dateCell(endAt, shop) : "",
    plan.belowMapp ? "true" : "false",
  ]);
  if (rows.length === 0)
    throw conflict("No price of these products would change. Choose other products, or another rule.");
  const { operationId: _key, ...content } = plan;
  const file = {
    kind: importForm.id,
    fileName: plan.name,
    sha256: createHash("sha256").update(JSON.stringify(content)).digest("hex"),
    columns: COLUMNS,
    rowCount: rows.length,
    operationId: plan.operationId,
    decided: { mapping: importForm.fields.map(({ name }) => name), blanks: "keep" as const },
  };
  let { run } = await openImport(context, file);
  if (run.state === "reading" && run.rowCount !== rows.length) {
    // An earlier attempt ended before its rows were checked, and the products have changed since.
    await discardImport(context, run.id);
    ({ run } = await openImport(context, file));
  }
  if (run.state === "reading")
    await checkAll(context, run.id, rows).catch(async (error: unknown) => {
      // A copy of this request may have checked it first.
      ({ run } = await openImport(context, file));
      if (run.state === "reading") throw error;
    });
  return { importId: run.id, prices: run.rowCount };
}

async function checkAll(context: CallContext, id: string, rows: readonly string[][]): Promise<void> {
  for (let start = 0; start < rows.length; start += IMPORT_LIMITS.rowsPerSlice)
    await stageRows(
      context,
      id,
      rows
        .slice(start, start + IMPORT_LIMITS.rowsPerSlice)
        // As in a sheet, whose first row is the header.
        .map((cells, index) => ({ number: start + index + 2, cells })),
    );
  await finishChecking(context, id);
}

/** A moment as a file has it. In the hour that the clocks repeat, only the instant itself says which one is meant. */
function dateCell(instant: Date, { timeZone }: Shop): string {
  const text = formatDashedDateTime(instant, timeZone);
  return Number(parseEffectiveDate(text, timeZone)) === +instant ? text : instant.toISOString();
}

/** The cells of the chosen SKUs whose price or compare-at price changes, in the order of the fields of the import. */
async function planRows(
  context: CallContext,
  filter: ProductChoice,
  rule: PriceRule,
  [effective, end, belowMapp]: readonly [string, string, string],
): Promise<string[][]> {
  const { shop, clock } = context;
  const skus = await chosenSkus(context, filter);
  const rows: string[][] = [];
  for (let start = 0; start < skus.length; start += IMPORT_LIMITS.rowsPerSlice) {
    const some = skus.slice(start, start + IMPORT_LIMITS.rowsPerSlice);
    const planned = await withShop(shop.domain, (tx) => planSkus(tx, shop, some, { rule, now: clock.now() }));
    for (const sku of some) {
      const plan = planned.get(sku)?.planned;
      if (!plan || plan.problem !== undefined || plan.isUnchanged) continue;
      const compareAt = plan.compareAt === null ? "" : toDecimalString(plan.compareAt, shop.currency);
      rows.push([sku, toDecimalString(plan.price, shop.currency), compareAt, effective, end, belowMapp]);
    }
  }
  return rows;
}

/** The SKUs of the chosen variants. @throws 409 when they are too many for a plan */
async function chosenSkus(context: CallContext, filter: ProductChoice): Promise<string[]> {
  const { query } = workbenchList;
  const picked = { ...filter, reader: context } as never;
  const rows = await withShop(context.shop.domain, (tx) =>
    queryRows<{ sku: string }>(
      tx,
      sql`SELECT DISTINCT v.sku FROM ${fromOf(query, picked)} WHERE ${whereOf(query, picked)}
           ORDER BY v.sku LIMIT ${MAX_PRICES + 1}`,
    ),
  );
  if (rows.length > MAX_PRICES)
    throw conflict(
      `More than ${MAX_PRICES.toLocaleString("en-US")} SKUs are chosen, and a plan has at most that many. Choose fewer products.`,
    );
  return rows.map(({ sku }) => sku);
}
