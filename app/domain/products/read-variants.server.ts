import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { productGid, variantGid } from "./mirror-row";
import { skuContains } from "./read-products.server";

/** A variant with what identifies its product. Amounts are in the shop's currency. */
export interface Variant {
  /** Shopify's id. */
  id: string;
  number: number;
  title: string;
  /** Null without one. */
  sku: string | null;
  barcode: string | null;
  price: Cents;
  compareAtPrice: Cents | null;
  /** Null where the store has no cost for it. */
  unitCost: Cents | null;
  product: {
    /** Shopify's id. */
    id: string;
    number: number;
    handle: string;
    title: string;
    status: "ACTIVE" | "ARCHIVED" | "DRAFT" | "UNLISTED";
    tags: string[];
  };
}

/**
 * The variants with these SKUs, by SKU. A SKU may belong to several variants, and a SKU without any isn't in the result. Upper and
 * lower case are different, as in Shopify.
 */
export async function variantsBySku(
  tx: ShopTransaction,
  skus: readonly string[],
): Promise<Map<string, Variant[]>> {
  const found = await readVariants(tx, sql`v.sku = ANY(${sql.param([...new Set(skus)])}::text[])`);
  const bySku = new Map<string, Variant[]>();
  for (const variant of found) {
    if (!variant.sku) continue;
    const own = bySku.get(variant.sku);
    // Not a new array for each: a placeholder may be the SKU of most variants.
    if (own) own.push(variant);
    else bySku.set(variant.sku, [variant]);
  }
  return bySku;
}

/** The variants with these numbers, by number. One that the mirror doesn't have isn't in the result. */
export async function variantsById(
  tx: ShopTransaction,
  numbers: readonly number[],
): Promise<Map<number, Variant>> {
  const found = await readVariants(tx, sql`v.id = ANY(${sql.param([...numbers])}::bigint[])`);
  return new Map(found.map((variant) => [variant.number, variant]));
}

/** The variants of a product, in its order. */
export const variantsOfProduct = (tx: ShopTransaction, productNumber: number): Promise<Variant[]> =>
  readVariants(tx, sql`v.product_id = ${productNumber}`);

/** The first variants whose SKU contains a text, in any case, by SKU. */
export const searchVariants = (tx: ShopTransaction, text: string, limit: number): Promise<Variant[]> =>
  readVariants(tx, skuContains(sql`v.sku`, text), sql`ORDER BY v.sku, v.id LIMIT ${limit}`);

interface VariantRecord {
  id: string;
  title: string;
  sku: string | null;
  barcode: string | null;
  price_cents: string;
  compare_at_price_cents: string | null;
  unit_cost_cents: string | null;
  product_id: string;
  handle: string;
  product_title: string;
  status: Variant["product"]["status"];
  tags: string[];
}

/** @param where a condition over `variants_of_shop AS v` */
async function readVariants(
  tx: ShopTransaction,
  where: SQL,
  order = sql`ORDER BY v.product_id, v.position, v.id`,
): Promise<Variant[]> {
  const rows = await queryRows<VariantRecord>(
    tx,
    sql`SELECT v.id, v.title, v.sku, v.barcode, v.price_cents, v.compare_at_price_cents, v.unit_cost_cents, v.product_id,
               p.handle, p.title AS product_title, p.status, p.tags
          FROM variants_of_shop AS v JOIN products_of_shop AS p ON p.id = v.product_id
         WHERE ${where} ${order}`,
  );
  return rows.map(variantOf);
}

const centsOrNull = (value: string | null): Cents | null =>
  value === null ? null : centsFromDatabase(value);

const variantOf = (record: VariantRecord): Variant => ({
  id: variantGid(record.id),
  number: Number(record.id),
  title: record.title,
  sku: record.sku,
  barcode: record.barcode,
  price: centsFromDatabase(record.price_cents),
  compareAtPrice: centsOrNull(record.compare_at_price_cents),
  unitCost: centsOrNull(record.unit_cost_cents),
  product: {
    id: productGid(record.product_id),
    number: Number(record.product_id),
    handle: record.handle,
    title: record.product_title,
    status: record.status,
    tags: record.tags,
  },
});
