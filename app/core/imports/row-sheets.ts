import { type CellValue, fileTimestamp, type Sheet, slug } from "~/platform/sheets/spreadsheet";
import type { ImportField, ImportForm } from "./import-form";
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

/** A value that each kind of field takes. The amount has no decimals, because not every currency has them. */
const EXAMPLES: Record<ImportField["kind"], string> = {
  email: "ann.lee@example.com",
  date: "09/01/2026",
  digits: "9500",
  money: "12",
  consent: "Yes",
  text: "",
  tags: "",
  choice: "",
};

const exampleOf = ({ kind, choices, example }: ImportField) => example ?? choices?.[0] ?? EXAMPLES[kind];

/** All columns that can be imported, with one row that can be imported as it is. */
export const sampleSheet = ({ fields, noun }: ImportForm): Sheet => ({
  name: `Sample ${noun.many}`,
  columns: fields.map(({ label }) => ({ title: label, width: Math.max(14, label.length + 2) })),
  rows: [fields.map(exampleOf)],
});
