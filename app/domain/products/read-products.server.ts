import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { ProductCollection, ProductMedia, ProductMetafields } from "./mirror-row";
import { productGid } from "./mirror-row";

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
