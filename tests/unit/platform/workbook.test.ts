import { expect, test } from "vitest";
import { read, utils } from "xlsx";
import { fileTimestamp, slug } from "~/platform/sheets/spreadsheet";
import { toXlsx } from "~/platform/sheets/workbook";

const HOSTILE = [
  "=1+1",
  "+1",
  "-1+1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  '=HYPERLINK("http://x")',
  "=cmd|'/c calc'!A1",
];

test("text that looks like a formula stays the same text, in cells of the format text", () => {
  const file = toXlsx({
    name: "Job: a/b",
    columns: [
      { title: "=Row", width: 8 },
      { title: "What", width: 20 },
    ],
    rows: HOSTILE.map((text, index) => [index, text]),
  });
  const book = read(file, { cellFormula: true, cellNF: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ""] ?? {};
  const cells = Object.entries(sheet).filter(([address]) => !address.startsWith("!"));
  expect(cells).toHaveLength(2 * (HOSTILE.length + 1));
  expect(cells.filter(([, cell]) => cell.f !== undefined)).toEqual([]);
  expect(HOSTILE.map((_, index) => sheet[`B${index + 2}`])).toMatchObject(
    HOSTILE.map((text) => ({ t: "s", v: text, z: "@" })),
  );
  expect(sheet.A1).toMatchObject({ t: "s", v: "=Row", z: "@" });
  expect(sheet.A2).toMatchObject({ t: "n", v: 0 });
});

test("the file's XML has no formula", () => {
  const file = toXlsx({
    name: "x",
    columns: [{ title: "A", width: 8 }],
    rows: HOSTILE.map((text) => [text]),
  });
  const book = read(file, { bookFiles: true }) as unknown as {
    files: Record<string, { content: Uint8Array }>;
  };
  const xml = new TextDecoder().decode(book.files["xl/worksheets/sheet1.xml"]?.content);
  expect(xml).toContain("<sheetData>");
  expect(xml).not.toMatch(/<f[ >]/);
});

test("texts longer than a cell are cut, and empty sheets have their header", () => {
  const file = toXlsx({ name: "", columns: [{ title: "A", width: 8 }], rows: [["x".repeat(40_000)]] });
  const book = read(file);
  const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ""] ?? {}, { header: 1 });
  expect(rows[1]?.[0]).toHaveLength(32_767);
});

test("file names are plain", () => {
  expect(slug("Approve 120 students")).toBe("Approve_120_students");
  expect(slug("../../etc/pässwd\u0000")).toBe("etc_pa_sswd");
  expect(slug("…")).toBe("Untitled");
  expect(slug("x".repeat(100))).toHaveLength(60);
  expect(fileTimestamp(new Date("2026-06-15T12:00:00.123Z"))).toBe("20260615T120000Z");
});
