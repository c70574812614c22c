/** Spreadsheets as other programs write them, built byte by byte where the library can't write the case. */
import { BlobWriter, configure, TextReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { type CellObject, CFB, utils, write } from "xlsx";

configure({ useWebWorkers: false });

type Cell = string | number | boolean | Date | CellObject | null;

/** A workbook as Excel writes it; each entry is a sheet. */
export function workbookFile(
  sheets: Record<string, readonly (readonly Cell[])[]>,
  type: "xlsx" | "biff8" | "biff5" = "xlsx",
): Blob {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows as Cell[][]), name);
  }
  return new Blob([write(book, { type: "array", bookType: type, compression: true })]);
}

/** A number in a format, such as 123 as `00000000`. */
export const formatted = (value: number, format: string): CellObject => ({ t: "n", v: value, z: format });

const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
export const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
/** The namespace of a workbook's parts. */
export const SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** The parts of an xlsx file with this XML as its one sheet. */
export const partsAround = (sheet: string, extra: Record<string, string> = {}): Record<string, string> => ({
  "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
  "_rels/.rels": `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  "xl/worksheets/sheet1.xml": sheet,
  ...extra,
});

/** Packs parts into a zip. */
export async function zipFile(parts: Record<string, string>): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter());
  for (const [name, content] of Object.entries(parts)) await zip.add(name, new TextReader(content));
  return zip.close();
}

/** An xlsx file around the rows of a sheet, such as `<row r="1"><c t="inlineStr"><is><t>Email</t></is></c></row>`. */
export const xlsxOfRows = (rows: string, extra?: Record<string, string>): Promise<Blob> =>
  zipFile(
    partsAround(
      `<worksheet xmlns="${SPREADSHEET}" xmlns:x="${SPREADSHEET}"><sheetData>${rows}</sheetData></worksheet>`,
      extra,
    ),
  );

/** The bytes of a text in an encoding of one byte per character. */
export const latinBytes = (text: string): Blob =>
  new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))]);

/** The bytes of a text as UTF-16, with its mark, least significant byte first. */
export function utf16Bytes(text: string): Blob {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, true);
  for (let at = 0; at < text.length; at++) view.setUint16(2 + at * 2, text.charCodeAt(at), true);
  return new Blob([bytes]);
}

const SHEET_RECORD = 0x0085;
const CHART = 0x0020;

/** An xls file with some of its sheets made charts, or hidden, by their place. The values of a chart are cells of its sheet. */
export async function xlsWith(
  file: Blob,
  { charts, hidden }: { charts: readonly number[]; hidden: readonly number[] },
): Promise<Blob> {
  const container = CFB.read(new Uint8Array(await file.arrayBuffer()), { type: "array" });
  const entry = CFB.find(container, "/Workbook");
  if (!entry) throw new Error("The library writes xls files differently now.");
  const content = Uint8Array.from(entry.content as ArrayLike<number>);
  const view = new DataView(content.buffer);
  let sheet = 0;
  for (let at = 0; at + 4 < content.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== SHEET_RECORD) continue;
    if (hidden.includes(sheet)) view.setUint8(at + 8, 1);
    const begin = view.getUint32(at + 4, true);
    if (charts.includes(sheet)) view.setUint16(begin + 6, CHART, true);
    sheet += 1;
  }
  entry.content = content;
  return new Blob([new Uint8Array(CFB.write(container, { type: "array" }) as Uint8Array)]);
}
