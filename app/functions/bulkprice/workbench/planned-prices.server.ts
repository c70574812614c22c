import { type GuardRails, guardRailProblem } from "~/domain/prices/guard-rails/guard-rails";
import { readGuardRails } from "~/domain/prices/guard-rails/stored-guard-rails.server";
import { type LowestPrice, readLowestPrices } from "~/domain/prices/price-history.server";
import { type Variant, variantsBySku } from "~/domain/products/read-variants.server";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Cents, cents } from "~/platform/money/cents";
import { type PlannedPrice, type PriceBasis, type PriceRule, planPrice } from "./price-rule";

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
