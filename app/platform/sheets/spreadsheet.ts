/** What a cell can show. */
export type CellValue = string | number;

/** A sheet without its rows. */
export interface SheetFrame {
  name: string;
  columns: readonly { title: string; width: number }[];
  /** Makes it a report: the title merged across the top, lines below it, the columns' titles in row `REPORT_HEADER_ROW`. */
  report?: { title: string; lines: readonly string[] };
  /** Further sheets behind it, which are small. */
  more?: readonly Sheet[];
}

/** A sheet as it is downloaded: a header row, then the rows. */
export interface Sheet extends SheetFrame {
  rows: readonly (readonly CellValue[])[];
}

/** The row of a report's column titles, counted from 1. */
export const REPORT_HEADER_ROW = 9;
/** A sheet of Excel has no more rows. */
const MAX_ROWS = 1_048_576;
/** How many rows of data fit below a report's titles. */
export const MAX_REPORT_ROWS = MAX_ROWS - REPORT_HEADER_ROW;

/** What an xlsx file is served as. */
export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** What a job can write its rows as. A CSV file of several sheets is a zip file with one for each. */
export const FILE_FORMATS = ["xlsx", "csv"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** A text as a part of a file's name: letters, digits and single underscores, at most 60 characters. */
export function slug(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .slice(0, 60);
  return plain.replace(/^_+|_+$/g, "") || "Untitled";
}

/** An instant as a part of a file's name: `20260615T120000Z`. */
export const fileTimestamp = (instant: Date): string =>
  instant.toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "");
