import type { ReportContext } from "~/core/reports/report-declaration.server";
import type { ProductMetafields } from "~/domain/products/mirror-row";
import { withShop } from "~/platform/db/with-shop.server";

/** An active product with the values of monitored metafields. */
export interface ProductValues {
  id: string;
  handle: string;
  title: string;
  /** In the order of the variants. */
  skus: string[];
  /** Only those that it has. */
  metafields: ProductMetafields;
}

/** Large enough that round trips don't matter, small enough for memory. */
const PRODUCTS_PER_BATCH = 200;

/** The number of active products. */
export const countActiveProducts = (shop: string): Promise<number> =>
  withShop(shop, async (tx) => {
    const { rows } = await tx.$client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM products_of_shop WHERE status = 'ACTIVE'",
    );
    return rows[0]?.count ?? 0;
  });

/**
 * The active products in the order of their ids, in batches. Each batch is stored under the report's run as it is read, so that the
 * next report compares with exactly what this one shows.
 */
export async function* readValues(
  { shop, runId, signal }: ReportContext,
  fields: readonly string[],
): AsyncGenerator<ProductValues[]> {
  for (let after = "0"; ; ) {
    signal.throwIfAborted();
    const { rows } = await withShop(shop.domain, (tx) =>
      tx.$client.query<ProductValues>(BATCH, [shop.domain, runId, after, fields]),
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PRODUCTS_PER_BATCH) return;
    after = last.id;
  }
}

const BATCH = `
  WITH batch AS (
    SELECT p.id, p.handle, p.title,
           (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(p.metafields) WHERE key = ANY($4::text[])) AS metafields,
           ARRAY(SELECT v.sku FROM variants_of_shop AS v WHERE v.product_id = p.id AND v.sku IS NOT NULL
                  ORDER BY v.position, v.id) AS skus
      FROM products_of_shop AS p
     WHERE p.status = 'ACTIVE' AND p.id > $3::bigint
     ORDER BY p.id LIMIT ${PRODUCTS_PER_BATCH}
  ), stored AS (
    INSERT INTO metafield_snapshot_values (shop, run_id, product_id, handle, title, metafields)
    SELECT $1, $2::uuid, id, handle, title, metafields FROM batch
  )
  SELECT id::text, handle, title, metafields, skus FROM batch ORDER BY batch.id`;
