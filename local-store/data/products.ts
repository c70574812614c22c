import type { Queryable } from "./database.ts";
import type { ProductRow, VariantRow } from "./rows.ts";

/** The products with these ids, unordered. */
export async function findProducts(
  db: Queryable,
  shop: string,
  ids: readonly number[],
): Promise<ProductRow[]> {
  const { rows } = await db.query<ProductRow>("SELECT * FROM products WHERE shop = $1 AND id = ANY ($2)", [
    shop,
    ids,
  ]);
  return rows;
}

/** The variants with these ids, unordered. */
export async function findVariants(
  db: Queryable,
  shop: string,
  ids: readonly number[],
): Promise<VariantRow[]> {
  const { rows } = await db.query<VariantRow>("SELECT * FROM variants WHERE shop = $1 AND id = ANY ($2)", [
    shop,
    ids,
  ]);
  return rows;
}

/** The variants of these products, by position. */
export async function variantsOfProducts(
  db: Queryable,
  shop: string,
  productIds: readonly number[],
): Promise<VariantRow[]> {
  const { rows } = await db.query<VariantRow>(
    "SELECT * FROM variants WHERE shop = $1 AND product_id = ANY ($2) ORDER BY product_id, position, id",
    [shop, productIds],
  );
  return rows;
}

/** The first variant with each of these SKUs, by SKU. */
export async function findVariantsBySku(
  db: Queryable,
  shop: string,
  skus: readonly string[],
): Promise<Map<string, VariantRow>> {
  const { rows } = await db.query<VariantRow>(
    "SELECT * FROM variants WHERE shop = $1 AND lower(sku) = ANY ($2) ORDER BY id DESC",
    [shop, skus.map((sku) => sku.toLowerCase())],
  );
  return new Map(rows.map((row) => [row.sku?.toLowerCase() ?? "", row]));
}

/** The product with this handle, or null. */
export async function findProductByHandle(
  db: Queryable,
  shop: string,
  handle: string,
): Promise<ProductRow | null> {
  const { rows } = await db.query<ProductRow>("SELECT * FROM products WHERE shop = $1 AND handle = $2", [
    shop,
    handle,
  ]);
  return rows[0] ?? null;
}
