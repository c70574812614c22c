import { withoutMarks } from "../csv-text";
import { type LineEnds, lineEndsIn, parseCsv } from "./csv-rows";
import { bare } from "./headings";
import { SheetProblem } from "./problem";
import type { TakeRow } from "./row";
import { decodeBytes, detectEncoding, TEXT_ENCODINGS, type TextEncodingName } from "./text-encodings";

/** What may divide the cells, the most common first. */
export const DELIMITERS = { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Vertical bar" } as const;

/** Excel writes this line to say what divides the cells. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\r|\n)/i;

/** Characters and rows that are enough to see how a file is divided. */
const SAMPLE = 100_000;
const ROWS = 50;

/**
 * Finds what divides the cells of a text. Known headings decide, then how alike the rows are: a comma within texts makes rows of
 * different lengths.
 */
function findDelimiter(text: string, expected: readonly string[], lineEnds: LineEnds): string {
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

/** How a person says that a text file is written, in place of what its bytes suggest. */
export interface TextChoices {
  encoding?: TextEncodingName;
  delimiter?: string;
  lineEnds?: LineEnds;
}

/** How a text file was read. */
export interface TextLayout {
  encoding: TextEncodingName;
  delimiter: string;
  lineEnds: LineEnds;
  /** The line ends that the file has, such as "CRLF and LF". Empty for a file of one line. */
  lineEndsFound: string;
  /** What isn't certain about the reading, one sentence each. */
  remarks: string[];
}

/** `="000123"` is how programs write a text into a CSV file that Excel would take for a number. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;

/**
 * Reads a CSV file. Cells stay text, with their leading zeros.
 * @param expected known headings, which tell what divides the cells
 * @throws SheetProblem when the file isn't text, or a quote isn't closed
 */
export function readCsv(
  bytes: Uint8Array,
  takeRow: TakeRow,
  expected: readonly string[] = [],
  choices: TextChoices = {},
): TextLayout {
  const { text, encoding, remarks } = decodeText(bytes, choices.encoding);
  const separator = SEPARATOR_LINE.exec(text);
  const firstRow = separator ? 1 : 0;
  const lines = separator ? text.slice(separator[0].length) : text;
  const lineEnds = choices.lineEnds ?? "any";
  const delimiter = choices.delimiter ?? separator?.[1] ?? findDelimiter(lines, expected, lineEnds);
  parseCsv(lines, { delimiter, lineEnds }, ({ number, cells }) =>
    takeRow({ number: number + firstRow, cells: cells.map((cell) => withoutMarks(withoutFormula(cell))) }),
  );
  return { encoding, delimiter, lineEnds, lineEndsFound: lineEndsIn(text), remarks };
}

const withoutFormula = (cell: string): string =>
  cell.startsWith("=")
    ? cell.replace(TEXT_FORMULA, (_all, text: string) => text.replaceAll('""', '"'))
    : cell;

/** Programs for DOS end a text with it. */
const CTRL_Z = 0x1a;

/** Reads a file as text. @throws SheetProblem for one that isn't a text */
export function decodeText(bytes: Uint8Array, chosen?: TextEncodingName) {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === CTRL_Z) end -= 1;
  const content = bytes.subarray(0, end);
  if (isUtf32(content))
    throw new SheetProblem(
      "The file is in UTF-32, which can't be read. Save it in UTF-8, and choose the new file.",
    );
  const { encoding, isGuess } = chosen ? { encoding: chosen, isGuess: false } : detectEncoding(content);
  const text = decodeBytes(content, encoding);
  refuseOther(text);
  const name = TEXT_ENCODINGS[encoding];
  const remarks: string[] = [];
  if (isGuess && encoding.startsWith("utf-16"))
    remarks.push(`The file has no byte order mark. It was read as ${name}. Check the preview.`);
  else if (isGuess && encoding !== "utf-8")
    remarks.push(
      `The file isn't in UTF-8 and doesn't say its encoding. It was read as ${name}. If letters look wrong below, choose another encoding.`,
    );
  const bad = text.match(/\uFFFD/g)?.length ?? 0;
  if (bad > 0) {
    const line = (text.slice(0, text.indexOf("\uFFFD")).match(/\r\n|\r|\n/g)?.length ?? 0) + 1;
    const characters = bad === 1 ? "1 character" : `${bad.toLocaleString("en-US")} characters`;
    remarks.push(
      `${characters} can't be read as ${name}, the first in line ${line}. They are shown as \uFFFD. Correct them, or choose another encoding.`,
    );
  }
  return { text, encoding, remarks };
}

/** Characters that no text file has: the sign of a picture, a PDF or a program. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

function refuseOther(text: string): void {
  const found = BINARY.exec(text);
  if (found) {
    const line = (text.slice(0, found.index).match(/\r\n|\r|\n/g)?.length ?? 0) + 1;
    const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    throw new SheetProblem(
      `This isn't a spreadsheet: line ${line} has the control character U+${code}, which no text has. Choose a csv, xls or xlsx file; only its first sheet is read.`,
    );
  }
  if (/^\s*<[!?a-z]/i.test(text)) {
    throw new SheetProblem(
      "This is a web page or XML with a spreadsheet's name. Open it in your spreadsheet program, save it as xlsx, and choose the new file.",
    );
  }
}

const isUtf32 = ([a, b, c, d]: Uint8Array): boolean =>
  (a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff);
