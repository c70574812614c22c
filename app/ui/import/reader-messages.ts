import type { SheetContent } from "~/platform/sheets/reading/collect";
import type { SheetProblemReason } from "~/platform/sheets/reading/problem";
import type { ReadOptions } from "~/platform/sheets/reading/read-sheet";

/** A request of the page to the worker that reads a spreadsheet. */
export type ReaderRequest =
  | { type: "read"; file: File; expected: readonly string[]; choices: ReadChoices }
  | { type: "slice"; index: number };

/** How a person says that the file is written, in place of what it suggests itself. */
export type ReadChoices = Pick<ReadOptions, "text" | "headingRow">;

/** A message of the worker to the page. */
export type ReaderMessage =
  | { type: "progress"; rows: number }
  | { type: "read"; sheet: ReadSheet }
  | { type: "refused"; sentence: string; reason?: SheetProblemReason }
  | { type: "slice"; index: number; rows: Uint8Array<ArrayBuffer> };

/** A spreadsheet that was read. Its rows stay in the worker, in slices. */
export interface ReadSheet extends Omit<SheetContent, "slices"> {
  fileName: string;
  /** SHA-256 of the file, hexadecimal. */
  sha256: string;
  slices: number;
}

/** The kinds of files that a spreadsheet may be, for `accept`. */
export const SPREADSHEET_FILES = ".csv,.xls,.xlsx";
