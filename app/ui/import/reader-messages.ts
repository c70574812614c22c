import type { SheetColumn } from "~/platform/sheets/reading/collect";
import type { SheetProblemReason } from "~/platform/sheets/reading/problem";

/** What the page asks of the worker that reads a spreadsheet. */
export type ReaderAsk =
  | { ask: "read"; file: File; expected: readonly string[] }
  | { ask: "slice"; index: number };

/** What the worker tells the page. */
export type ReaderTell =
  | { tell: "progress"; rows: number }
  | { tell: "read"; sheet: ReadSheet }
  | { tell: "refused"; sentence: string; reason?: SheetProblemReason }
  | { tell: "slice"; index: number; rows: Uint8Array<ArrayBuffer> };

/** A spreadsheet that was read; its rows stay in the worker, in slices. */
export interface ReadSheet {
  fileName: string;
  /** SHA-256 of the file, hexadecimal. */
  sha256: string;
  columns: SheetColumn[];
  /** As the spreadsheet program numbers it. */
  headingRow: number;
  rows: number;
  slices: number;
}
