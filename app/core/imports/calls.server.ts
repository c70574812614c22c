import { z } from "zod";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { declaredName } from "~/core/declared-name";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { withShop } from "~/platform/db/with-shop.server";
import { forbidden } from "~/platform/errors";
import { COLUMN_FORMATS } from "./column-format";
import { changeFormat, finishChecking } from "./finish.server";
import { findImport, IMPORT_PARTS, listImports, mayImportAnything } from "./imports.server";
import { IMPORT_LIMITS } from "./limits";
import { decideMapping, discardImport, openImport } from "./open.server";
import { fixCells, fixRows, pageOfRows } from "./rows.server";
import { readLeftOutRows, startRowsFile } from "./rows-file.server";
import * as schemas from "./schemas";
import { stageRows } from "./stage-rows.server";
import { startImport, undoImport } from "./start.server";

const kindId = declaredName("imports");

/** Characters. A spreadsheet's cell holds fewer. */
const MAX_CELL = 40_000;
const TOO_LONG = `must be at most ${MAX_CELL.toLocaleString("en-US")} characters`;

const slice = z.object({
  number: schemas.count.min(2, "must be 2 or more: row 1 is the header").max(1_048_576),
  // Longer cells refuse their row, not the slice.
  cells: z.array(schemas.text.max(MAX_CELL, TOO_LONG)).max(IMPORT_LIMITS.columns),
});

/** The headings of a file and its number of rows. */
const fileShape = z.object({
  columns: z
    .array(schemas.text.max(MAX_CELL))
    .min(1, "must name at least one column")
    .max(IMPORT_LIMITS.columns, `must be at most ${IMPORT_LIMITS.columns}`),
  rowCount: schemas.count
    .min(1, "must be at least 1: the file has no rows")
    .max(IMPORT_LIMITS.rows, `must be at most ${IMPORT_LIMITS.rows.toLocaleString("en-US")}`),
});

/** Cells of a row as they are corrected. */
const corrections = z
  .array(
    z.object({
      /** Counted from 0. */
      column: z
        .number()
        .int()
        .min(0)
        .max(IMPORT_LIMITS.columns - 1),
      // A longer text than its field takes refuses the row.
      value: schemas.text.max(MAX_CELL, TOO_LONG),
    }),
  )
  .min(1, "must have at least one cell")
  .max(IMPORT_LIMITS.columns);

