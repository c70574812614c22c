import { and, eq, isNotNull } from "drizzle-orm";
import type { ReportContext } from "~/core/reports/report-declaration.server";
import type { ProductMetafields } from "~/domain/products/mirror-row";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { isUnfinished } from "~/platform/jobs/job.server";
import { FORMER_PRODUCT, NEW_PRODUCT, OVERTAKEN } from "./fields";
import { lockFields } from "./stored-fields.server";
import { metafieldSnapshots, metafieldSnapshotValues } from "./tables.server";

/** An active product with the values of monitored metafields. */
export interface ProductValues {
  id: string;
  handle: string;
  title: string;
  productType: string;
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
    SELECT p.id, p.handle, p.title, p.product_type,
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
  SELECT id::text, handle, title, product_type AS "productType", metafields, skus FROM batch ORDER BY batch.id`;

/** The report that the next one compares with. */
export interface Snapshot {
  runId: string;
  /** The metafields whose values can be compared. */
  fields: string[];
  takenAt: Date;
}

type Run = Pick<ReportContext, "shop" | "runId">;

/** The last report that was finished. Null before the first one. */
async function readLastSnapshot(tx: ShopTransaction, shop: string): Promise<Snapshot | null> {
  const [last] = await tx
    .select()
    .from(metafieldSnapshots)
    .where(and(eq(metafieldSnapshots.shop, shop), isNotNull(metafieldSnapshots.takenAt)));
  return last ? { ...last, takenAt: last.takenAt as Date } : null;
}

/** The metafields of a report that have been monitored since it began. */
async function readFields(tx: ShopTransaction, shop: string, runId: string): Promise<string[]> {
  const [snapshot] = await tx
    .select({ fields: metafieldSnapshots.fields })
    .from(metafieldSnapshots)
    .where(and(eq(metafieldSnapshots.shop, shop), eq(metafieldSnapshots.runId, runId)));
  return snapshot?.fields ?? [];
}

/**
 * Prepares to store the values of a report that is being created. Removes those of an earlier attempt, and of reports that were
 * never finished.
 * @returns the last report that was finished
 */
export async function beginSnapshot(
  { shop: { domain }, runId }: Run,
  fields: readonly string[],
): Promise<Snapshot | null> {
  return withShop(domain, async (tx) => {
    await lockFields(tx, domain);
    const last = await readLastSnapshot(tx, domain);
    // Finished already: the worker that finished it died before the job knew.
    if (last?.runId === runId) return last;
    for (const table of ["metafield_snapshot_values", "metafield_snapshots"])
      await tx.$client.query(
        `DELETE FROM ${table} AS stored WHERE shop = $1 AND run_id IS DISTINCT FROM $2::uuid
            AND (run_id = $3::uuid OR NOT EXISTS (
              SELECT FROM jobs WHERE jobs.shop = $1 AND jobs.id = stored.run_id AND ${isUnfinished("jobs")}))`,
        [domain, last?.runId ?? null, runId],
      );
    await tx.insert(metafieldSnapshots).values({ shop: domain, runId, fields: [...fields] });
    return last;
  });
}

/** The metafields in which a report that is being created can be compared with the last one. */
export async function readComparableFields(
  tx: ShopTransaction,
  { shop: { domain }, runId }: Run,
  last: Snapshot,
): Promise<string[]> {
  const before = new Set(await readFields(tx, domain, last.runId));
  return (await readFields(tx, domain, runId)).filter((field) => before.has(field));
}

/**
 * Makes a report the last one.
 * @param last what `beginSnapshot` returned
 * @throws 409 when another report was finished in between: this one compared with values that are no longer the last ones
 */
export async function finishSnapshot(
  tx: ShopTransaction,
  { shop: { domain }, runId }: Run,
  last: Snapshot | null,
): Promise<void> {
  await lockFields(tx, domain);
  const current = await readLastSnapshot(tx, domain);
  if (current?.runId !== last?.runId) throw conflict(OVERTAKEN);
  if (last)
    for (const table of [metafieldSnapshotValues, metafieldSnapshots])
      await tx.delete(table).where(and(eq(table.shop, domain), eq(table.runId, last.runId)));
  await tx
    .update(metafieldSnapshots)
    .set({ takenAt: new Date() })
    .where(and(eq(metafieldSnapshots.shop, domain), eq(metafieldSnapshots.runId, runId)));
}

/**
 * Excludes metafields that are no longer monitored from the next comparison, also when they are monitored again before it. Their values
 * stay until the next report replaces them: removing them from 50,000 products would take seconds.
 */
export async function stopComparing(
  tx: ShopTransaction,
  shop: string,
  fields: readonly string[],
): Promise<void> {
  await tx.$client.query(
    `UPDATE metafield_snapshots SET fields = ARRAY(SELECT field FROM unnest(fields) AS field WHERE field <> ALL($2::text[]))
      WHERE shop = $1`,
    [shop, fields],
  );
}

type Value = ProductMetafields[string];

/** A monitored metafield whose value differs from the one in the last report. */
export interface ValueChange {
  handle: string;
  title: string;
  field: string;
  /** Null without a value. */
  before: Value | null;
  after: Value | null;
  /** Why all values of a product differ. Empty for a change of one value. */
  note: string;
}

interface ChangedProduct {
  product_id: string;
  handle: string;
  title: string;
  /** Null for a product that the last report didn't have. */
  before: ProductMetafields | null;
  /** Null for a product that this report doesn't have. */
  after: ProductMetafields | null;
}

/** What differs between the stored values of this report and of the last one, in batches. Call it after `readValues` has ended. */
export async function* readChanges(context: ReportContext, last: Snapshot): AsyncGenerator<ValueChange[]> {
  const { domain } = context.shop;
  for (const statement of [CHANGED, FORMER]) {
    for (let after = "0"; ; ) {
      context.signal.throwIfAborted();
      const { products, fields } = await withShop(domain, async (tx) => ({
        products: await readBatch(tx, statement, [domain, context.runId, last.runId, after]),
        // Read each time: a metafield that is deactivated in the meantime isn't compared.
        fields: await readComparableFields(tx, context, last),
      }));
      const changes = products.flatMap((product) => changesOf(product, fields));
      if (changes.length > 0) yield changes;
      const position = products.at(-1)?.product_id;
      if (position === undefined || products.length < PRODUCTS_PER_BATCH) break;
      after = position;
    }
  }
}

const readBatch = async (tx: ShopTransaction, statement: string, values: string[]) =>
  (await tx.$client.query<ChangedProduct>(statement, values)).rows;

function changesOf(
  { handle, title, before, after }: ChangedProduct,
  fields: readonly string[],
): ValueChange[] {
  const note = before === null ? NEW_PRODUCT : after === null ? FORMER_PRODUCT : "";
  return fields.flatMap((field) => {
    const [old, current] = [before?.[field] ?? null, after?.[field] ?? null];
    return old?.value === current?.value ? [] : { handle, title, field, before: old, after: current, note };
  });
}

/** Products of this report that are new or have other values. Newly monitored metafields differ, too. */
const CHANGED = `
  SELECT current.product_id::text, current.handle, current.title, past.metafields AS before, current.metafields AS after
    FROM metafield_snapshot_values AS current
    LEFT JOIN metafield_snapshot_values AS past
      ON past.shop = current.shop AND past.run_id = $3::uuid AND past.product_id = current.product_id
   WHERE current.shop = $1 AND current.run_id = $2::uuid AND current.product_id > $4::bigint
     AND past.metafields IS DISTINCT FROM current.metafields
   ORDER BY current.product_id LIMIT ${PRODUCTS_PER_BATCH}`;

/** Products of the last report that aren't in this one. */
const FORMER = `
  SELECT past.product_id::text, past.handle, past.title, past.metafields AS before, NULL::jsonb AS after
    FROM metafield_snapshot_values AS past
   WHERE past.shop = $1 AND past.run_id = $3::uuid AND past.product_id > $4::bigint
     AND NOT EXISTS (SELECT FROM metafield_snapshot_values AS current
                      WHERE current.shop = $1 AND current.run_id = $2::uuid AND current.product_id = past.product_id)
   ORDER BY past.product_id LIMIT ${PRODUCTS_PER_BATCH}`;
