import { type CellValue, fileTimestamp, type Sheet, slug } from "~/platform/sheets/spreadsheet";
import type { Import, ImportRow, RowSheet } from "./schemas";

const fileColumns = ({ columns }: Import) => columns.map((title) => ({ title, width: 20 }));
const fileCells = (run: Import, { cells }: ImportRow): CellValue[] =>
  run.columns.map((_title, column) => cells[column] ?? "");

/** Why a row is left out, or what is remarked of it. */
export const reasonsOf = ({ problems }: ImportRow): string =>
  problems.map(({ sentence }) => sentence).join(" ");

/** The columns of such a sheet: the file's own first, so that it can be corrected there and imported as it is. */
export const columnsOf = (run: Import, which: RowSheet) => [
  ...fileColumns(run),
  { title: "Row", width: 8 },
  ...(which === "refused"
    ? [{ title: "Why it wasn't imported", width: 80 }]
    : [
        { title: "Outcome", width: 16 },
        { title: "Message", width: 80 },
      ]),
];

/** A row that is left out, of the verdicts `refused` and `duplicate`. */
export const refusedCells = (run: Import, row: ImportRow): CellValue[] => [
  ...fileCells(run, row),
  row.number,
  reasonsOf(row),
];

/** A row with its outcome. */
export const outcomeCells = (
  run: Import,
  row: ImportRow,
  { outcome, message }: { outcome: string; message: string },
): CellValue[] => [...fileCells(run, row), row.number, outcome, message];

/** The rows that are left out, as a sheet that the browser makes. */
export const refusedSheet = (run: Import, rows: readonly ImportRow[]): Sheet => ({
  name: "Refused rows",
  columns: columnsOf(run, "refused"),
  rows: rows.map((row) => refusedCells(run, row)),
});

/** `people_refused_20260615T120000Z.xlsx` */
export const rowSheetName = ({ fileName }: Import, which: RowSheet, now: Date): string =>
  `${slug(fileName.replace(/\.\w+$/, ""))}_${which === "refused" ? "refused" : "outcomes"}_${fileTimestamp(now)}.xlsx`;
