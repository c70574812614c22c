import { z } from "zod";
import { COLUMN_FORMATS } from "./column-format";
import { IMPORT_LIMITS } from "./limits";

export const count = z.number().int();

export const text = z.string();

/** Instant, ISO 8601. */
export const instant = z.string();

export const id = z.uuid("must be the id of an import");

export const operationId = text.min(8).max(100).optional();

/**
 * What the import would do with a row: `create` a record, `change` one, or nothing (`unchanged`). A row with invalid values is
 * `refused`, and a row about the same record as an earlier one is a `duplicate`.
 */
export const VERDICTS = ["create", "change", "unchanged", "refused", "duplicate"] as const;

export type Verdict = (typeof VERDICTS)[number];

/** Which rows of an import are listed. `look`: those that are worth a look. */
export const ROW_FILTERS = ["all", "look", ...VERDICTS] as const;

export type RowFilter = (typeof ROW_FILTERS)[number];

/**
 * The states of an import. `reading`: rows are being sent. `ready`: checked, and not started yet. Then those of its job: `running`, and
 * `done`, `cancelled` or `failed`; `undoing`, `undone`.
 */
export const IMPORT_STATES = [
  "reading",
  "ready",
  "running",
  "done",
  "cancelled",
  "failed",
  "undoing",
  "undone",
] as const;

export type RunState = (typeof IMPORT_STATES)[number];

/** What a blank cell means: the field stays as it is, or is cleared. */
export const BLANK_RULES = ["keep", "clear"] as const;

/** The spreadsheets of an import's rows: the refused ones, or all with their outcomes. */
export const ROW_SHEETS = ["refused", "all"] as const;

export type RowSheet = (typeof ROW_SHEETS)[number];

export const mapping = z.array(text.max(60).nullable()).max(IMPORT_LIMITS.columns);

/** For each column how its dates or numbers are written; null where the cells tell, or no format was chosen. */
export const formats = z
  .array(z.enum(COLUMN_FORMATS, `must be one of: ${COLUMN_FORMATS.join(", ")}`).nullable())
  .max(IMPORT_LIMITS.columns);

export const run = z.object({
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
  state: z.enum(IMPORT_STATES),
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
  /** True as long as the import can be undone. */
  canUndo: z.boolean(),
});

export type Import = z.infer<typeof run>;

const problem = z.object({
  /** Of the kind's fields; empty when it is about the row as a whole. */
  field: text,
  /** The column of the file, counted from 0; null when no column holds the field. */
  column: count.nullable(),
  sentence: text,
  /** Formats in which the cell can be read, for all cells of its column. */
  formats: z.array(z.object({ format: z.enum(COLUMN_FORMATS), cells: count })),
});

export const row = z.object({
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
