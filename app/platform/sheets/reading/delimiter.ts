import { type LineEnds, parseCsv } from "./csv-rows";
import { bare } from "./headings";
import { SheetProblem } from "./problem";

/** What may divide the cells, the most common first. */
export const DELIMITERS = { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Vertical bar" } as const;

/** Excel writes this line to say what divides the cells. */
export const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\r|\n)/i;

/** Characters and rows that are enough to see how a file is divided. */
const SAMPLE = 100_000;
const ROWS = 50;

/**
 * Finds what divides the cells of a text. Known headings decide, then how alike the rows are: a comma within texts makes rows of
 * different lengths.
 */
export function findDelimiter(text: string, expected: readonly string[], lineEnds: LineEnds): string {
  const names = new Set(expected.map(bare));
  const found = Object.keys(DELIMITERS).map((delimiter) => {
    const rows = sampleRows(text, delimiter, lineEnds);
    const hits = Math.max(
      0,
      ...rows.map((cells) => (cells.length > 1 ? cells.filter((cell) => names.has(bare(cell))).length : 0)),
    );
    const { columns, share } = shape(rows);
    return { delimiter, hits, columns, share };
  });
  const divided = found.filter(({ columns, hits }) => columns > 1 || hits > 0);
  divided.sort((a, b) => b.hits - a.hits || b.share - a.share || b.columns - a.columns);
  return divided[0]?.delimiter ?? ",";
}

/** The most frequent number of cells of a row, and the share of rows that have it. */
function shape(rows: readonly string[][]): { columns: number; share: number } {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [columns = 0, most = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return { columns, share: most / Math.max(1, rows.length) };
}

class Enough extends Error {}

function sampleRows(text: string, delimiter: string, lineEnds: LineEnds): string[][] {
  const rows: string[][] = [];
  const take = ({ cells }: { cells: string[] }) => {
    if (cells.every((cell) => cell.trim() === "")) return;
    rows.push(cells);
    if (rows.length === ROWS) throw new Enough();
  };
  try {
    parseCsv(text.slice(0, SAMPLE), { delimiter, lineEnds }, take, text.length > SAMPLE);
  } catch (error) {
    // With another delimiter, quotes may close at a wrong place.
    if (!(error instanceof Enough || error instanceof SheetProblem)) throw error;
  }
  return rows;
}
