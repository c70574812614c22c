import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import { containsIndexed, MIN_TRIGRAM_LENGTH, wordsOf } from "~/core/lists/search.server";
import { definePalette, MAX_FOUND } from "~/core/palette/define-palette.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { productsMirror } from "./mirror.server";
import { type ProductCollection, type ProductMedia, type ProductMetafields, productGid } from "./mirror-row";
import { variantsOfShop } from "./tables.server";

/** A product as the mirror has it, without its variants. */
export interface Product {
  /** Shopify's id. */
  id: string;
  number: number;
  handle: string;
  title: string;
  vendor: string;
  productType: string;
  status: "ACTIVE" | "ARCHIVED" | "DRAFT" | "UNLISTED";
  tags: string[];
  collections: ProductCollection[];
  /** In the order of the product's page. */
  media: ProductMedia[];
  metafields: ProductMetafields;
  /** Shopify's time of the last change. */
  updatedAt: Date;
}

/** The products with these numbers, by number. One that the mirror doesn't have isn't in the result. */
export async function productsById(
  tx: ShopTransaction,
  numbers: readonly number[],
): Promise<Map<number, Product>> {
  const found = await readProducts(tx, sql`id = ANY(${sql.param([...numbers])}::bigint[])`);
  return new Map(found.map((product) => [product.number, product]));
}

/** The product with this handle, or null. */
export async function productByHandle(tx: ShopTransaction, handle: string): Promise<Product | null> {
  // After a handle has moved from one product to another, the mirror may have both for a moment.
  const found = await readProducts(tx, sql`handle = ${handle} ORDER BY updated_at DESC LIMIT 1`);
  return found[0] ?? null;
}

interface ProductRecord {
  id: string;
  handle: string;
  title: string;
  vendor: string;
  product_type: string;
  status: Product["status"];
  tags: string[];
  collections: ProductCollection[];
  media: ProductMedia[];
  metafields: ProductMetafields;
  updated_at: Date;
}

async function readProducts(tx: ShopTransaction, where: SQL): Promise<Product[]> {
  const rows = await queryRows<ProductRecord>(
    tx,
    sql`SELECT id, handle, title, vendor, product_type, status, tags, collections, media, metafields, updated_at
          FROM products_of_shop WHERE ${where}`,
  );
  return rows.map(({ id, product_type, updated_at, ...rest }) => ({
    ...rest,
    id: productGid(id),
    number: Number(id),
    productType: product_type,
    updatedAt: updated_at,
  }));
}

/** What separates the parts of a SKU. */
const SEPARATORS = ["-", "_", ".", "/", " "];

/**
 * Whether a SKU contains each word of a text, in any case. One or two characters match only at the start of the SKU or of one of its
 * parts.
 * @param sku its column, with a trigram index over its lowercase
 */
export const skuContains = (sku: SQL, text: string): SQL =>
  containsIndexed(sql`lower(${sku})`, text, SEPARATORS);

/** The length of the parts that `fivegrams` (migration 0039) makes of a SKU. */
const FIVEGRAM = 5;

/**
 * The condition over a table that has each SKU once, with its fivegrams. Most SKUs of a store have most of their trigrams in common, so an
 * index over these reads more the more SKUs there are. Few have five characters in common.
 */
export const storedSkuContains = (text: string): SQL =>
  sql.join([sql`true`, ...wordsOf(text).map(containsWord)], sql` AND `);

const containsWord = (word: string): SQL =>
  [...word].length < FIVEGRAM
    ? skuContains(sql`sku`, word)
    : sql`fivegrams @> fivegrams(${word}) AND strpos(lower(sku), lower(${word})) > 0`;

/**
 * For work that needs all products with everything that the mirror has of them, such as a report.
 * @throws 409 until the mirror is complete, also after an upgrade that added columns to it
 */
export async function requireProducts(tx: ShopTransaction, shop: string): Promise<void> {
  if (await productsMirror.isComplete(tx, shop)) return;
  throw conflict(
    "The products are still being read from Shopify. Settings shows when they are complete. Then try again.",
  );
}

export const skusInPalette = definePalette({
  name: "SKUs",
  for: "showPriceControl",
  find: ({ text }) =>
    text.length >= MIN_TRIGRAM_LENGTH && !/\s/.test(text)
      ? sql`SELECT DISTINCT sku AS key, sku AS title, 'Price history' AS detail
              FROM (SELECT sku FROM ${variantsOfShop} WHERE ${skuContains(sql`sku`, text)} LIMIT 50) AS matches
             ORDER BY sku LIMIT ${MAX_FOUND}`
      : null,
  address: ({ key }) => `/pricecontrol?${new URLSearchParams({ q: key })}`,
});
