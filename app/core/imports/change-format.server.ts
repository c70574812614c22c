import { and, eq } from "drizzle-orm";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import { type ColumnFormat, formatsOf } from "./column-format";
import { checkAllRows, checkOnceMore } from "./finish.server";
import { IMPORT_LIMITS } from "./limits";
import { assertNotStarted, type Caller, findRun, lockRun } from "./runs.server";
import type { ImportRun } from "./schemas";
import { importRuns } from "./tables.server";

/**
 * Decides how the dates or numbers of a column are written. All rows are read and checked again.
 * @throws 400 for a column whose field has no such format, 409 once the import was started or before it was checked
 */
export async function changeFormat(
  caller: Caller,
  { id, column, format }: { id: string; column: number; format: ColumnFormat },
): Promise<ImportRun> {
  const shop = caller.shop.domain;
  await withShop(shop, async (tx) => {
    const { run, kind, handler } = await lockRun(tx, caller, id);
    assertNotStarted(run);
    if (!run.checkedAt) throw conflict("The rows are still being checked. Wait until they all are.");
    const field = kind.fields.find(({ name }) => name === run.mapping?.[column]);
    if (!field || !formatsOf(field).includes(format))
      throw badRequest("The values of this column can't be written in this way. Choose another column.");
    const formats = run.columns.map((_heading, at) => (at === column ? format : (run.formats?.[at] ?? null)));
    await tx
      .update(importRuns)
      .set({ formats })
      .where(and(eq(importRuns.shop, shop), eq(importRuns.id, id)));
    await checkAllRows(tx, { ...run, formats }, handler, caller);
  });
  // Rows that can be read now may be about records that weren't looked up yet.
  const checked = await withShop(shop, (tx) => findRun(tx, caller, id));
  if (checked.rowCount <= IMPORT_LIMITS.lookedUpInStore) await checkOnceMore(caller, id);
  return withShop(shop, (tx) => findRun(tx, caller, id));
}
