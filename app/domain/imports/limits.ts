/** What a file may have at most; the worker in the browser and the server refuse the same (guarantee R14). */
export const IMPORT_LIMITS = {
  /** Rows of a file, its header not counted. */
  rows: 100_000,
  columns: 100,
  /** Characters of a cell. A longer one refuses its row, not the file. */
  cell: 5_000,
  /** Characters of a column's heading. */
  heading: 255,
  /** Rows that are sent at once. */
  rowsPerSlice: 500,
  /** Characters of all the cells of one slice, so that a slice stays below the body limit of 10 MB. */
  charactersPerSlice: 4_000_000,
  /** Up to this many rows, everybody named is looked up in the store itself; more are checked against the mirror, and once more when they are written. */
  lookedUpInStore: 250,
} as const;
