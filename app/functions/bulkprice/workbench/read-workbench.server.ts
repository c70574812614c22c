import { sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import type { FilterOf, RowOf } from "~/core/lists/define-list.server";
import type { PageRequest } from "~/core/lists/keyset-page";
import { mapPage, queryRows } from "~/core/lists/list-query.server";
import { readKeyset } from "~/core/lists/read-list.server";
import { type GuardRails, guardRailProblem } from "~/domain/prices/guard-rails/guard-rails";
import { readGuardRails } from "~/domain/prices/guard-rails/stored-guard-rails.server";
import { type LowestPrice, readLowestPrices } from "~/domain/prices/price-history.server";
import { type Variant, variantsBySku } from "~/domain/products/read-variants.server";
import type { Shop } from "~/platform/auth/shops.server";
import { readShop } from "~/platform/db/read-shop.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { keepFresh } from "~/platform/keep-fresh.server";
import type { ListResult } from "~/platform/list";
import { type Cents, cents } from "~/platform/money/cents";
import { toDecimalString } from "~/platform/money/decimal";
import { changePercent } from "../states";
import {
  marginText,
  type PlannedPrice,
  type PriceBasis,
  type PriceRule,
  planPrice,
  type RuleText,
  readRule,
} from "./price-rule";
import { workbenchList } from "./workbench-list.server";

export type WorkbenchRow = RowOf<typeof workbenchList>;

/** What chooses products. */
export type ProductChoice = FilterOf<(typeof workbenchList)["narrowing"]> & { search: string };

/** @throws 400 for a value that isn't valid */
export function requireRule(text: RuleText, currency: string): PriceRule | null {
  const { rule, problem } = readRule(text, currency);
  if (problem) throw badRequest(problem, { by: problem });
  return rule;
}

/** A page of the chosen variants, with what the rule makes of their prices. @throws 400 for a rule that isn't valid */
export async function readWorkbenchPage(
  context: CallContext,
  {
    filter,
    rule: ruleText,
    ...request
  }: PageRequest & { sort?: string; filter: ProductChoice; rule: RuleText },
): Promise<ListResult<WorkbenchRow>> {
  const { shop, clock } = context;
  const rule = requireRule(ruleText, shop.currency);
  const page = await readKeyset(context, workbenchList, { ...request, filter: filter as never });
  if (page.rows.length === 0) return page;
  const skus = [...new Set(page.rows.map(({ sku }) => sku))];
  const planned = await readShop(shop.domain, (tx) => planSkus(tx, shop, skus, { rule, now: clock.now() }));
  return mapPage(page, (row) => withPlan(row, planned.get(row.sku), shop.currency));
}

function withPlan(row: WorkbenchRow, plan: PlannedSku | undefined, currency: string): WorkbenchRow {
  // Changed between the two statements.
  if (!plan) return row;
  const { basis, planned, variants, limit, lowestSince } = plan;
  const text = (amount: Cents | null) => (amount === null ? null : toDecimalString(amount, currency));
  const common = {
    ...row,
    margin: marginText(basis.price, basis.cost),
    lowest: text(basis.lowest),
    lowestSince: lowestSince?.toISOString() ?? null,
    others: variants.length - 1,
  };
  if (planned === null) return common;
  if (planned.problem !== undefined) return { ...common, problem: planned.problem };
  return {
    ...common,
    newPrice: text(planned.price),
    change: changePercent(basis.price, planned.price),
    newMargin: marginText(planned.price, basis.cost),
    newCompareAt: text(planned.compareAt),
    limit,
  };
}

/** What a SKU has now, and what the rule makes of it. All variants with the SKU get the same price. */
export interface PlannedSku {
  variants: readonly Variant[];
  basis: PriceBasis;
  /** Set when prices are recorded for less than 30 days. */
  lowestSince: Date | null;
  /** Null without a rule. */
  planned: PlannedPrice | null;
  /** The owner's limit that the new price is outside of. */
  limit: string | null;
}

/**
 * Plans the prices of SKUs: from the lowest price of the variants with a SKU and their highest cost, as the import compares them.
 * @returns by SKU, without those that no variant has
 */
export async function planSkus(
  tx: ShopTransaction,
  shop: Shop,
  skus: readonly string[],
  { rule, now }: { rule: PriceRule | null; now: Date },
): Promise<Map<string, PlannedSku>> {
  const bySku = await variantsBySku(tx, skus);
  const numbers = [...bySku.values()].flatMap((variants) => variants.map(({ number }) => number));
  const lowest = await readLowestPrices(tx, numbers, now);
  const limits = await readGuardRails(tx, shop.domain);
  return new Map(
    [...bySku].map(([sku, variants]) => [sku, planSku(variants, { shop, rule, lowest, limits })]),
  );
}

function planSku(
  variants: readonly Variant[],
  known: {
    shop: Shop;
    rule: PriceRule | null;
    lowest: ReadonlyMap<number, LowestPrice>;
    limits: GuardRails;
  },
): PlannedSku {
  const { shop, rule, limits } = known;
  const histories = variants.flatMap(({ number }) => known.lowest.get(number) ?? []);
  const basis: PriceBasis = {
    price: cents(Math.min(...variants.map(({ price }) => price))),
    compareAt: variants[0]?.compareAtPrice ?? null,
    cost: extreme(
      Math.max,
      variants.map(({ unitCost }) => unitCost),
    ),
    lowest: extreme(
      Math.min,
      histories.map(({ price }) => price),
    ),
  };
  const planned = rule && planPrice(rule, basis, shop.currency);
  const isPriced = planned !== null && planned.problem === undefined;
  return {
    variants,
    basis,
    lowestSince: histories.find(({ since }) => since !== null)?.since ?? null,
    planned: planned && isPriced ? { ...planned, isUnchanged: isUnchanged(planned, variants) } : planned,
    limit: isPriced ? guardRailProblem(limits, planned.price, variants, shop.currency) : null,
  };
}

const isUnchanged = (
  { price, compareAt }: { price: Cents; compareAt: Cents | null },
  variants: readonly Variant[],
): boolean => variants.every((variant) => variant.price === price && variant.compareAtPrice === compareAt);

/** The least or most of the amounts that are known. Null without any. */
function extreme(of: (...values: number[]) => number, amounts: readonly (Cents | null)[]): Cents | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : cents(of(...known));
}

