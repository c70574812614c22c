import { SheetProblem } from "./problem";
import type { SheetRow } from "./row";

/** The rows that are searched for headings. Backroom's reports have them in row 9. */
export const ROWS_SEARCHED = 30;

const DATA_LIKE = /@|^-?[\d.,/: -]+$/;

/** A heading as it is compared, without what people write differently: case, accents, spaces and signs. */
export const bare = (heading: string): string =>
  heading
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * Finds the row of headings among the first rows that are not blank.
 * @param expected the expected headings, in any case. Without any of them, the first well-filled row of texts is taken
 * @returns its place in `rows`
 * @throws SheetProblem when there is none
 */
export function findHeadings(rows: readonly SheetRow[], expected: readonly string[]): number {
  const expectedNames = new Set(expected.map(bare));
  const hits = rows.map(({ cells }) => cells.filter((cell) => expectedNames.has(bare(cell))).length);
  const best = Math.max(0, ...hits);
  if (best > 0) return hits.indexOf(best);
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== "").length);
  const enough = Math.max(...filled) / 2;
  const found = filled.findIndex((count) => count >= enough && count > 0);
  const row = rows[found];
  if (!row)
    throw new SheetProblem("The first sheet is empty. Only the first sheet is read; move the rows there.", {
      reason: "no rows",
    });
  if (row.cells.some((cell) => DATA_LIKE.test(cell.trim()))) {
    throw new SheetProblem(
      `There is no row with headings: row ${row.number} looks like data. Add a row above it that names each column, for example "Email".`,
      { reason: "no headings" },
    );
  }
  return found;
}
