import { isNotNull } from "drizzle-orm";
import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";

import type { ColumnFormat } from "./column-format";

/** An imported file: its columns, their mapping, and the jobs that write and undo it. */
export const importRuns = pgTable(
  "import_runs",
  (column) => ({
    shop: column.text("shop").notNull(),
    id: column.uuid("id").notNull(),
    kind: column.text("kind").notNull(),
    fileName: column.text("file_name").notNull(),
    /** SHA-256 of the file, by which the same file is recognised. */
    fileSha256: column.text("file_sha256").notNull(),
    /** The headings, a list of texts. */
    columns: column.jsonb("columns").$type<string[]>().notNull(),
    /** For each column the field that it holds, or null; null as a whole until it was decided. */
    mapping: column.jsonb("mapping").$type<(string | null)[]>(),
    blanks: column.text("blanks").$type<"keep" | "clear">(),
    /** For each column how its dates or numbers are written, or null; null as a whole where nothing was chosen. */
    formats: column.jsonb("formats").$type<(ColumnFormat | null)[]>(),
    /** What was ticked beside the file upload, by field; null for nothing. */
    defaults: column.jsonb("defaults").$type<Record<string, string>>(),
    rowCount: column.integer("row_count").notNull(),
    /** Rows by verdict, and as `look` those that are worth a look; null until all have been checked. */
    counts: column.jsonb("counts").$type<Record<string, number>>(),
    /** Why nothing of the file may be imported, where its kind looks at files as a whole. */
    problem: column.text("problem"),
    /** What the file amounts to, one sentence each, where its kind sums it up. */
    summary: column.jsonb("summary").$type<string[]>(),
    /** What has to be confirmed before the file is imported. */
    question: column.text("question"),
    checkedAgainst: column.text("checked_against").$type<"store" | "mirror">(),
    checkedAt: column.timestamp("checked_at", { withTimezone: true }),
    jobId: column.uuid("job_id"),
    undoJobId: column.uuid("undo_job_id"),
    startedById: column.text("started_by_id").notNull(),
    startedByName: column.text("started_by_name").notNull(),
    /** All administrators who contributed to the rows: created the import, sent rows, mapped columns, or corrected cells. */
    preparedBy: column.text("prepared_by").array().notNull().default([]),
    createdAt: column.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index("import_runs_by_file").on(table.shop, table.kind, table.fileSha256),
    index("import_runs_newest").on(table.shop, table.kind, table.createdAt.desc().nullsFirst()),
  ],
);

/**
 * A row of a file: its cells, verdict, outcome and the values before. A hundred thousand are written together, so rows are lean: read
 * values are derived from the cells and the import's mapping, and there is no index other than the row number.
 */
export const importRows = pgTable(
  "import_rows",
  (column) => ({
    shop: column.text("shop").notNull(),
    runId: column.uuid("run_id").notNull(),
    /** The row's number in the sheet; the header is 1. */
    number: column.integer("number").notNull(),
    cells: column.json("cells").$type<string[]>().notNull(),
    /** The value by which rows are duplicates. Null where it can't be read. */
    identity: column.text("identity"),
    /** What tells rows of one identity apart, such as the date of a price. Null where the identity alone counts, or it can't be read. */
    occasion: column.text("occasion"),
    /** The verdict on the row alone, and the effective one with the file's other rows. */
    ownVerdict: column.text("own_verdict").notNull(),
    verdict: column.text("verdict").notNull(),
    /** The earlier row about the same record. */
    duplicateOf: column.integer("duplicate_of"),
    problems: column.json("problems").$type<{ field: string; sentence: string }[]>().notNull(),
    /** Of an existing record only. A new record's values follow from the cells. */
    changes: column
      .json("changes")
      .$type<{ field: string; label: string; before: string; after: string }[]>()
      .notNull(),
    customerId: column.bigint("customer_id", { mode: "number" }),
    /** What the job set out to write, kept before it did: undoing needs it. Its shape is the kind's. */
    written: column.jsonb("written"),
    /** `written` or `undone`; null before. */
    outcome: column.text("outcome"),
  }),
  (table) => [
    primaryKey({ columns: [table.shop, table.runId, table.number] }),
    index("import_rows_by_customer").on(table.shop, table.customerId).where(isNotNull(table.customerId)),
  ],
);

/** What the columns of a file with these headings held the last time. */
export const importMappings = pgTable(
  "import_mappings",
  (column) => ({
    shop: column.text("shop").notNull(),
    kind: column.text("kind").notNull(),
    /** Of the headings, without differences in case, spaces and punctuation. */
    headings: column.text("headings").notNull(),
    mapping: column.jsonb("mapping").$type<(string | null)[]>().notNull(),
    /** How the dates and numbers of the columns were written. */
    formats: column.jsonb("formats").$type<(ColumnFormat | null)[]>(),
    changedAt: column.timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
    changedBy: column.text("changed_by").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.shop, table.kind, table.headings] })],
);