/** A value that products can be chosen by. */
export interface Choice {
  value: string;
  label: string;
  products: number;
}

const MAX_CHOICES = 1_000;

interface Choices {
  vendors: Choice[];
  collections: Choice[];
  tags: Choice[];
}

/** The vendors, collections and tags of the store's products, those of the most products first. At most some minutes old. */
export const readChoices = ({ shop, clock }: CallContext): Promise<Choices> =>
  choicesOfShops.read(shop.domain, clock.now());

async function countChoices(shop: string): Promise<Choices> {
  const rows = await readShop(shop, (tx) =>
    queryRows<Choice & { kind: "vendors" | "collections" | "tags" }>(
      tx,
      sql`(SELECT 'vendors' AS kind, vendor AS value, vendor AS label, count(*)::int AS products FROM products_of_shop
            WHERE vendor <> '' GROUP BY vendor ORDER BY 4 DESC, 2 LIMIT ${MAX_CHOICES})
          UNION ALL
          (SELECT 'tags', tag, tag, sum(products)::int
             FROM (SELECT tags, count(*) AS products FROM products_of_shop GROUP BY tags) AS alike CROSS JOIN unnest(tags) AS tag
            GROUP BY tag ORDER BY 4 DESC, 2 LIMIT ${MAX_CHOICES})
          UNION ALL
          (SELECT 'collections', collection.id::text, max(collection.title), count(*)::int
             FROM products_of_shop CROSS JOIN jsonb_to_recordset(collections) AS collection (id bigint, title text)
            GROUP BY collection.id ORDER BY 4 DESC, 2 LIMIT ${MAX_CHOICES})`,
    ),
  );
  const of = (wanted: string) => rows.flatMap(({ kind, ...choice }) => (kind === wanted ? [choice] : []));
  return { vendors: of("vendors"), collections: of("collections"), tags: of("tags") };
}

/** Counting reads all products. A shop whose products are still being read has none yet. */
const choicesOfShops = keepFresh(
  countChoices,
  { refreshAfterMs: 10_000, expiresAfterMs: 10 * 60_000 },
  ({ vendors }) => vendors.length > 0,
);