/** The calls of the import wizard, the same for all kinds. The definitions check the flag of the import's kind. */
export const importsCalls = {
  list: call("GET /imports", {
    for: "signed-in",
    check: requireAnyImport,
    summary: "The latest imports of a form, newest first",
    input: z.object({
      kind: kindId,
      /** `waiting`: only those that someone else prepared, and that only others may start. */
      part: z.enum(IMPORT_PARTS, "must be waiting").optional(),
    }),
    output: z.object({ runs: z.array(schemas.run) }),
    run: async (context, input) => ({ runs: await listImports(context, input) }),
  }),
  open: call("POST /imports", {
    for: "signed-in",
    check: requireAnyImport,
    summary: "Create an import from the file's name, headings and number of rows",
    input: z.object({
      kind: kindId,
      fileName: schemas.text.max(255, "must be at most 255 characters"),
      /** SHA-256 of the file, hexadecimal. */
      sha256: schemas.text.regex(/^[0-9a-f]{64}$/, "must be the file's SHA-256 in hexadecimal"),
      ...fileShape.shape,
      /** Values for rows without one of their own, such as `{"mtd_check_box": "1"}` or `{"event_id": "12"}`. */
      defaults: z.record(schemas.text.max(60), schemas.text.max(60)).optional(),
      /** Made by the caller; repeating the call with it answers the same import. */
      operationId: schemas.operationId,
    }),
    output: z.object({
      run: schemas.run,
      /** What was chosen the last time for these headings, else what they suggest. */
      suggested: schemas.mapping,
      /** The rule for blank cells of the last import with these headings. */
      suggestedBlanks: z.enum(schemas.BLANK_RULES).nullable(),
      /** How the dates and numbers were written the last time. */
      suggestedFormats: schemas.formats,
      remembered: z.boolean(),
      /** An earlier import that wrote this very file. */
      sameFile: z.object({ runId: schemas.text, at: schemas.instant, by: schemas.text }).nullable(),
    }),
    run: openImport,
  }),
  decide: call("PUT /imports/{id}/mapping", {
    for: "signed-in",
    check: requireAnyImport,
    summary:
      "Decide what the columns hold and what a blank cell means. Rows that were sent before are discarded",
    input: z.object({
      id: schemas.id,
      mapping: schemas.mapping,
      blanks: z.enum(schemas.BLANK_RULES, "must be keep or clear"),
      formats: schemas.formats.default([]),
      /** The headings and the number of rows, where the same file was read in another way since. */
      file: fileShape.optional(),
    }),
    output: schemas.run,
    run: decideMapping,
  }),
  send: call("PUT /imports/{id}/rows", {
    for: "signed-in",
    check: requireAnyImport,
    summary:
      "Send some rows, which are checked immediately. Rows that are sent again replace the earlier ones",
    input: z.object({
      id: schemas.id,
      rows: z
        .array(slice)
        .min(1)
        .max(
          IMPORT_LIMITS.rowsPerSlice,
          `must be at most ${IMPORT_LIMITS.rowsPerSlice} rows; send them in slices`,
        )
        .superRefine((rows, context) => {
          const numbers = new Set<number>();
          for (const { number } of rows) {
            if (numbers.has(number))
              context.addIssue(`must have each number once, and ${number} is there twice`);
            numbers.add(number);
          }
        }),
    }),
    output: z.object({ received: schemas.count }),
    run: (context, input) => stageRows(context, input.id, input.rows),
  }),
  finish: call("POST /imports/{id}/check", {
    for: "signed-in",
    check: requireAnyImport,
    summary:
      "Finish the check: finds rows about the same record and, for a small file, compares with the store",
    input: z.object({ id: schemas.id }),
    output: schemas.run,
    run: (context, input) => finishChecking(context, input.id),
  }),
  detail: call("GET /imports/{id}", {
    for: "signed-in",
    check: requireAnyImport,
    summary: "One import",
    input: z.object({ id: schemas.id }),
    output: schemas.run,
    run: (context, input) => withShop(context.shop.domain, (tx) => findImport(tx, context, input.id)),
  }),
  rows: call("GET /imports/{id}/rows", {
    for: "signed-in",
    check: requireAnyImport,
    summary: "A page of an import's rows",
    input: z.object({
      id: schemas.id,
      verdict: z.enum(schemas.ROW_FILTERS, "must be all, look or a verdict").default("all"),
      pageSize: z.coerce.number().int().min(1).max(2_000).default(50),
      ...pageRequest,
    }),
    output: pageOf(schemas.row),
    run: pageOfRows,
  }),
  leftOut: call("GET /imports/{id}/left-out", {
    for: "signed-in",
    check: requireAnyImport,
    summary: "All rows that are refused or repeated, with their reasons",
    input: z.object({ id: schemas.id }),
    output: z.object({ run: schemas.run, rows: z.array(schemas.row) }),
    run: (context, input) => readLeftOutRows(context, input.id),
  }),
  writeRowsFile: call("POST /imports/{id}/rows/file", {
    for: "signed-in",
    check: requireAnyImport,
    summary:
      "Have an import's rows written into a spreadsheet, as a job: those left out, or all with their outcomes",
    status: 202,
    input: z.object({
      id: schemas.id,
      which: z.enum(schemas.ROW_SHEETS, "must be refused or all").default("all"),
      operationId: schemas.operationId,
    }),
    output: z.object({ jobId: schemas.text }),
    run: (context, input) => startRowsFile(context, input, input.operationId),
  }),
  fix: call("PUT /imports/{id}/rows/{number}", {
    for: "signed-in",
    check: requireAnyImport,
    summary: "Change cells of a row. The row, and those about the same record, are checked again",
    input: z.object({
      id: schemas.id,
      number: z.coerce.number().int().min(2),
      cells: corrections,
    }),
    output: z.object({ run: schemas.run, row: schemas.row }),
    run: fixCells,
  }),
  fixRows: call("POST /imports/{id}/corrections", {
    for: "signed-in",
    check: requireAnyImport,
    summary:
      "Change cells of several rows, one row after the other. What one of them refuses keeps those before it",
    input: z.object({
      id: schemas.id,
      rows: z
        .array(z.object({ number: z.number().int().min(2), cells: corrections }))
        .min(1, "must have at least one row")
        .max(IMPORT_LIMITS.rowsPerSlice, `must be at most ${IMPORT_LIMITS.rowsPerSlice} rows`),
    }),
    output: z.object({ rows: z.array(schemas.row) }),
    run: async (context, input) => ({ rows: await fixRows(context, input.id, input.rows) }),
  }),
  format: call("PUT /imports/{id}/formats/{column}", {
    for: "signed-in",
    check: requireAnyImport,
    summary: "Decide how the dates or numbers of a column are written. All rows are checked again",
    input: z.object({
      id: schemas.id,
      /** Counted from 0. */
      column: z.coerce
        .number()
        .int()
        .min(0)
        .max(IMPORT_LIMITS.columns - 1),
      format: z.enum(COLUMN_FORMATS, `must be one of: ${COLUMN_FORMATS.join(", ")}`),
    }),
    output: schemas.run,
    run: changeFormat,
  }),
  start: call("POST /imports/{id}/start", {
    for: "signed-in",
    check: requireAnyImport,
    summary: "Write the rows, as one job. A repeated request returns the same job",
    status: 202,
    input: z.object({ id: schemas.id, isConfirmed: z.boolean("must be true or false").default(false) }),
    output: z.object({ run: schemas.run, jobId: schemas.text }),
    run: (context, input) => startImport(context, input.id, input),
  }),
  undo: call("POST /imports/{id}/undo", {
    for: "signed-in",
    check: requireAnyImport,
    summary: "Undo everything that an import wrote, except rows that were changed since",
    status: 202,
    input: z.object({ id: schemas.id }),
    output: z.object({ run: schemas.run, jobId: schemas.text }),
    run: (context, input) => undoImport(context, input.id),
  }),
  discard: call("DELETE /imports/{id}", {
    for: "signed-in",
    check: requireAnyImport,
    summary: "Forget an import that wasn't started",
    input: z.object({ id: schemas.id }),
    output: z.object({ discarded: z.boolean() }),
    async run(context, input) {
      await discardImport(context, input.id);
      return { discarded: true as const };
    },
  }),
};

/** @throws 403 for a caller who may import nothing */
function requireAnyImport(context: CallContext): void {
  if (!mayImportAnything(context)) throw forbidden();
}
