import type { ReportContext } from "~/core/reports/report-declaration.server";
import type { ProductMetafields } from "~/domain/products/mirror-row";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { FORMER_PRODUCT, NEW_PRODUCT } from "./messages";
import { readComparableFields, type Snapshot } from "./snapshot.server";

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

const PRODUCTS_PER_BATCH = 200;

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
