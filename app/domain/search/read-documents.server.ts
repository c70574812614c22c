import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { centsFromDatabase } from "~/platform/money/cents";
import type { ProductCollection, ProductMedia, ProductMetafields } from "../products/mirror-row";
import type { SearchDocument } from "./search-document";

/** The next active products by their numbers. @param after the number of the last one that was read, or 0 */
export const readDocuments = (tx: ShopTransaction, after: number, limit: number): Promise<SearchDocument[]> =>
  queryDocuments(tx, sql`p.id > ${after} ORDER BY p.id LIMIT ${limit}`);

/** Those of the products that are active. */
export const documentsById = (tx: ShopTransaction, numbers: readonly number[]): Promise<SearchDocument[]> =>
  queryDocuments(tx, sql`p.id = ANY(${sql.param([...numbers])}::bigint[]) ORDER BY p.id`);

/** How many products are active. */
export async function countActiveProducts(tx: ShopTransaction): Promise<number> {
  const [row] = await queryRows<{ count: string }>(
    tx,
    sql`SELECT count(*) FROM products_of_shop WHERE status = 'ACTIVE'`,
  );
  return Number(row?.count ?? 0);
}

interface DocumentRecord {
  id: string;
  handle: string;
  title: string;
  vendor: string;
  product_type: string;
  tags: string[];
  collections: ProductCollection[];
  media: ProductMedia[];
  metafields: ProductMetafields;
  updated_at: Date;
  currency: string;
  price_from: string | null;
  price_to: string | null;
  skus: string[];
}

async function queryDocuments(tx: ShopTransaction, rest: SQL): Promise<SearchDocument[]> {
  const rows = await queryRows<DocumentRecord>(
    tx,
    sql`SELECT p.id, p.handle, p.title, p.vendor, p.product_type, p.tags, p.collections, p.media, p.metafields, p.updated_at,
               shops.currency, v.price_from, v.price_to, v.skus
          FROM products_of_shop AS p JOIN shops ON shops.shop = p.shop,
               LATERAL (SELECT min(price_cents) AS price_from, max(price_cents) AS price_to,
                               coalesce(array_agg(sku ORDER BY position, id) FILTER (WHERE sku IS NOT NULL), '{}') AS skus
                          FROM variants_of_shop WHERE product_id = p.id) AS v
         WHERE p.status = 'ACTIVE' AND ${rest}`,
  );
  return rows.map(documentOf);
}

function documentOf(record: DocumentRecord): SearchDocument {
  const { id, product_type, media, updated_at, price_from, price_to, ...same } = record;
  const picture = media.find(({ type }) => type === "IMAGE");
  return {
    ...same,
    id: Number(id),
    productType: product_type,
    image: picture?.src ?? picture?.previewUrl ?? null,
    price:
      price_from === null || price_to === null
        ? null
        : { from: centsFromDatabase(price_from), to: centsFromDatabase(price_to) },
    updatedAt: updated_at,
  };
}
