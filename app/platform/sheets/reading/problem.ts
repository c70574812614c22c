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
