import { and, eq, isNotNull } from "drizzle-orm";
import type { ReportContext } from "~/core/reports/report-declaration.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { isUnfinished } from "~/platform/jobs/is-unfinished.server";
import { OVERTAKEN } from "./messages";
import { lockFields } from "./stored-fields.server";
import { metafieldSnapshots, metafieldSnapshotValues } from "./tables.server";

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
