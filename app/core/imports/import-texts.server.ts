import type { Texts } from "~/core/answer-call.server";
import { ROWS_FOR_SHEET } from "~/core/exports/texts.server";
import type { ContractsOf } from "~/core/function-entry";
import { FORMAT_LABELS } from "./column-format";
import { IMPORT_STARTED } from "./messages";
import type { importPages } from "./pages";

/** The calls that the pages of every import post, and what they say after them. */
export const importTexts: Texts<ContractsOf<typeof importPages>> = {
  // The next step says it.
  "imports.open": () => null,
  "imports.decide": () => null,
  "imports.finish": () => null,
  "imports.discard": () => "The import is discarded. Nothing was written.",
  "imports.fixRows"({ rows }) {
    const [row, ...others] = rows.filter(({ verdict }) => verdict === "refused" || verdict === "duplicate");
    if (!row)
      return rows.length === 1
        ? `Row ${rows[0]?.number} is corrected.`
        : `${rows.length} rows are corrected.`;
    const reasons = row.problems.map(({ sentence }) => sentence).join(" ");
    const more = others.length > 0 ? ` So are ${others.length} more of the corrected rows.` : "";
    const text = `Row ${row.number} is still left out: ${reasons}${more}`;
    return { level: "warning", text, accepted: true };
  },
  "imports.format"({ columns }, { column, format }) {
    const heading = columns[Number(column)] || `column ${Number(column) + 1}`;
    return `${heading} is read as “${FORMAT_LABELS[format]}”. All rows were checked again.`;
  },
  "imports.leftOut": ROWS_FOR_SHEET,
  "imports.writeRowsFile": ({ jobId }) => ({
    level: "info",
    text: "The file is being written in the background. It will be in Jobs.",
    link: jobLink(jobId),
    job: { id: jobId, writesFile: true },
  }),
  "imports.start": ({ jobId, run }) => ({
    text: IMPORT_STARTED,
    ...followed(jobId, `Import of ${run.fileName}`),
  }),
  "imports.undo": ({ jobId, run }) => ({
    text: `The import of ${run.fileName} is being undone. Rows that were changed since are skipped.`,
    ...followed(jobId, `Undo of the import of ${run.fileName}`),
  }),
  "jobs.cancel": ({ title }) => `“${title}” stops after the rows in progress.`,
  "jobs.retry": ({ rows, title }, { id }) => ({
    text: `${rows} ${rows === 1 ? "row is" : "rows are"} being retried.`,
    ...followed(id, title),
  }),
};

const jobLink = (jobId: string) => ({ label: "Open in Jobs", url: `/jobs/${jobId}` });
const followed = (jobId: string, title: string) => ({ link: jobLink(jobId), job: { id: jobId, title } });
