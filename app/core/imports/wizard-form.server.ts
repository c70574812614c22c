import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { conflict } from "~/platform/errors";
import { jsonField, readForm } from "~/platform/form";
import { MAX_ROWS_PER_ANSWER } from "~/platform/list";
import type { ActionAnswer } from "~/platform/notice";
import type { importsCalls } from "./calls.server";
import { COLUMN_FORMATS, FORMAT_LABELS } from "./column-format";
import { IMPORT_STARTED, REFUSED_ROWS_GONE } from "./messages";
import { BLANK_RULES, type ImportRow, type ImportRun } from "./schemas";

type Imports = ContractRouterClient<typeof importsCalls>;

/** The calls of Jobs that the wizard offers. */
interface Jobs {
  cancel(input: { id: string }): Promise<{ title: string }>;
  retry(input: { id: string }): Promise<{ rows: number; title: string }>;
}

/** The server's response to a new file. */
export type OpenedImport = Awaited<ReturnType<Imports["open"]>>;

/** The answer of the wizard's actions. */
export interface ImportAnswer extends ActionAnswer {
  opened?: OpenedImport;
  /** The step succeeded. The page's data have the import's new state. */
  ok?: true;
  refused?: { run: ImportRun; rows: ImportRow[] };
}

const operationId = z.string().min(8).max(100);
const beginIntent = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("open"),
    file: jsonField(
      z.object({
        fileName: z.string(),
        sha256: z.string(),
        columns: z.array(z.string()),
        rowCount: z.number(),
        defaults: z.record(z.string(), z.string()).optional(),
      }),
    ),
    operationId,
  }),
  z.object({ intent: z.literal("undo"), id: z.string() }),
  // Handled here, because a discarded import no longer has a page.
  z.object({ intent: z.literal("discard"), id: z.string() }),
]);

/** Runs the action that the first page of an import requests. */
export async function answerBeginForm(imports: Imports, kind: string, form: FormData): Promise<ImportAnswer> {
  const request = readForm(form, beginIntent);
  switch (request.intent) {
    case "open":
      return { opened: await imports.open({ kind, ...request.file, operationId: request.operationId }) };
    case "undo":
      return undo(imports, request.id);
    case "discard":
      return discard(imports, request.id);
  }
}

/** The cells of a row as they were corrected. Columns are counted from 0. */
const correctedRow = z.object({
  number: z.number(),
  cells: z.array(z.object({ column: z.number(), value: z.string() })),
});
export type CorrectedRow = z.infer<typeof correctedRow>;

const runIntent = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("decide"),
    mapping: jsonField(z.array(z.string().nullable())),
    blanks: z.enum(BLANK_RULES, "Choose what a blank cell means."),
    formats: jsonField(z.array(z.enum(COLUMN_FORMATS).nullable())),
    file: jsonField(z.object({ columns: z.array(z.string()), rowCount: z.number() })),
  }),
  z.object({ intent: z.literal("finish") }),
  z.object({
    intent: z.literal("fix"),
    rows: jsonField(z.array(correctedRow).min(1)),
  }),
  z.object({ intent: z.literal("format"), column: z.coerce.number(), format: z.enum(COLUMN_FORMATS) }),
  z.object({ intent: z.literal("refused"), operationId }),
  z.object({ intent: z.literal("outcomes"), operationId }),
  z.object({ intent: z.literal("start"), isConfirmed: z.string().default("") }),
  z.object({ intent: z.literal("undo") }),
  z.object({ intent: z.literal("cancel"), jobId: z.string() }),
  z.object({ intent: z.literal("retry"), jobId: z.string() }),
]);

