import { type Queryable, type Store, transaction } from "../data/database.ts";
import { findVariants } from "../data/products.ts";
import type { UserError, VariantRow } from "../data/rows.ts";
import type { PriceListPriceRow, PriceListRow } from "./rows.ts";

/** A fixed price to set, in the smallest unit of its currency. */
export interface FixedPrice {
  variantId: number;
  priceCents: number;
  compareAtPriceCents: number | null;
  currency: string;
  compareAtCurrency: string | null;
}

/** A price of a price list: fixed, or relative to the variant's price. */
export interface ListPrice {
  /** The variant's id, which is also the page cursor. */
  id: number;
  list: PriceListRow;
  variant: VariantRow;
  originType: "FIXED" | "RELATIVE";
  priceCents: number;
  compareAtPriceCents: number | null;
}

/** All price lists of the shop, by id. */
export async function listPriceLists(db: Queryable, shop: string): Promise<PriceListRow[]> {
  const { rows } = await db.query<PriceListRow>("SELECT * FROM price_lists WHERE shop = $1 ORDER BY id", [
    shop,
  ]);
  return rows;
}

/** The price list with this id, or null. */
export async function findPriceList(db: Queryable, shop: string, id: number): Promise<PriceListRow | null> {
  const { rows } = await db.query<PriceListRow>("SELECT * FROM price_lists WHERE shop = $1 AND id = $2", [
    shop,
    id,
  ]);
  return rows[0] ?? null;
}

/** How many fixed prices a price list has. */
export async function countFixedPrices(db: Queryable, list: PriceListRow): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "SELECT count(*) AS count FROM price_list_prices WHERE shop = $1 AND price_list_id = $2",
    [list.shop, list.id],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Prices of a price list after a variant, by variant. The list must be in the shop's currency to have relative prices, because the
 * local store has no exchange rates.
 */
export async function readListPrices(
  db: Queryable,
  list: PriceListRow,
  page: { afterVariantId: number; limit: number | null; originType: "FIXED" | "RELATIVE" | null },
): Promise<ListPrice[]> {
  const condition = { FIXED: "p.variant_id IS NOT NULL", RELATIVE: "p.variant_id IS NULL", ALL: "true" }[
    page.originType ?? "ALL"
  ];
  // Fixed prices are usually few, so they are read from their own table.
  const source =
    page.originType === "FIXED"
      ? "price_list_prices p JOIN variants v ON v.shop = p.shop AND v.id = p.variant_id AND p.price_list_id = $2"
      : "variants v LEFT JOIN price_list_prices p ON p.shop = v.shop AND p.price_list_id = $2 AND p.variant_id = v.id";
  const { rows } = await db.query<
    VariantRow & { fixed_price_cents: number | null; fixed_compare_at_cents: number | null }
  >(
    `SELECT v.*, p.price_cents AS fixed_price_cents, p.compare_at_price_cents AS fixed_compare_at_cents
     FROM ${source} WHERE v.shop = $1 AND v.id > $3 AND ${condition} ORDER BY v.id LIMIT $4`,
    [list.shop, list.id, page.afterVariantId, page.limit],
  );
  return rows.map(({ fixed_price_cents, fixed_compare_at_cents, ...variant }) =>
    fixed_price_cents === null
      ? relativePrice(list, variant)
      : {
          id: variant.id,
          list,
          variant,
          originType: "FIXED",
          priceCents: fixed_price_cents,
          compareAtPriceCents: fixed_compare_at_cents,
        },
  );
}

function relativePrice(list: PriceListRow, variant: VariantRow): ListPrice {
  const adjusted = (cents: number) => Math.round(cents * (1 + Number(list.adjustment_percent) / 100));
  const compareAt = variant.compare_at_price_cents;
  return {
    id: variant.id,
    list,
    variant,
    originType: "RELATIVE",
    priceCents: adjusted(variant.price_cents),
    compareAtPriceCents: compareAt === null ? null : adjusted(compareAt),
  };
}

/** Sets fixed prices, all or none. Price lists have no webhook, and products don't change. */
export async function addFixedPrices(
  store: Store,
  shop: string,
  priceListId: number,
  prices: readonly FixedPrice[],
): Promise<{ prices: ListPrice[]; userErrors: UserError[] }> {
  return transaction(store, async (client) => {
    const list = await findPriceList(client, shop, priceListId);
    if (!list) {
      const error = {
        field: ["priceListId"],
        message: "Price list does not exist.",
        code: "PRICE_LIST_NOT_FOUND",
      };
      return { prices: [], userErrors: [error] };
    }
    const variants = new Map(
      (
        await findVariants(
          client,
          shop,
          prices.map(({ variantId }) => variantId),
        )
      ).map((row) => [row.id, row]),
    );
    const userErrors = prices.flatMap((price, index) => priceErrors(list, price, index, variants));
    if (userErrors.length > 0) return { prices: [], userErrors };
    for (const price of prices) {
      await client.query<PriceListPriceRow>(
        `INSERT INTO price_list_prices (shop, price_list_id, variant_id, price_cents, compare_at_price_cents)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (shop, price_list_id, variant_id)
         DO UPDATE SET price_cents = excluded.price_cents, compare_at_price_cents = excluded.compare_at_price_cents`,
        [shop, priceListId, price.variantId, price.priceCents, price.compareAtPriceCents],
      );
    }
    return {
      prices: prices.map(({ variantId, priceCents, compareAtPriceCents }) => ({
        id: variantId,
        list,
        variant: variants.get(variantId) as VariantRow,
        originType: "FIXED",
        priceCents,
        compareAtPriceCents,
      })),
      userErrors: [],
    };
  });
}

function priceErrors(
  list: PriceListRow,
  price: FixedPrice,
  index: number,
  variants: ReadonlyMap<number, VariantRow>,
): UserError[] {
  const refuse = (path: string[], message: string, code?: string): UserError[] => [
    { field: ["prices", String(index), ...path], message, ...(code ? { code } : {}) },
  ];
  const mismatch = "The specified currency does not match the price list's currency.";
  if (!variants.has(price.variantId))
    return refuse(["variantId"], "Product variant ID does not exist.", "VARIANT_NOT_FOUND");
  if (price.currency !== list.currency)
    return refuse(["price", "currencyCode"], mismatch, "PRICE_LIST_CURRENCY_MISMATCH");
  if (price.compareAtCurrency !== null && price.compareAtCurrency !== list.currency)
    return refuse(["compareAtPrice", "currencyCode"], mismatch, "PRICE_LIST_CURRENCY_MISMATCH");
  if (price.priceCents < 0) return refuse(["price", "amount"], "Price must be greater than or equal to 0.");
  if (price.compareAtPriceCents !== null && price.compareAtPriceCents < 0)
    return refuse(["compareAtPrice", "amount"], "Compare at price must be greater than or equal to 0.");
  return [];
}
