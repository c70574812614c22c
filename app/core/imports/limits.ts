import { SHEET_LIMITS } from "~/platform/sheets/reading/problem";

/** The largest file that the server accepts. The browser's reader has the same limits (`tests/guarantees/promises/r14-bombs.ts`). */
export const IMPORT_LIMITS = {
  /** Rows of a file, its header not counted. */
  rows: SHEET_LIMITS.rows,
  columns: SHEET_LIMITS.columns,
  /** Characters of a cell. A longer one refuses its row, not the file. The reader allows what Excel does. */
  cell: 5_000,
  /** Characters of a column's heading. */
  heading: 255,
  /** Rows per request. */
  rowsPerSlice: SHEET_LIMITS.sliceRows,
  /** Characters of all the cells of one slice: the longest row that the reader lets through fits, and the body stays below 10 MB. */
  charactersPerSlice: 4_000_000,
  /** Up to this many rows are compared with the store, larger files with the mirror. Each row is compared again when it is written. */
  lookedUpInStore: 250,
} as const;

/** How many earlier imports are listed: the newest. */
export const MAX_SHOWN_IMPORTS = 20;

/** How many are listed of those that wait for the reader. */
export const MAX_SHOWN_WAITING = 100;
