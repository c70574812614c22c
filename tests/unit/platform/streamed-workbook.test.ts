import { randomBytes } from "node:crypto";
import { readXlsx } from "hucre";
import { expect, test } from "vitest";
import { read, utils } from "xlsx";
import { MAX_REPORT_ROWS, type SheetFrame } from "~/platform/sheets/spreadsheet";
import { streamXlsx } from "~/platform/sheets/streamed-workbook.server";
import { toXlsx } from "~/platform/sheets/workbook";
import { HOSTILE_CELLS } from "../../support/hostile-cells.ts";

const FRAME: SheetFrame = {
  name: "Student Report",
  columns: [
    { title: "=Name", width: 20 },
    { title: "Amount Spent", width: 12 },
    { title: "Tags", width: 30 },
  ],
  report: { title: "=Student Pending Report", lines: ["Created on 06/15/2026 08:00", "Search: =1+1"] },
};

type Rows = (string | number)[][];

async function* batchesOf(rows: Rows, size = 2) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function stream(rows: Rows): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const written = await streamXlsx(FRAME, batchesOf(rows), async (bytes) => void chunks.push(bytes));
  expect(written).toEqual([{ name: FRAME.name, rows: rows.length }]);
  return Buffer.concat(chunks);
}

const writers = {
  "in the browser": async (rows: Rows) => Buffer.from(toXlsx({ ...FRAME, rows })),
  "streamed on the server": stream,
};

/** The first sheet as SheetJS reads it. */
function sheetOf(file: Buffer) {
  const book = read(file, { cellFormula: true, cellNF: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ""] ?? {};
  const cells = Object.entries(sheet).filter(([address]) => !address.startsWith("!"));
  return { sheet, cells };
}

/** The first sheet as another program, which shares no code with the writers, reads it. */
async function secondReading(file: Buffer) {
  const { sheets } = await readXlsx(file);
  return sheets[0]?.rows ?? [];
}

test.each(Object.entries(writers))("%s: the report's layout", async (_name, write) => {
  const file = await write([["Ann", 12.5, "a, b"]]);
  const { sheet } = sheetOf(file);
  expect(sheet["!merges"]).toEqual([{ s: { r: 0, c: 0 }, e: { r: 0, c: 2 } }]);
  expect(sheet.A1?.v).toBe("=Student Pending Report");
  expect(sheet.A3?.v).toBe("Created on 06/15/2026 08:00");
  expect(["A9", "B9", "C9"].map((at) => sheet[at]?.v)).toEqual(["=Name", "Amount Spent", "Tags"]);
  expect(["A10", "B10", "C10"].map((at) => sheet[at]?.v)).toEqual(["Ann", 12.5, "a, b"]);
  expect(sheet["!ref"]).toBe("A1:C10");

  const rows = await secondReading(file);
  expect(rows[0]?.[0]).toBe("=Student Pending Report");
  expect(rows[8]).toEqual(["=Name", "Amount Spent", "Tags"]);
  expect(rows[9]).toEqual(["Ann", 12.5, "a, b"]);
  expect(rows).toHaveLength(10);
});

test.each(Object.entries(writers))("%s: hostile texts are text, and the same text", async (_name, write) => {
  const file = await write(HOSTILE_CELLS.map((text, index) => [text, index, text]));
  const { sheet, cells } = sheetOf(file);
  expect(cells.filter(([, cell]) => cell.f !== undefined)).toEqual([]);
  expect(HOSTILE_CELLS.map((_, index) => sheet[`A${index + 10}`])).toMatchObject(
    HOSTILE_CELLS.map((text) => ({ t: "s", v: text, z: "@" })),
  );
  expect(sheet.A9).toMatchObject({ t: "s", v: "=Name", z: "@" });
  const rows = await secondReading(file);
  // That reader keeps Excel's way of writing some characters.
  const seen = (text: string) => text.replace("_x000D_", "\r");
  expect(rows.slice(9).map((row) => seen(String(row[2])))).toEqual(HOSTILE_CELLS.map((text) => seen(text)));
});

test.each(Object.entries(writers))(
  "%s: what no file can hold is replaced, what is too long cut",
  async (_name, write) => {
    const tooLong = `${"x".repeat(32_766)}🙂 and more`;
    const file = await write([
      ["a\u0000b\u0001c\u001Fd\uFFFEe\uD800f", 1, tooLong],
      ["", Number.NaN, ""],
      ["after", 2, "the empty row"],
    ]);
    const { sheet } = sheetOf(file);
    expect(sheet.A10?.v).toBe("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf");
    expect(sheet.C10?.v).toBe("x".repeat(32_766));
    expect(sheet.A12?.v).toBe("after");
    const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
    expect(rows).toHaveLength(12);
  },
);

test("rows in batches of any size keep their order", async () => {
  const rows: Rows = Array.from({ length: 5_000 }, (_, index) => [
    `Person ${index}`,
    index,
    "x".repeat(index % 90),
  ]);
  const chunks: Uint8Array[] = [];
  await streamXlsx(FRAME, batchesOf(rows, 333), async (bytes) => void chunks.push(bytes));
  const found = await secondReading(Buffer.concat(chunks));
  expect(found.slice(9).map((row) => row[0])).toEqual(rows.map(([name]) => name));
});

test("a workbook without rows is valid", async () => {
  expect((await secondReading(await stream([])))[8]).toEqual(["=Name", "Amount Spent", "Tags"]);
});

test("failing rows or a failing sink end the writing", async () => {
  let ended = false;
  async function* broken() {
    try {
      yield [["Ann", 1, ""]];
      throw new Error("the rows broke off");
    } finally {
      ended = true;
    }
  }
  await expect(streamXlsx(FRAME, broken(), async () => undefined)).rejects.toThrow("the rows broke off");
  expect(ended).toBe(true);

  ended = false;
  async function* endless() {
    try {
      for (;;) yield [["Ann", 1, randomBytes(15_000).toString("hex")]];
    } finally {
      ended = true;
    }
  }
  let taken = 0;
  const refuse = async (bytes: Uint8Array) => {
    taken += bytes.length;
    if (taken > 100_000) throw new Error("the disk is full");
  };
  await expect(streamXlsx(FRAME, endless(), refuse)).rejects.toThrow("the disk is full");
  expect(ended).toBe(true);
});

test("more rows than a sheet has are refused", async () => {
  const batch = Array.from({ length: 50_000 }, () => []);
  async function* tooMany() {
    for (let rows = 0; rows <= MAX_REPORT_ROWS; rows += batch.length) yield batch;
  }
  const writing = streamXlsx(FRAME, tooMany(), async () => undefined);
  await expect(writing).rejects.toThrow("A spreadsheet holds 1,048,567 rows, and these are more.");
});
