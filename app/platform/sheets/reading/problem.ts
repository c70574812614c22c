/** The reasons for which some screens have their own text: no rows, or no row with headings. */
export type SheetProblemReason = "no rows" | "no headings";

/** A file that cannot be read as a spreadsheet. Its message is a sentence for the person: what is wrong, and what to do. */
export class SheetProblem extends Error {
  readonly reason?: SheetProblemReason;

  constructor(message: string, options: ErrorOptions & { reason?: SheetProblemReason } = {}) {
    super(message, options);
    this.name = "SheetProblem";
    this.reason = options.reason;
  }
}

/** The message for a damaged file. */
export const damaged = (cause?: unknown) =>
  new SheetProblem(
    "The file is damaged and can't be read. Open it in your spreadsheet program, save it again as xlsx, and choose the new file.",
    { cause },
  );

/** What a spreadsheet may be, so that reading one can neither fill the memory nor take for ever. */
export const SHEET_LIMITS = {
  /** The file as it is stored. */
  fileBytes: 50 * 1024 * 1024,
  /** A file of Excel 97 to 2003: the library that reads it holds it many times over. */
  xlsBytes: 16 * 1024 * 1024,
  /** Rows under the headings that are not blank. */
  rows: 100_000,
  columns: 100,
  /** Excel allows no longer texts. */
  cellCharacters: 32_767,
  /** A part of an xlsx file once it is unpacked. 100,000 rows of 100 columns are about 450 MB. */
  unpackedBytes: 600 * 1024 * 1024,
  /** The texts of an xlsx file, the one part that is kept in memory. */
  sharedTextBytes: 160 * 1024 * 1024,
  /** All other parts that are read: the list of sheets, the formats. */
  smallPartBytes: 8 * 1024 * 1024,
  /** How many times larger an xlsx file may be unpacked; real ones stay below 50, bombs reach 1,000. */
  unpackedRatio: 200,
  /** Below this size a high compression ratio is harmless. */
  ratioMattersFromBytes: 8 * 1024 * 1024,
  /** Files inside an xlsx file. */
  parts: 5_000,
  /** Rows per slice. Small, so that resending a lost slice is cheap. */
  sliceRows: 500,
  /** Characters of a slice's cells; one row alone may have more. */
  sliceCharacters: 1_000_000,
} as const;
