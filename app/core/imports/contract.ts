import { z } from "zod";
import { declaredName } from "~/core/declared-name";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { call } from "~/platform/contract/call";
import { COLUMN_FORMATS } from "./column-format";
import { IMPORT_LIMITS } from "./limits";

const count = z.number().int();
const text = z.string();
/** Instant, ISO 8601. */
const instant = z.string();
const id = z.uuid("must be the id of an import");
const operationId = text.min(8).max(100).optional();

/**
 * What the import would do with a row: `create` a record, `change` one, or nothing (`unchanged`). A row with invalid values is
 * `refused`, and a row about the same record as an earlier one is a `duplicate`.
 */
export const VERDICTS = ["create", "change", "unchanged", "refused", "duplicate"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Which rows of a run are listed. `look`: those that are worth a look. */
export const ROW_FILTERS = ["all", "look", ...VERDICTS] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

/**
 * The states of a run. `reading`: rows are being sent. `ready`: checked, and not started yet. Then those of its job: `running`, and
 * `done`, `cancelled` or `failed`; `undoing`, `undone`.
 */
export const RUN_STATES = [
  "reading",
  "ready",
  "running",
  "done",
  "cancelled",
  "failed",
  "undoing",
  "undone",
] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What a blank cell means: the field stays as it is, or is cleared. */
export const BLANK_RULES = ["keep", "clear"] as const;

/** The spreadsheets of an import's rows: the refused ones, or all with their outcomes. */
export const ROW_SHEETS = ["refused", "all"] as const;
export type RowSheet = (typeof ROW_SHEETS)[number];

const mapping = z.array(text.max(60).nullable()).max(IMPORT_LIMITS.columns);
/** For each column how its dates or numbers are written; null where the cells tell, or no format was chosen. */
const formats = z
  .array(z.enum(COLUMN_FORMATS, `must be one of: ${COLUMN_FORMATS.join(", ")}`).nullable())
  .max(IMPORT_LIMITS.columns);
const kindId = declaredName("imports");

const run = z.object({
  id: text,
  kind: text,
  fileName: text,
  columns: z.array(text),
  /** Null until it has been decided. */
  mapping: mapping.nullable(),
  blanks: z.enum(BLANK_RULES).nullable(),
  /** How the dates and numbers of the columns are written. */
  formats,
  /** Checkboxes beside the file upload, for rows without a value of their own: "1" by field. */
  defaults: z.record(text, text),
  /** The name of what was chosen at the start for all rows, such as the event's. Null without one. Only in the answer about one import. */
  givenName: text.nullable(),
  state: z.enum(RUN_STATES),
  /** How many rows the file has. */
  rowCount: count,
  /** How many of them have arrived. */
  received: count,
  /** By verdict; null until all rows have been checked. */
  counts: z.record(z.enum(VERDICTS), count).nullable(),
  /** How many rows are worth a look before the import: imported ones with a remark, and repeated ones. */
  worthALook: count,
  /** Why nothing of the file may be imported; null when it may. */
  problem: text.nullable(),
  /** What the file amounts to, one sentence each. */
  summary: z.array(text),
  /** What has to be confirmed before it is started; null for nothing. */
  question: text.nullable(),
  /** What to know before it is started, or what it waits for while it runs. Only in the answer about one import. */
  warning: text.nullable(),
  /** Whether rows were compared with the store, or with the mirror. Each row is compared again when it is written. */
  checkedAgainst: z.enum(["store", "mirror"]).nullable(),
  /** The jobs that write and undo the rows. The Jobs page shows their progress. */
  jobId: text.nullable(),
  undoJobId: text.nullable(),
  /** Rows that the job has written, and those that failed. */
  written: count,
  failed: count,
  /** Rows that an ended undo undid, and those that it left as they were: skipped, failed or not reached. */
  undone: count,
  notUndone: count,
  startedBy: z.object({ id: text, name: text }),
  createdAt: instant,
  /** True as long as the run can be undone. */
  canUndo: z.boolean(),
});
export type ImportRun = z.infer<typeof run>;

const problem = z.object({
  /** Of the kind's fields; empty when it is about the row as a whole. */
  field: text,
  /** The column of the file, counted from 0; null when no column holds the field. */
  column: count.nullable(),
  sentence: text,
  /** Formats in which the cell can be read, for all cells of its column. */
  formats: z.array(z.object({ format: z.enum(COLUMN_FORMATS), cells: count })),
});

const row = z.object({
  id: text,
  /** The row's number in the sheet, the header being 1. */
  number: count,
  /** The cells of the file, in the order of its columns. */
  cells: z.array(text),
  verdict: z.enum(VERDICTS),
  /** Why it is refused, or remarks on a row that is imported. */
  problems: z.array(problem),
  /** What is written: each field that differs, before and after. */
  changes: z.array(z.object({ field: text, label: text, before: text, after: text })),
  /** Shopify's id of the record that the row is about. Null for a new one. */
  customerId: text.nullable(),
});
export type ImportRow = z.infer<typeof row>;

const slice = z.object({
  number: count.min(2, "must be 2 or more: row 1 is the header").max(1_048_576),
  // Longer cells refuse their row, not the slice.
  cells: z.array(text.max(40_000, "must be at most 40,000 characters")).max(IMPORT_LIMITS.columns),
});

/** A row that a script sends to the API, by heading. */
const apiImportRow = z.record(
  text.max(IMPORT_LIMITS.heading),
  z.union(
    [text.max(40_000), z.number(), z.boolean(), z.null()],
    "must be a text, a number, true, false or null",
  ),
);
export type ApiImportRow = z.infer<typeof apiImportRow>;
export const apiImportRows = z
  .array(apiImportRow)
  .min(1, "must have at least one row")
  .max(IMPORT_LIMITS.rows, `must be at most ${IMPORT_LIMITS.rows.toLocaleString("en-US")} rows`);

export const apiImportAnswer = z.object({
  importId: text,
  /** The job that writes what was accepted; null when there is nothing to write. */
  jobId: text.nullable(),
  accepted: count,
  created: count,
  changed: count,
  unchanged: count,
  /** By the row's number as in a sheet: the first of the list is 2. */
  refused: z.array(z.object({ row: count, reasons: z.array(z.object({ field: text, sentence: text })) })),
  /** Keys that mean no field of this import. */
  ignored: z.array(text),
});
export type ApiImportAnswer = z.infer<typeof apiImportAnswer>;

/** The idempotency key. Without it, the same rows are the same request. */
export const apiImportHeaders = z.object({ "idempotency-key": operationId }).default({});

/** The headings of a file and its number of rows. */
const fileShape = z.object({
  columns: z
    .array(text.max(40_000))
    .min(1, "must name at least one column")
    .max(IMPORT_LIMITS.columns, `must be at most ${IMPORT_LIMITS.columns}`),
  rowCount: count
    .min(1, "must be at least 1: the file has no rows")
    .max(IMPORT_LIMITS.rows, `must be at most ${IMPORT_LIMITS.rows.toLocaleString("en-US")}`),
});

/** The calls of the import wizard, the same for all kinds. The handlers check the flag of the run's kind. */
export const importsContract = {
  list: call("signed-in")
    .route({ method: "GET", path: "/imports", summary: "The latest imports of a kind, newest first" })
    .input(z.object({ kind: kindId }))
    .output(z.object({ runs: z.array(run) })),
  open: call("signed-in")
    .route({
      method: "POST",
      path: "/imports",
      summary: "Create an import from the file's name, headings and number of rows",
    })
    .input(
      z.object({
        kind: kindId,
        fileName: text.max(255, "must be at most 255 characters"),
        /** SHA-256 of the file, hexadecimal. */
        sha256: text.regex(/^[0-9a-f]{64}$/, "must be the file's SHA-256 in hexadecimal"),
        ...fileShape.shape,
        /** Values for rows without one of their own, such as `{"mtd_check_box": "1"}` or `{"event_id": "12"}`. */
        defaults: z.record(text.max(60), text.max(60)).optional(),
        /** Made by the caller; repeating the call with it answers the same run. */
        operationId,
      }),
    )
    .output(
      z.object({
        run,
        /** What was chosen the last time for these headings, else what they suggest. */
        suggested: mapping,
        /** The rule for blank cells of the last import with these headings. */
        suggestedBlanks: z.enum(BLANK_RULES).nullable(),
        /** How the dates and numbers were written the last time. */
        suggestedFormats: formats,
        remembered: z.boolean(),
        /** An earlier run that wrote this very file. */
        sameFile: z.object({ runId: text, at: instant, by: text }).nullable(),
      }),
    ),
  decide: call("signed-in")
    .route({
      method: "PUT",
      path: "/imports/{id}/mapping",
      summary:
        "Decide what the columns hold and what a blank cell means. Rows that were sent before are discarded",
    })
    .input(
      z.object({
        id,
        mapping,
        blanks: z.enum(BLANK_RULES, "must be keep or clear"),
        formats: formats.default([]),
        /** The headings and the number of rows, where the same file was read in another way since. */
        file: fileShape.optional(),
      }),
    )
    .output(run),
  send: call("signed-in")
    .route({
      method: "PUT",
      path: "/imports/{id}/rows",
      summary:
        "Send some rows, which are checked immediately. Rows that are sent again replace the earlier ones",
    })
    .input(
      z.object({
        id,
        rows: z
          .array(slice)
          .min(1)
          .max(
            IMPORT_LIMITS.rowsPerSlice,
            `must be at most ${IMPORT_LIMITS.rowsPerSlice} rows; send them in slices`,
          ),
      }),
    )
    /** How many came with this call. */
    .output(z.object({ received: count })),
  finish: call("signed-in")
    .route({
      method: "POST",
      path: "/imports/{id}/check",
      summary:
        "Finish the check: finds rows about the same record and, for a small file, compares with the store",
    })
    .input(z.object({ id }))
    .output(run),
  detail: call("signed-in")
    .route({ method: "GET", path: "/imports/{id}", summary: "One import" })
    .input(z.object({ id }))
    .output(run),
  rows: call("signed-in")
    .route({ method: "GET", path: "/imports/{id}/rows", summary: "A page of an import's rows" })
    .input(
      z.object({
        id,
        verdict: z.enum(ROW_FILTERS, "must be all, look or a verdict").default("all"),
        pageSize: z.coerce.number().int().min(1).max(2_000).default(50),
        ...pageRequest,
      }),
    )
    .output(pageOf(row)),
  writeRowsFile: call("signed-in")
    .route({
      method: "POST",
      path: "/imports/{id}/rows/file",
      summary:
        "Have an import's rows written into a spreadsheet, as a job: those left out, or all with their outcomes",
      successStatus: 202,
    })
    .input(z.object({ id, which: z.enum(ROW_SHEETS, "must be refused or all").default("all"), operationId }))
    .output(z.object({ jobId: text })),
  fix: call("signed-in")
    .route({
      method: "PUT",
      path: "/imports/{id}/rows/{number}",
      summary: "Change cells of a row. The row, and those about the same record, are checked again",
    })
    .input(
      z.object({
        id,
        number: z.coerce.number().int().min(2),
        cells: z
          .array(
            z.object({
              /** Counted from 0. */
              column: z
                .number()
                .int()
                .min(0)
                .max(IMPORT_LIMITS.columns - 1),
              value: text.max(IMPORT_LIMITS.cell, `must be at most ${IMPORT_LIMITS.cell} characters`),
            }),
          )
          .min(1, "must have at least one cell")
          .max(IMPORT_LIMITS.columns),
      }),
    )
    .output(z.object({ run, row })),
  format: call("signed-in")
    .route({
      method: "PUT",
      path: "/imports/{id}/formats/{column}",
      summary: "Decide how the dates or numbers of a column are written. All rows are checked again",
    })
    .input(
      z.object({
        id,
        /** Counted from 0. */
        column: z.coerce
          .number()
          .int()
          .min(0)
          .max(IMPORT_LIMITS.columns - 1),
        format: z.enum(COLUMN_FORMATS, `must be one of: ${COLUMN_FORMATS.join(", ")}`),
      }),
    )
    .output(run),
  start: call("signed-in")
    .route({
      method: "POST",
      path: "/imports/{id}/start",
      summary: "Write the rows, as one job. A repeated request returns the same job",
      successStatus: 202,
    })
    // A file with a question is refused with 409 unless it is confirmed.
    .input(z.object({ id, isConfirmed: z.boolean("must be true or false").default(false) }))
    .output(z.object({ run, jobId: text })),
  undo: call("signed-in")
    .route({
      method: "POST",
      path: "/imports/{id}/undo",
      summary: "Undo everything that an import wrote, except rows that were changed since",
      successStatus: 202,
    })
    .input(z.object({ id }))
    .output(z.object({ run, jobId: text })),
  discard: call("signed-in")
    .route({ method: "DELETE", path: "/imports/{id}", summary: "Forget an import that wasn't started" })
    .input(z.object({ id }))
    .output(z.object({ discarded: z.boolean() })),
};
