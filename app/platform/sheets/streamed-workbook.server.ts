import { once } from "node:events";
import { Readable } from "node:stream";
import { badRequest } from "../errors";
import { type CellValue, MAX_REPORT_ROWS, REPORT_HEADER_ROW, type SheetFrame } from "./spreadsheet";
import { cellText } from "./workbook";

/** A batch of rows of a sheet. */
export type RowBatches = AsyncIterable<readonly (readonly CellValue[])[]>;

/** A sheet whose rows are read in batches. */
export interface StreamedSheet {
  frame: SheetFrame;
  batches: RowBatches;
}

/** How many rows a sheet got. */
export interface WrittenSheet {
  name: string;
  rows: number;
}

/** The size of the XML chunks that are written (characters). */
const PIECE = 64 * 1024;

/** Excel's own name of the format "text" in the frame's cells, and where the rows go. */
const TEXT_STYLE = /<c r="A\d+" s="(\d+)"/;
const ROWS_END = "</sheetData>";
const SHEET_PATH = /^xl\/worksheets\/sheet(\d+)\.xml$/;

/**
 * Writes a workbook of any number of rows as bytes, row by row, in constant memory. The frame (title, lines,
 * columns' titles, styles) is made by the same `toXlsx` as in the browser, so both look alike. The rows are inserted into its
 * sheet. See `docs/decisions/0014-large-spreadsheets.md`.
 * @param sink takes the bytes in order, and the writer waits for it
 * @param further streamed sheets behind the first one, in their order. The small sheets of the first frame are behind them
 * @returns how many rows were written, by sheet. The small sheets of the first frame aren't among them
 * @throws what `batches` or `sink` throws; 400 when the rows do not fit into a sheet
 */
export async function streamXlsx(
  frame: SheetFrame,
  batches: RowBatches,
  sink: (bytes: Uint8Array) => Promise<void>,
  further: readonly StreamedSheet[] = [],
): Promise<readonly WrittenSheet[]> {
  // Both are large, and only a worker ever needs them.
  const [{ CFB, utils }, { toXlsx }, { ZipWriter }] = await Promise.all([
    import("xlsx"),
    import("./workbook"),
    import("@zip.js/zip.js/lib/zip-core-native.js"),
  ]);
  const more = [...further.map((sheet) => ({ ...sheet.frame, rows: [] })), ...(frame.more ?? [])];
  const parts = partsOf(CFB.read(new Uint8Array(toXlsx({ ...frame, more, rows: [] })), { type: "array" }));
  const streamed = [{ frame, batches }, ...further];
  const written = streamed.map((sheet) => ({ name: sheet.frame.name, rows: 0 }));

  async function* sheetXml(index: number, { frame, batches }: StreamedSheet, xml: string) {
    const letters = frame.columns.map((_column, index) => utils.encode_col(index));
    const { before, after, textStyle } = templateOf(xml, letters);
    const titlesRow = frame.report ? REPORT_HEADER_ROW : 1;
    let piece = before;
    let inSheet = 0;
    for await (const rows of batches) {
      if (inSheet + rows.length > MAX_REPORT_ROWS) throw tooManyRows(MAX_REPORT_ROWS);
      for (const row of rows) {
        inSheet += 1;
        piece += rowXml(row, titlesRow + inSheet, letters, textStyle);
        if (piece.length < PIECE) continue;
        yield Buffer.from(piece);
        piece = "";
      }
    }
    const counted = written[index];
    if (counted) counted.rows = inSheet;
    yield Buffer.from(piece + after);
  }

  // Sizes follow each part, because they aren't known before. Without zip64, which not every program reads.
  const zip = new ZipWriter(new WritableStream<Uint8Array>({ write: sink }), {
    useWebWorkers: false,
    zip64: false,
    dataDescriptorSignature: true,
  });
  for (const { name, content } of parts) {
    const index = Number(SHEET_PATH.exec(name)?.[1]) - 1;
    const sheet = streamed[index];
    const bytes = Readable.from(sheet ? sheetXml(index, sheet, content.toString("utf8")) : [content]);
    try {
      await zip.add(name, Readable.toWeb(bytes) as ReadableStream<Uint8Array>);
    } finally {
      // When the sink fails, the source of the rows must be ended here.
      if (!bytes.destroyed) await once(bytes.destroy(), "close");
    }
  }
  await zip.close();
  return written;
}

/** @throws 400: what to do about it */
export const tooManyRows = (most: number) =>
  badRequest(
    `A spreadsheet holds ${most.toLocaleString("en-US")} rows, and these are more. Narrow the search and export again.`,
  );

interface SheetTemplate {
  before: string;
  after: string;
  textStyle: string;
}

/** A sheet's XML before and after its rows. Its dimensions are removed, and its ranges cover the whole sheet. */
function templateOf(xml: string, letters: readonly string[]): SheetTemplate {
  const at = xml.indexOf(ROWS_END);
  const textStyle = TEXT_STYLE.exec(xml)?.[1];
  if (at < 0 || !textStyle) throw new Error("The spreadsheet library writes its sheets differently now.");
  return {
    before: xml.slice(0, at).replace(/<dimension [^>]*\/>/, ""),
    after: xml.slice(at).replace(/sqref="[^"]*"/, `sqref="A1:${letters.at(-1)}1048576"`),
    textStyle,
  };
}

/** The files in a workbook. @param container what the spreadsheet library reads a zip file into */
function partsOf(container: { FullPaths: string[]; FileIndex: { content?: Uint8Array }[] }) {
  return container.FullPaths.flatMap((path, index) => {
    const name = path.replace(/^[^/]*\//, "");
    const content = container.FileIndex[index]?.content;
    // The container's own entries are folders, and one with the library's name.
    const isFile = content && name !== "" && !name.endsWith("/") && /\.(xml|rels)$/.test(name);
    return isFile ? [{ name, content: Buffer.from(content) }] : [];
  });
}

function rowXml(
  row: readonly CellValue[],
  number: number,
  letters: readonly string[],
  textStyle: string,
): string {
  let xml = `<row r="${number}">`;
  for (let column = 0; column < row.length; column += 1) {
    const value = row[column] as CellValue;
    const place = `${letters[column]}${number}`;
    if (typeof value === "number") xml += Number.isFinite(value) ? `<c r="${place}"><v>${value}</v></c>` : "";
    else if (value !== "")
      xml += `<c r="${place}" s="${textStyle}" t="inlineStr"><is>${textXml(value)}</is></c>`;
  }
  return `${xml}</row>`;
}

/** Matches text that needs no escaping in XML. */
const PLAIN = /^[!-%'-;=?-^`-~](?:[ -%'-;=?-^`-~]*[!-%'-;=?-^`-~])?$/;

function textXml(text: string): string {
  if (text.length < 1_000 && PLAIN.test(text)) return `<t>${text}</t>`;
  const escaped = cellText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    // A bare one would be read as a line feed.
    .replaceAll("\r", "_x000D_");
  return `<t xml:space="preserve">${escaped}</t>`;
}