/** Runs the action that the page of one import requests. */
export async function answerRunForm(
  { imports, jobs }: { imports: Imports; jobs: Jobs },
  id: string,
  form: FormData,
): Promise<ImportAnswer> {
  const request = readForm(form, runIntent);
  switch (request.intent) {
    case "decide":
      await imports.decide({
        id,
        mapping: request.mapping,
        blanks: request.blanks,
        formats: request.formats,
        file: request.file,
      });
      return { ok: true };
    case "finish":
      await imports.finish({ id });
      return { ok: true };
    case "fix":
      return fix(imports, id, request.rows);
    case "format": {
      const { columns } = await imports.format({ id, column: request.column, format: request.format });
      const heading = columns[request.column] || `column ${request.column + 1}`;
      const text = `${heading} is read as “${FORMAT_LABELS[request.format]}”. All rows were checked again.`;
      return { ok: true, notice: { level: "success", text } };
    }
    case "refused":
      return refused(imports, id, request.operationId);
    case "outcomes":
      return rowsFile(imports, { id, which: "all", operationId: request.operationId });
    case "start": {
      const { jobId, run } = await imports.start({ id, isConfirmed: request.isConfirmed === "true" });
      return {
        ok: true,
        notice: { level: "success", text: IMPORT_STARTED, ...about(jobId, `Import of ${run.fileName}`) },
      };
    }
    case "undo":
      return undo(imports, id);
    case "cancel": {
      const { title } = await jobs.cancel({ id: request.jobId });
      const text = `“${title}” stops after the rows in progress.`;
      return { notice: { level: "success", text } };
    }
    case "retry": {
      const { rows, title } = await jobs.retry({ id: request.jobId });
      const text = `${rows} ${rows === 1 ? "row is" : "rows are"} being retried.`;
      return { notice: { level: "success", text, ...about(request.jobId, title) } };
    }
  }
}

const jobLink = (jobId: string) => ({ label: "Open in Jobs", url: `/jobs/${jobId}` });
const about = (jobId: string, title: string) => ({ link: jobLink(jobId), job: { id: jobId, title } });

async function undo(imports: Imports, id: string): Promise<ImportAnswer> {
  const { jobId, run } = await imports.undo({ id });
  const text = `The import of ${run.fileName} is being undone. Rows that were changed since are skipped.`;
  return {
    ok: true,
    notice: { level: "success", text, ...about(jobId, `Undo of the import of ${run.fileName}`) },
  };
}

async function discard(imports: Imports, id: string): Promise<ImportAnswer> {
  await imports.discard({ id });
  return { ok: true, notice: { level: "success", text: "The import is discarded. Nothing was written." } };
}

/** Corrects rows one after the other. What one of them refuses leaves those before it corrected. */
async function fix(imports: Imports, id: string, rows: readonly CorrectedRow[]): Promise<ImportAnswer> {
  const corrected: ImportRow[] = [];
  for (const row of rows) corrected.push((await imports.fix({ id, ...row })).row);
  const isLeftOut = ({ verdict }: ImportRow) => verdict === "refused" || verdict === "duplicate";
  const leftOut = corrected.filter(isLeftOut);
  const [row, ...others] = leftOut;
  if (!row) {
    const [first] = corrected;
    const text =
      corrected.length === 1
        ? `Row ${first?.number} is corrected.`
        : `${corrected.length} rows are corrected.`;
    return { ok: true, notice: { level: "success", text } };
  }
  const reasons = row.problems.map(({ sentence }) => sentence).join(" ");
  const more = others.length > 0 ? ` So are ${others.length} more of the corrected rows.` : "";
  const text = `Row ${row.number} is still left out: ${reasons}${more}`;
  return { ok: true, notice: { level: "warning", text } };
}

/** The rows that are left out: a few for a spreadsheet that the browser makes, many in a file that a job writes. */
async function refused(imports: Imports, id: string, operationId: string): Promise<ImportAnswer> {
  const run = await imports.detail({ id });
  const count = (run.counts?.refused ?? 0) + (run.counts?.duplicate ?? 0);
  if (count > MAX_ROWS_PER_ANSWER) return rowsFile(imports, { id, which: "refused", operationId });
  const rows = await refusedRows(imports, id);
  if (rows.length === 0 && count > 0) throw conflict(REFUSED_ROWS_GONE);
  return { refused: { run, rows } };
}

async function rowsFile(
  imports: Imports,
  wanted: Parameters<Imports["writeRowsFile"]>[0],
): Promise<ImportAnswer> {
  const { jobId } = await imports.writeRowsFile(wanted);
  const text = "The file is being written in the background. It will be in Jobs.";
  return { notice: { level: "info", text, link: jobLink(jobId), job: { id: jobId, writesFile: true } } };
}

async function refusedRows(imports: Imports, id: string): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  for (const verdict of ["refused", "duplicate"] as const) {
    let last_id: string | undefined;
    do {
      const page = await imports.rows({
        id,
        verdict,
        pageSize: 2_000,
        direction: last_id ? "next" : undefined,
        last_id,
      });
      rows.push(...page.rows);
      last_id = page.hasNextPage ? (page.nextCursor ?? undefined) : undefined;
    } while (last_id);
  }
  return rows.sort((a, b) => a.number - b.number);
}
