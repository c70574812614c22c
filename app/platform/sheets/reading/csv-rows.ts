import { SHEET_LIMITS, SheetProblem } from "./problem";
import type { TakeRow } from "./row";

/** What ends a row outside of quotes. Files that were put together from several have more than one kind. */
export const LINE_ENDS = ["any", "crlf", "lf", "cr"] as const;
export type LineEnds = (typeof LINE_ENDS)[number];

/** How the text of a file is divided into cells. */
export interface CsvLayout {
  /** One character. */
  delimiter: string;
  lineEnds: LineEnds;
}

const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;

/**
 * Divides a text into rows and cells (RFC 4180), in one pass.
 * @param isSample the text is the beginning of a longer one, so its last row isn't taken
 * @throws SheetProblem when a quote isn't closed where its cell ends; what `takeRow` throws
 */
export function parseCsv(text: string, layout: CsvLayout, takeRow: TakeRow, isSample = false): void {
  const divider = layout.delimiter.charCodeAt(0);
  const endsAt = lineEndFinder(text, layout.lineEnds);
  let at = 0;
  for (let number = 1; at < text.length; number++) {
    const cells: string[] = [];
    for (let hasMore = true; hasMore; ) {
      let cell: string;
      if (text.charCodeAt(at) === QUOTE) {
        const end = closingQuote(text, at);
        if (end < 0 && isSample) return;
        if (end < 0) throw brokenQuotes(number);
        cell = text.slice(at + 1, end).replaceAll('""', '"');
        at = end + 1;
        while (isPadding(text.charCodeAt(at), divider)) at += 1;
        if (at < text.length && text.charCodeAt(at) !== divider && endsAt(at) === 0)
          throw brokenQuotes(number);
      } else {
        const start = at;
        while (at < text.length && text.charCodeAt(at) !== divider && endsAt(at) === 0) at += 1;
        cell = text.slice(start, at);
      }
      addCell(cells, cell);
      hasMore = text.charCodeAt(at) === divider;
      if (hasMore) at += 1;
    }
    if (at >= text.length && isSample) return;
    at += endsAt(at);
    takeRow({ number, cells });
  }
}

/** How many characters of a line end there are at a place: 0, 1 or 2. */
function lineEndFinder(text: string, lineEnds: LineEnds): (at: number) => number {
  const isCrLf = (at: number) => text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF;
  switch (lineEnds) {
    case "any":
      return (at) => {
        const code = text.charCodeAt(at);
        if (code === LF) return 1;
        return code === CR ? (text.charCodeAt(at + 1) === LF ? 2 : 1) : 0;
      };
    case "crlf":
      return (at) => (isCrLf(at) ? 2 : 0);
    case "lf":
      return (at) => (text.charCodeAt(at) === LF ? 1 : 0);
    case "cr":
      return (at) => (text.charCodeAt(at) === CR ? 1 : 0);
  }
}

/** Where a quoted cell ends, or -1. Two quotes are one within it. */
function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (at >= 0 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
  return at;
}

const isPadding = (code: number, divider: number) => (code === SPACE || code === TAB) && code !== divider;

/** A line may consist of millions of delimiters. One filled cell beyond the limit is kept, so that the collector refuses the row. */
function addCell(cells: string[], cell: string): void {
  if (cells.length <= SHEET_LIMITS.columns) cells.push(cell);
  else if (cell.trim() !== "") cells[SHEET_LIMITS.columns] = cell;
}

const brokenQuotes = (row: number) =>
  new SheetProblem(
    `Row ${row} has a quotation mark that doesn't close where its cell ends. Correct it, or save the file as xlsx.`,
  );

/** The line ends that a text has, as a sentence names them: "CRLF and LF". Those in quoted cells count, too. */
export function lineEndsIn(text: string): string {
  const kinds = [
    /\r\n/.test(text) && "CRLF",
    /(?<!\r)\n/.test(text) && "LF",
    /\r(?!\n)/.test(text) && "CR",
  ].filter(Boolean);
  return kinds.join(" and ");
}
