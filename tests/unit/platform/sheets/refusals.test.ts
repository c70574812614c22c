import { expect, it } from "vitest";
import { CFB } from "xlsx";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import { readSheet } from "~/platform/sheets/reading/read-sheet";
import { latinBytes, partsAround, workbookFile, xlsxOfRows, zipFile } from "../../../support/spreadsheets.ts";

const HEADING = `<row r="1"><c r="A1" t="str"><v>Email</v></c></row>`;

const xlsxSheet = (text: string) =>
  `<worksheet><sheetData>${HEADING}<row r="2"><c r="A2" t="str"><v>${text}</v></c></row></sheetData></worksheet>`;

/** The file with some of its bytes overwritten from `at` on. */
async function overwritten(file: Blob, at: number, bytes: number[]): Promise<Blob> {
  const copy = new Uint8Array(await file.arrayBuffer());
  copy.set(bytes, at);
  return new Blob([copy]);
}

const FILES: Record<string, { name?: string; file: () => Blob | Promise<Blob>; message: RegExp }> = {
  "another kind of file": { name: "a.pdf", file: () => new Blob(["x"]), message: /csv, xls or xlsx/ },
  "an empty file": { name: "a.csv", file: () => new Blob([]), message: /empty/ },
  "a csv with NUL": { name: "a.csv", file: () => new Blob(["Email\na\0b"]), message: /isn't a spreadsheet/ },
  "a picture": {
    name: "a.csv",
    file: () => latinBytes("\x89PNG\r\n\x1a\n\x01\x02"),
    message: /isn't a spreadsheet/,
  },
  "a text named .xlsx": {
    name: "People.XLSX",
    file: () => new Blob(["Email,Name\nann@x.example,Ann"]),
    message: /named \.xlsx, but it is a text file\. Rename it to \.csv/,
  },
  "a workbook named .csv": {
    name: "a.csv",
    file: () => workbookFile({ One: [["Email"], ["a@x.example"]] }),
    message: /named \.csv, but it isn't a text file/,
  },
  "an old workbook named .csv": {
    name: "a.csv",
    file: () => workbookFile({ One: [["Email"], ["a@x.example"]] }, "biff8"),
    message: /named \.csv, but it isn't a text file/,
  },
  "a web page named .xlsx": { file: () => new Blob(["<html><table>"]), message: /web page/ },
  "a web page": { name: "a.xls", file: () => new Blob(["<html><table>"]), message: /web page/ },
  "a quote that does not close": {
    name: "a.csv",
    file: () => new Blob(['Email,Name\na@x.example,"Ann\nb@x.example,Bo']),
    message: /^Row 2 has a quotation mark/,
  },
  "no rows": {
    name: "a.csv",
    file: () => new Blob(["Email,Name\n"]),
    message: /no row under the headings in row 1/,
  },
  "no headings": {
    name: "a.csv",
    file: () => new Blob(["ann@x.example,Ann\nbo@x.example,Bo"]),
    message: /no row with headings: row 1/,
  },
  "an empty sheet": { file: () => xlsxOfRows(""), message: /first sheet is empty/ },
  "101 columns": {
    name: "a.csv",
    file: () => new Blob([`Email\n${"x,".repeat(100)}x`]),
    message: /Row 2 has more than 100 columns/,
  },
  "100,001 rows": {
    name: "a.csv",
    file: () => new Blob([`Email\n${"x\n".repeat(100_001)}`]),
    message: /100,000 rows/,
  },
  "a cell longer than Excel allows": {
    name: "a.csv",
    file: () => new Blob([`Email\n${"x".repeat(32_768)}`]),
    message: /cell A2 has more than 32,767/,
  },
  "a zip that isn't a spreadsheet": {
    file: () => zipFile({ "a.txt": "hello" }),
    message: /isn't a spreadsheet/,
  },
  "an OpenDocument file": {
    file: () =>
      zipFile({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>" }),
    message: /Save it as xlsx/,
  },
  "a file cut in half": {
    file: async () => {
      const file = workbookFile({ One: [["Email"], ["a@x.example"]] });
      return file.slice(0, file.size / 2);
    },
    message: /damaged/,
  },
  "a byte changed in the middle": {
    file: async () => {
      const file = await xlsxOfRows(
        `${HEADING}<row r="2"><c r="A2" t="str"><v>${"abc".repeat(50)}</v></c></row>`,
      );
      const bytes = new Uint8Array(await file.arrayBuffer());
      const name = new TextDecoder("latin1").decode(bytes).indexOf("sheet1.xml");
      return overwritten(file, name + 60, [(bytes[name + 60] ?? 0) ^ 0x55]);
    },
    message: /damaged/,
  },
  "two parts of one name": {
    file: () => zipFile(partsAround(xlsxSheet("v1"), { "xl/worksheets/Sheet1.xml": xlsxSheet("v2") })),
    message: /damaged/,
  },
  "XML that does not end": {
    file: () => zipFile(partsAround("<worksheet><sheetData><row>")),
    message: /damaged/,
  },
  "a document type with entities": {
    file: () => zipFile(partsAround(`<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>`)),
    message: /damaged/,
  },
  "a text that is not in the table": {
    file: () => xlsxOfRows(`${HEADING}<row r="2"><c r="A2" t="s"><v>9</v></c></row>`),
    message: /damaged/,
  },
  "rows that go backwards": { file: () => xlsxOfRows(`<row r="5"></row>${HEADING}`), message: /damaged/ },
  "an address that is none": {
    file: () =>
      xlsxOfRows(
        `<row r="1"><c r="A99999999999999" t="str"><v>x</v></c></row><row r="2"><c r="ZZZZZ1"><v>1</v></c></row>`,
      ),
    message: /damaged/,
  },
  "a file with a password": {
    file: () => {
      const locked = CFB.utils.cfb_new();
      CFB.utils.cfb_add(locked, "/EncryptionInfo", [4, 0, 4, 0]);
      CFB.utils.cfb_add(locked, "/EncryptedPackage", [1, 2, 3]);
      return new Blob([CFB.write(locked, { type: "array" }) as unknown as ArrayBuffer]);
    },
    message: /protected with a password/,
  },
  "an old file that is damaged": {
    name: "a.xls",
    file: async () => workbookFile({ One: [["Email"], ["a"]] }, "biff8").slice(0, 700),
    message: /damaged/,
  },
};

it.each(Object.keys(FILES))("%s is refused with a sentence", async (kind) => {
  const { name = "a.xlsx", file, message } = FILES[kind] ?? { file: () => new Blob(), message: /never/ };
  const refused = await readSheet(await file(), name).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SheetProblem);
  expect((refused as SheetProblem).message).toMatch(message);
});

it("a large file is refused before it is read", async () => {
  const file = { size: 51 * 1024 * 1024, slice: () => expect.fail("It is read.") } as unknown as Blob;
  await expect(readSheet(file, "a.csv")).rejects.toThrow(/larger than 50 MB/);
});
