/** A row of a sheet that is not blank. */
export interface SheetRow {
  /** As the spreadsheet program numbers it: the first row is 1. */
  number: number;
  /** The texts from the first column on, without blank cells at the end. */
  cells: string[];
}

/** Takes the rows in their order. It may throw a `SheetProblem` to end the reading. */
export type TakeRow = (row: SheetRow) => void;

/** A column's letters, as the spreadsheet program shows them: 0 is A, 27 is AB. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : "") + String.fromCharCode(65 + (index % 26));
}

const A = 64;

/** The column of a cell's address, such as 1 for B7, or -1 for an invalid address. */
export function columnOf(address: string): number {
  let column = 0;
  let at = 0;
  for (; at < address.length; at++) {
    const letter = address.charCodeAt(at) - A;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return at === 0 || at > 3 || at === address.length ? -1 : column - 1;
}
