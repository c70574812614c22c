import { describe, expect, it } from "vitest";
import { IMPORT_LIMITS } from "~/core/imports/limits";
import type { SheetContent } from "~/platform/sheets/reading/collect";
import { readSheet } from "~/platform/sheets/reading/read-sheet";
import type { SheetRow } from "~/platform/sheets/reading/row";
import { withMachineFactor } from "../../../support/machine-factor.ts";
import {
  formatted,
  OFFICE,
  partsAround,
  SPREADSHEET,
  workbookFile,
  xlsWith,
  xlsxOfRows,
  zipFile,
} from "../../../support/spreadsheets.ts";

const rowsOf = ({ slices }: SheetContent): SheetRow[] =>
  slices.flatMap((slice) => JSON.parse(new TextDecoder().decode(slice)) as SheetRow[]);
const cellsOf = (content: SheetContent) => rowsOf(content).map(({ cells }) => cells);
const headingsOf = ({ columns }: SheetContent) => columns.map(({ heading }) => heading);
const csv = (text: string, options = {}) => readSheet(new Blob([text]), "people.csv", options);

const TYPED = [
  ["Email", "Start", "AS400 ID", "Text ID", "Amount", "Consent", "Big", "Birth", "SKU"],
  [
    "ann@x.example",
    formatted(45_658, "m/d/yy"),
    formatted(123, "00000000"),
    "000123",
    0.1 + 0.2,
    true,
    1e21,
    formatted(36_526.75, "yyyy-mm-dd hh:mm"),
    10.125,
  ],
];

describe.each(["xlsx", "biff8"] as const)("a workbook as %s", (type) => {
  const name = type === "xlsx" ? "people.xlsx" : "people.xls";

  it("returns days, leading zeros, plain numbers and yes or no as text", async () => {
    const content = await readSheet(workbookFile({ People: TYPED }, type), name);
    expect(headingsOf(content)).toEqual(TYPED[0]);
    expect(rowsOf(content)).toEqual([
      {
        number: 2,
        cells: [
          "ann@x.example",
          "2025-01-01",
          "00000123",
          "000123",
          "0.3",
          "TRUE",
          "1000000000000000000000",
          "2000-01-01 18:00:00",
          "10.125",
        ],
      },
    ]);
    expect(content.columns[2]).toEqual({ letters: "C", heading: "AS400 ID", examples: ["00000123"] });
  });

  it("returns an amount as its number, in any format", async () => {
    const amounts = [
      formatted(19.99, "00.000"),
      formatted(19.99, '"KWD "00.000'),
      formatted(1_234.5, "0 000.00;-0 000.00"),
      formatted(19_995, "0\\.000"),
      formatted(19_995, '0","000'),
      formatted(19_995, "#,##0.000"),
    ];
    const ids = [formatted(12_345_678, "000\\.000\\.000"), formatted(5, '"No. "000')];
    const headings = ["Email", ...[...amounts, ...ids].map((_cell, index) => `Column ${index}`)];
    const row = ["ann@x.example", ...amounts, ...ids];
    const content = await readSheet(workbookFile({ One: [headings, row] }, type), name);
    expect(cellsOf(content)).toEqual([
      ["ann@x.example", "19.99", "19.99", "1234.5", "19995", "19995", "19995", "012.345.678", "No. 005"],
    ]);
  });

  it("returns the time of day to the nearest second, in any format of dates", async () => {
    // As Excel stores 1 December 2026 at 14:00:00, 08:05:09 and the last moment of the day before.
    const moments = [
      formatted(46_357 + 14 / 24, "m/d/yy h:mm"),
      formatted(46_357.336_909_722_2, "mm-dd-yyyy hh:mm:ss"),
      formatted(46_356.999_999_999, "m/d/yy"),
      formatted(46_357, "m/d/yy h:mm"),
    ];
    const content = await readSheet(workbookFile({ Prices: [["A", "B", "C", "D"], moments] }, type), name);
    expect(cellsOf(content)).toEqual([
      ["2026-12-01 14:00:00", "2026-12-01 08:05:09", "2026-12-01", "2026-12-01"],
    ]);
  });

  it("marks an example that is cut", async () => {
    const school = `${"University ".repeat(5)}of Applied Sciences`;
    const rows = [
      ["Email", "School"],
      ["ann@x.example", school],
    ];
    const content = await readSheet(workbookFile({ People: rows }, type), name);
    expect(content.columns[1]?.examples).toEqual([`${school.slice(0, 60)}…`]);
  });

  it("reads only the first sheet, and skips blank rows without renumbering", async () => {
    const file = workbookFile(
      {
        One: [["Email"], [null], ["a@x.example"], ["  "], ["b@x.example"]],
        Two: [["Email"], ["no@x.example"]],
      },
      type,
    );
    expect(rowsOf(await readSheet(file, name))).toEqual([
      { number: 3, cells: ["a@x.example"] },
      { number: 5, cells: ["b@x.example"] },
    ]);
  });

  it("finds the headings in row 9, as in our own reports", async () => {
    const report = [
      ["Student Pending Report"],
      [],
      ["Created on: 06/15/2026 12:00"],
      [],
      [],
      [],
      [],
      [],
      ["Name", "Email", "Tags"],
      ["Ann Lee", "ann@x.example", "Pending"],
    ];
    const content = await readSheet(workbookFile({ Report: report }, type), name, { expected: ["e-mail"] });
    expect(content).toMatchObject({ headingRow: 9, rows: 1 });
    expect(await readSheet(workbookFile({ Report: report }, type), name)).toMatchObject({ headingRow: 9 });
  });
});

