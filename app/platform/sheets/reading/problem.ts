/** A file that cannot be read as a spreadsheet. Its message is a sentence for the person: what is wrong, and what to do. */
export class SheetProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SheetProblem";
  }
}

/** What is said of a file whose inside contradicts itself. */
export const damaged = (cause?: unknown) =>
  new SheetProblem(
    "The file is damaged and cannot be read. Open it in your spreadsheet program, save it again as xlsx, and choose the new file.",
    { cause },
  );
