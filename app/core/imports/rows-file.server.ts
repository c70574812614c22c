import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Declarations } from "~/core/context.server";
import { tooManyRows } from "~/core/lists/keyset-page";
import { findShop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { defineJob, startJob } from "~/platform/jobs/job.server";
import type { ItemState } from "~/platform/jobs/states";
import { jobItems } from "~/platform/jobs/tables.server";
import { MAX_ROWS_PER_ANSWER } from "~/platform/list";
import { writeSheetOfJob } from "~/platform/sheets/sheet-of-job.server";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import { assertRowsKept } from "./forget.server";
import type { StagedRow } from "./import-definition.server";
import { type Caller, definitionOf, findImport } from "./imports.server";
import { REFUSED_ROWS_GONE } from "./messages";
import { columnsOf, outcomeCells, reasonsOf, refusedCells, rowSheetName } from "./row-sheets";
import { rowShower } from "./rows.server";
import { type Import, type ImportRow, ROW_SHEETS, type RowSheet, type Verdict } from "./schemas";
import { importRows } from "./tables.server";

const ROWS_PER_BATCH = 1_000;

interface Wanted {
  id: string;
  which: RowSheet;
}

/** The job that writes an import's rows, of any number, as a spreadsheet. */
export const importRowsFileJob = (declarations: Declarations) =>
  defineJob({
    name: "imports.rows-file",
    item: z.object({ id: z.uuid(), which: z.enum(ROW_SHEETS) }),
    concurrency: 1,
    isAwaited: true,
    async run({ id, which }, context) {
      const shop = await findShop(context.shop);
      if (!shop) throw notFound("The app is no longer installed in this shop.");
      const caller = { shop, administrator: context.administrator, declarations };
      const run = await withShop(shop.domain, (tx) => findImport(tx, caller, id));
      return writeSheetOfJob(context, {
        fileName: rowSheetName(run, which, new Date()),
        permission: definitionOf(caller, run).form.flag,
        frame: { name: which === "refused" ? "Refused rows" : "Rows", columns: columnsOf(run, which) },
        batches: batchesOf(caller, run, which),
        total: countOf(run, which),
      });
    },
  });

/**
 * Starts the job that writes an import's rows into a file.
 * @throws as `findImport`, and 409 when the rows were deleted because of their age
 */
export async function startRowsFile(caller: Caller, { id, which }: Wanted, operationId?: string) {
  const shop = caller.shop.domain;
  return withShop(shop, async (tx) => {
    const run = await findImport(tx, caller, id);
    await assertRowsKept(tx, shop, id, ".");
    const title = `${which === "refused" ? "Refused rows" : "All rows"} of the import of ${run.fileName}`;
    const jobId = await startJob(tx, shop, importRowsFileJob(caller.declarations), {
      operationId,
      title,
      permission: definitionOf(caller, run).form.flag,
      startedBy: caller.administrator,
      items: [{ label: title, input: { id, which } }],
      params: { progress: { done: 0, total: countOf(run, which) } },
    });
    return { jobId };
  });
}

/**
 * The rows that are left out, for a spreadsheet that the browser makes.
 * @throws 400 with the code `TOO_MANY_ROWS` when they exceed the limit of an answer, and 409 when they were deleted
 */
export async function readLeftOutRows(
  caller: Caller,
  id: string,
): Promise<{ run: Import; rows: ImportRow[] }> {
  const run = await withShop(caller.shop.domain, (tx) => findImport(tx, caller, id));
  const count = countOf(run, "refused");
  if (count > MAX_ROWS_PER_ANSWER)
    throw tooManyRows("Have the file written as a job: POST to /api/imports/{id}/rows/file.");
  const rows = await readBatch(caller, run, "refused", { after: 0, limit: MAX_ROWS_PER_ANSWER });
  if (rows.length === 0 && count > 0) throw conflict(REFUSED_ROWS_GONE);
  return { run, rows: rows.map(({ row }) => row) };
}

const countOf = ({ counts, rowCount }: Import, which: RowSheet): number =>
  which === "all" ? rowCount : (counts?.refused ?? 0) + (counts?.duplicate ?? 0);

async function* batchesOf(caller: Caller, run: Import, which: RowSheet): AsyncGenerator<CellValue[][]> {
  const items = itemsOf(caller, run);
  let item = await items.next();
  for (let after = 0; ; ) {
    const batch = await readBatch(caller, run, which, { after, limit: ROWS_PER_BATCH, withFormats: false });
    const last = batch.at(-1);
    if (!last) return;
    const sheetRows: CellValue[][] = [];
    for (const { kept, row } of batch) {
      if (which === "refused") {
        sheetRows.push(refusedCells(run, row));
        continue;
      }
      // Both are in the order of the file, without erased rows.
      while (!item.done && item.value.number < row.number) item = await items.next();
      const own = !item.done && item.value.number === row.number ? item.value : undefined;
      sheetRows.push(outcomeCells(run, row, outcomeFor(kept, row, own)));
    }
    yield sheetRows;
    after = last.row.number;
  }
}

async function readBatch(
  caller: Caller,
  run: Import,
  which: RowSheet,
  { after, limit, withFormats }: { after: number; limit: number; withFormats?: boolean },
): Promise<{ kept: StagedRow; row: ImportRow }[]> {
  const shop = caller.shop.domain;
  return withShop(shop, async (tx) => {
    const found = await tx
      .select()
      .from(importRows)
      .where(
        and(
          eq(importRows.shop, shop),
          eq(importRows.runId, run.id),
          gt(importRows.number, after),
          which === "refused" ? inArray(importRows.verdict, ["refused", "duplicate"]) : undefined,
        ),
      )
      .orderBy(asc(importRows.number))
      .limit(limit);
    const show = await rowShower(tx, caller, run, found, { withFormats });
    return found.map((kept) => ({ kept, row: show(kept) }));
  });
}

interface Item {
  /** The row's, in the file. */
  number: number;
  state: ItemState;
  message: string | null;
}

/** The outcomes of the rows that the job was to write, in the order of the file. */
async function* itemsOf({ shop: { domain: shop } }: Caller, { jobId }: Import): AsyncGenerator<Item> {
  if (!jobId) return;
  for (let after = -1; ; ) {
    const found = await withShop(shop, (tx) =>
      tx
        .select()
        .from(jobItems)
        .where(and(eq(jobItems.shop, shop), eq(jobItems.jobId, jobId), gt(jobItems.position, after)))
        .orderBy(asc(jobItems.position))
        .limit(ROWS_PER_BATCH),
    );
    const last = found.at(-1);
    if (!last) return;
    for (const { input, state, message } of found)
      yield { number: (input as { number: number }).number, state, message };
    after = last.position;
  }
}

const VERDICT_WORDS: Record<Verdict, string> = {
  create: "Not started",
  change: "Not started",
  unchanged: "Nothing to do",
  refused: "Refused",
  duplicate: "Repeated",
};

const STATE_WORDS: Record<ItemState, string> = {
  waiting: "Waiting",
  running: "In work",
  done: "Done",
  failed: "Failed",
  skipped: "Skipped",
  cancelled: "Canceled",
};

/** The outcome of a row. A written row that was undone counts as undone. */
function outcomeFor(
  kept: StagedRow,
  row: ImportRow,
  item: Item | undefined,
): { outcome: string; message: string } {
  if (kept.outcome === "undone") return { outcome: "Undone", message: "" };
  if (item) return { outcome: STATE_WORDS[item.state], message: item.message ?? "" };
  return { outcome: VERDICT_WORDS[row.verdict], message: reasonsOf(row) };
}
