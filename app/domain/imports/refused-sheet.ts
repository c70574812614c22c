import type { Sheet } from "~/platform/sheets/spreadsheet";
import type { ImportRow, ImportRun } from "./contract";

/**
 * The rows that are left out, as a sheet with the file's own columns: put right there, it can be imported as it is.
 * @param rows of the verdicts `refused` and `duplicate`
 */
export const refusedSheet = (run: ImportRun, rows: readonly ImportRow[]): Sheet => ({
  name: "Refused rows",
  columns: [
    ...run.columns.map((title) => ({ title, width: 20 })),
    { title: "Row", width: 8 },
    { title: "Why it was not imported", width: 80 },
  ],
  rows: rows.map(({ number, cells, problems }) => [
    ...run.columns.map((_title, column) => cells[column] ?? ""),
    number,
    problems.map(({ sentence }) => sentence).join(" "),
  ]),
});