describe("an xlsx file", () => {
  it("may omit addresses and use prefixes, rich text and escapes", async () => {
    const file = await xlsxOfRows(
      `<x:row><x:c t="inlineStr"><x:is><x:t>Email</x:t></x:is></x:c><x:c t="s"><x:v>0</x:v></x:c></x:row>
       <row r="7"><c r="A7" t="str"><f>A1</f><v>a&amp;b@x.example</v></c><c r="B7" t="s"><v>1</v></c></row>`,
      {
        "xl/sharedStrings.xml": `<sst><si><r><t>First</t></r><r><t> Name</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si><si><t>Ann_x000D_</t></si></sst>`,
      },
    );
    const content = await readSheet(file, "x.xlsx");
    expect(headingsOf(content)).toEqual(["Email", "First Name"]);
    expect(rowsOf(content)).toEqual([{ number: 7, cells: ["a&b@x.example", "Ann\r"] }]);
  });

  it("may have characters that can't be stored, which are replaced", async () => {
    const cells = ["Ann_x0000_", "_xD83D_ half", "_xD83D__xDE00_ whole"]
      .map((value) => `<c t="str"><v>${value}</v></c>`)
      .join("");
    const headings = ["A", "B", "C"].map((heading) => `<c t="str"><v>${heading}</v></c>`).join("");
    const file = await xlsxOfRows(`<row>${headings}</row><row>${cells}</row>`);
    expect(cellsOf(await readSheet(file, "x.xlsx"))).toEqual([["Ann\ufffd", "\ufffd half", "😀 whole"]]);
  });

  it.each([
    ["", ""],
    [
      " beside an extension's element of the same name",
      `<extLst><ext xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>`,
    ],
  ])("may count its days from 1904%s", async (_name, extension) => {
    const file = await xlsxOfRows(
      `<row r="1"><c t="str"><v>Day</v></c></row><row r="2"><c s="1"><v>0</v></c></row>`,
      {
        "xl/workbook.xml": `<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><workbookPr date1904="1"/><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets>${extension}</workbook>`,
        "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="rId3" Type="x/styles" Target="styles.xml"/></Relationships>`,
        "xl/styles.xml": `<styleSheet><cellStyleXfs><xf numFmtId="1"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
      },
    );
    expect(cellsOf(await readSheet(file, "x.xlsx"))).toEqual([["1904-01-01"]]);
  });

  it("doesn't search a number format that is longer than any", {
    timeout: withMachineFactor(2_000),
  }, async () => {
    const file = await xlsxOfRows(
      `<row r="1"><c t="str"><v>Amount</v></c></row><row r="2"><c s="1"><v>12.5</v></c></row>`,
      {
        "xl/workbook.xml": `<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="rId3" Type="x/styles" Target="styles.xml"/></Relationships>`,
        "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${"[".repeat(100_000)}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
      },
    );
    expect(cellsOf(await readSheet(file, "x.xlsx"))).toEqual([["12.5"]]);
  });

  it("may write dates as text", async () => {
    const cells = [
      "2026-12-01",
      "2026-12-01T14:00:00",
      "2026-12-01T13:59:59.9996Z",
      "2026-12-01T00:00:00.000",
      "2026-12-01T99:00",
    ]
      .map((value) => `<c t="d"><v>${value}</v></c>`)
      .join("");
    const headings = ["A", "B", "C", "D", "E"].map((heading) => `<c t="str"><v>${heading}</v></c>`).join("");
    const file = await xlsxOfRows(`<row>${headings}</row><row>${cells}</row>`);
    expect(cellsOf(await readSheet(file, "x.xlsx"))).toEqual([
      ["2026-12-01", "2026-12-01 14:00:00", "2026-12-01 14:00:00", "2026-12-01", "2026-12-01"],
    ]);
  });

  it("has one value per cell, and skips what is in other namespaces or in extensions", async () => {
    const row = `<row><c t="inlineStr"><v>1.0</v><is><t>Ada</t></is></c><c t="str"><v>Lee</v><is><t>no</t></is></c>
      <c><y:v>9</y:v><v>5</v><extLst><ext><v>7</v></ext></extLst></c></row>`;
    const alternatives = `<mc:AlternateContent><mc:Choice Requires="y"><row><c t="str"><v>New</v></c></row></mc:Choice><mc:Fallback><row><c t="str"><v>Old</v></c></row></mc:Fallback></mc:AlternateContent>`;
    const headings = `<row>${["A", "B", "C"].map((heading) => `<c t="str"><v>${heading}</v></c>`).join("")}</row>`;
    const sheet = `<worksheet xmlns="${SPREADSHEET}" xmlns:y="urn:y" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><sheetData>${headings}${row}${alternatives}</sheetData></worksheet>`;
    const content = await readSheet(await zipFile(partsAround(sheet)), "x.xlsx");
    expect(cellsOf(content)).toEqual([["Ada", "Lee", "5"], ["Old"]]);
  });

  it("shows where a formula has no stored result, but not where its result is blank", async () => {
    const cells = [
      "<c><f>A1</f></c>",
      `<c t="str"><f>A1</f></c>`,
      `<c t="str"><f>A1</f><v></v></c>`,
      "<c/>",
      "<c><v>1</v></c>",
    ];
    const headings = ["A", "B", "C", "D", "E"].map((heading) => `<c t="str"><v>${heading}</v></c>`).join("");
    const file = await xlsxOfRows(`<row>${headings}</row><row>${cells.join("")}</row>`);
    expect(cellsOf(await readSheet(file, "x.xlsx"))).toEqual([["#NO_RESULT!", "#NO_RESULT!", "", "", "1"]]);
  });

  it("skips a hidden sheet", async () => {
    const file = await xlsxOfRows(
      `<row><c t="str"><v>Email</v></c></row><row><c t="str"><v>a@x.example</v></c></row>`,
      {
        "xl/workbook.xml": `<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Zero" state="hidden" sheetId="2" r:id="rId9"/><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      },
    );
    expect((await readSheet(file, "x.xlsx")).rows).toBe(1);
  });
});

it("skips a chart and a hidden sheet of an xls file", async () => {
  const sheets = {
    Chart: [["Sales"], [1]],
    Lists: [["Country"], ["US"]],
    People: [["Email"], ["a@x.example"]],
  };
  const file = await xlsWith(workbookFile(sheets, "biff8"), { charts: [0], hidden: [1] });
  expect(cellsOf(await readSheet(file, "people.xls"))).toEqual([["a@x.example"]]);
});

describe("a csv file", () => {
  it.each([",", ";", "\t"])(
    "may divide its cells by %j, and break lines inside of quotes",
    async (delimiter) => {
      const text = [
        `Email${delimiter}Address${delimiter}ID`,
        `a@x.example${delimiter}"1, Long; Road\nTown"${delimiter}000123`,
      ];
      const content = await csv(text.join("\r\n"));
      expect(cellsOf(content)).toEqual([["a@x.example", "1, Long; Road\nTown", "000123"]]);
    },
  );

  it("with the extension xls is read as CSV", async () => {
    const content = await readSheet(new Blob(["Email\tName\na@x.example\tAnn"]), "people.XLS");
    expect(cellsOf(content)).toEqual([["a@x.example", "Ann"]]);
  });

  it("keeps hostile headings as texts, and columns without a heading", async () => {
    const content = await csv("Email,__proto__,constructor,\na@x.example,polluted,toString,loose");
    expect(headingsOf(content)).toEqual(["Email", "__proto__", "constructor", ""]);
    expect(cellsOf(content)).toEqual([["a@x.example", "polluted", "toString", "loose"]]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("is packed into slices within the server's limits, and reports its progress", async () => {
    const reported: number[] = [];
    const rows = Array.from({ length: 1_200 }, (_row, index) => `p${index}@x.example`).join("\n");
    const long = `q@x.example,${Array.from({ length: 99 }, () => "x".repeat(32_000)).join(",")}`;
    const text = `Email\n${rows}\n${long}\n${long}`;
    const content = await csv(text, { onProgress: (count: number) => reported.push(count) });
    const slices = content.slices.map((slice) => JSON.parse(new TextDecoder().decode(slice)) as SheetRow[]);
    expect(slices.map(({ length }) => length)).toEqual([500, 500, 200, 1, 1]);
    expect(reported).toEqual([500, 1_000, 1_200, 1_201, 1_202]);
    for (const slice of slices) {
      expect(slice.length).toBeLessThanOrEqual(IMPORT_LIMITS.rowsPerSlice);
      const characters = slice.flatMap(({ cells }) => cells).reduce((sum, { length }) => sum + length, 0);
      expect(characters).toBeLessThanOrEqual(IMPORT_LIMITS.charactersPerSlice);
    }
  });
});

it("finds headings with differently encoded accents, below other filled rows", async () => {
  const content = await csv("Our,people\nPrénom,École\nAnn,Harbor", { expected: ["prenom", "ecole"] });
  expect(headingsOf(content)).toEqual(["Prénom", "École"]);
});
