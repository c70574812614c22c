import { and, eq } from "drizzle-orm";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { type ColumnFormat, formatsOf } from "./column-format";
import type { ImportDefinition, StoredImport } from "./import-definition.server";
import { assertNotStarted, type Caller, findImport, lockImport, publishImport } from "./imports.server";
import { IMPORT_LIMITS } from "./limits";
import type { Import } from "./schemas";
import { checkRows, countVerdicts, settleDuplicates } from "./stage-rows.server";
import { importRuns } from "./tables.server";

/**
 * Finishes the check once all rows were sent: finds rows about the same record and, for a small file, compares all rows with the store.
 * Repeating it returns the same result.
 * @throws 409 while rows are missing, 502 when the store doesn't respond
 */
export async function finishChecking(caller: Caller, id: string): Promise<Import> {
  const shop = caller.shop.domain;
  const { run, definition } = await withShop(shop, async (tx) => {
    const found = await lockImport(tx, caller, id, "share");
    const { received } = await findImport(tx, caller, id);
    const missing = found.run.rowCount - received;
    if (missing > 0)
      throw conflict(
        `${missing.toLocaleString("en-US")} of ${found.run.rowCount.toLocaleString("en-US")} rows haven't arrived. Send them, then check again.`,
      );
    if (missing < 0)
      throw badRequest(
        `${received.toLocaleString("en-US")} rows came, and ${found.run.rowCount.toLocaleString("en-US")} were announced. Begin the import again.`,
      );
    return found;
  });
  const isLookedUp = !run.checkedAt && (await lookUpInStore(run, definition));
  await prepareSum(shop, definition);
  const checked = await withShop(shop, async (tx) => {
    const locked = await lockImport(tx, caller, id);
    if (!locked.run.checkedAt) {
      assertNotStarted(locked.run);
      await assertRowsStaged(tx, caller, locked.run);
      // A look-up that ended early has changed the mirror, too.
      if (isSmall(locked.run)) await checkAgain(tx, locked.run, caller);
      await settleDuplicates(tx, definition.form, locked.run);
      await countVerdicts(tx, definition, locked.run, isLookedUp ? "store" : "mirror");
    }
    return findImport(tx, caller, id);
  });
  // It may wait for a second administrator now.
  publishImport(shop, definition.form);
  return checked;
}

/**
 * Checks an import again that was checked before and not started: what refused a row then may have been corrected since. Without
 * effect on one that was started.
 * @throws 502 when the store does not answer
 */
export async function checkOnceMore(caller: Caller, id: string): Promise<void> {
  const shop = caller.shop.domain;
  const { run, definition } = await withShop(shop, (tx) => lockImport(tx, caller, id, "share"));
  if (run.jobId || !run.checkedAt) return;
  const isLookedUp = await lookUpInStore(run, definition);
  await prepareSum(shop, definition);
  await withShop(shop, async (tx) => {
    const locked = await lockImport(tx, caller, id);
    // The columns may have been matched again, which deletes the rows.
    if (locked.run.jobId || !locked.run.checkedAt) return;
    await checkAgain(tx, locked.run, caller);
    await settleDuplicates(tx, definition.form, locked.run);
    await countVerdicts(tx, definition, locked.run, isLookedUp ? "store" : "mirror");
  });
}

const isSmall = ({ rowCount }: StoredImport): boolean => rowCount <= IMPORT_LIMITS.lookedUpInStore;

/** Looks up all rows of a small file in the store. @returns whether the mirror is up to date with it */
async function lookUpInStore(run: StoredImport, { lookUp }: ImportDefinition): Promise<boolean> {
  if (!lookUp || !isSmall(run)) return false;
  return lookUp(run.shop, await identitiesOf(run), { priority: "person" });
}

/** @throws 409 when the columns were matched again since the rows were counted, which deletes the rows */
async function assertRowsStaged(
  tx: ShopTransaction,
  caller: Caller,
  { id, rowCount }: StoredImport,
): Promise<void> {
  const { received } = await findImport(tx, caller, id);
  if (received !== rowCount)
    throw conflict(
      "The columns were matched again during the check. Send the rows again, then check them again.",
    );
}

/** Reads and checks all rows of an import again, with what the mirror holds. */
async function checkAllRows(
  tx: ShopTransaction,
  run: StoredImport,
  definition: ImportDefinition,
  caller: Caller,
): Promise<void> {
  await checkAgain(tx, run, caller);
  await settleDuplicates(tx, definition.form, run);
  await countVerdicts(tx, definition, run, run.checkedAgainst ?? "mirror");
}

/** A sum without what another system knows is better than none. */
async function prepareSum(shop: string, { file }: ImportDefinition): Promise<void> {
  await file
    ?.prepareSum?.(shop, { priority: "person" })
    .catch((error: unknown) => log.warn({ shop, err: error }, "The sum of an import was not prepared"));
}

/** Of all rows: one that is refused may have a record that is missing in the mirror, or outdated there. */
async function identitiesOf({ shop, id }: StoredImport): Promise<string[]> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ identity: string }>(
      "SELECT DISTINCT identity FROM import_rows WHERE shop = $1 AND run_id = $2 AND identity IS NOT NULL",
      [shop, id],
    ),
  );
  return rows.map(({ identity }) => identity);
}

/** Compares all rows of an import again with the refreshed mirror. A slice at a time, because a large file fills the memory. */
async function checkAgain(tx: ShopTransaction, run: StoredImport, caller: Caller): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await tx.$client.query<{ number: number; cells: string[] }>(
      "SELECT number, cells FROM import_rows WHERE shop = $1 AND run_id = $2 AND number > $3 ORDER BY number LIMIT $4",
      [run.shop, run.id, after, IMPORT_LIMITS.rowsPerSlice],
    );
    const last = rows.at(-1);
    if (!last) return;
    await checkRows(tx, run, rows, caller);
    after = last.number;
  }
}

/**
 * Decides how the dates or numbers of a column are written. All rows are read and checked again.
 * @throws 400 for a column whose field has no such format, 409 once the import was started or before it was checked
 */
export async function changeFormat(
  caller: Caller,
  { id, column, format }: { id: string; column: number; format: ColumnFormat },
): Promise<Import> {
  const shop = caller.shop.domain;
  await withShop(shop, async (tx) => {
    const { run, form, definition } = await lockImport(tx, caller, id);
    assertNotStarted(run);
    if (!run.checkedAt) throw conflict("The rows are still being checked. Wait until they all are.");
    const field = form.fields.find(({ name }) => name === run.mapping?.[column]);
    if (!field || !formatsOf(field).includes(format))
      throw badRequest("The values of this column can't be written in this way. Choose another column.");
    const formats = run.columns.map((_heading, at) => (at === column ? format : (run.formats?.[at] ?? null)));
    await tx
      .update(importRuns)
      .set({ formats })
      .where(and(eq(importRuns.shop, shop), eq(importRuns.id, id)));
    await checkAllRows(tx, { ...run, formats }, definition, caller);
  });
  // Rows that can be read now may be about records that weren't looked up yet.
  const checked = await withShop(shop, (tx) => findImport(tx, caller, id));
  if (checked.rowCount <= IMPORT_LIMITS.lookedUpInStore) await checkOnceMore(caller, id);
  return withShop(shop, (tx) => findImport(tx, caller, id));
}
