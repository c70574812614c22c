import type { CellValue } from "~/platform/sheets/spreadsheet";

/** The rows of a short sheet. */
export async function* inOneBatch(rows: CellValue[][]): AsyncGenerator<CellValue[][]> {
  yield rows;
}

/** A count with its noun, for the sentence of a result: "1 order", "1,234 orders". */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
