import type { SheetColumn } from "~/platform/sheets/reading/collect";
import type { SheetProblemReason } from "~/platform/sheets/reading/problem";

/** A request of the page to the worker that reads a spreadsheet. */
export type ReaderRequest =
  | { type: "read"; file: File; expected: readonly string[] }
  | { type: "slice"; index: number };

/** A message of the worker to the page. */
export type ReaderMessage =
  | { type: "progress"; rows: number }
  | { type: "read"; sheet: ReadSheet }
  | { type: "refused"; sentence: string; reason?: SheetProblemReason }
  | { type: "slice"; index: number; rows: Uint8Array<ArrayBuffer> };

/** A spreadsheet that was read. Its rows stay in the worker, in slices. */
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
