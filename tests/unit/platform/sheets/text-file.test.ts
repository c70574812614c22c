import { describe, expect, it } from "vitest";
import type { SheetContent } from "~/platform/sheets/reading/collect";
import { type ReadOptions, readSheet } from "~/platform/sheets/reading/read-sheet";
import type { SheetRow } from "~/platform/sheets/reading/row";
import { latinBytes, utf16Bytes, workbookFile } from "../../../support/spreadsheets.ts";

const cellsOf = ({ slices }: SheetContent) =>
  slices
    .flatMap((slice) => JSON.parse(new TextDecoder().decode(slice)) as SheetRow[])
    .map(({ cells }) => cells);
const headingsOf = ({ columns }: SheetContent) => columns.map(({ heading }) => heading);
const read = (content: string | Blob, options: ReadOptions = {}) =>
  readSheet(typeof content === "string" ? new Blob([content]) : content, "people.csv", options);

describe("line ends", () => {
  it.each(["\r\n", "\n", "\r"])("%j after a heading that ends in CRLF", async (end) => {
    const content = await read(
      `Email,Tags\r\na@x.example,red${end}b@x.example,"blue,\r\ngreen"${end}c@x.example,${end}`,
    );
    expect(cellsOf(content)).toEqual([
      ["a@x.example", "red"],
      ["b@x.example", "blue,\r\ngreen"],
      ["c@x.example"],
    ]);
    expect(content.text?.lineEndsFound).toBe(
      { "\r\n": "CRLF", "\n": "CRLF and LF", "\r": "CRLF and CR" }[end],
    );
  });

  it("can be chosen, where another one is part of the texts", async () => {
    const content = await read("Email,Note\r\na@x.example,one\rtwo\r\n", { text: { lineEnds: "crlf" } });
    expect(cellsOf(content)).toEqual([["a@x.example", "one\rtwo"]]);
  });
});

describe("the delimiter", () => {
  it.each([
    ["\t", "Email\tTags\r\na@x.example\tred\r\n", ["a@x.example", "red"]],
    [";", "SKU;PRICE\nA1;1,50\nA2;2,75\n", ["A1", "1,50"]],
    ["\t", "SKU\tPRICE\nA1\t1,50\n", ["A1", "1,50"]],
    [";", "Email;Tags\na@x.example;red, blue, green", ["a@x.example", "red, blue, green"]],
    ["|", "Email|Name\na@x.example|Lee, Ann; Mary\n", ["a@x.example", "Lee, Ann; Mary"]],
    [",", "Report of today; all\nEmail,Name\na@x.example,Ann\n", ["a@x.example", "Ann"]],
    [",", "Email\na@x.example\n", ["a@x.example"]],
  ])("is found: %j", async (delimiter, text, first) => {
    const content = await read(text, { expected: ["Email", "SKU", "Price", "Name"] });
    expect(content.text?.delimiter).toBe(delimiter);
    expect(cellsOf(content)[0]).toEqual(first);
  });

  it("can be chosen, and so can the row with the headings", async () => {
    const text = "Exported~today\nEmail~Name\na@x.example~Ann\n";
    const content = await read(text, { text: { delimiter: "~" }, headingRow: 2 });
    expect(headingsOf(content)).toEqual(["Email", "Name"]);
    expect(content.preview).toEqual([{ number: 3, cells: ["a@x.example", "Ann"] }]);
    await expect(read(text, { headingRow: 9 })).rejects.toThrow(/^Row 9 is blank/);
  });
});

/** A text in an encoding that Node can't write, by the characters of its bytes in Latin 1. */
const bytes = (text: string) => latinBytes(`Email,Name\na@x.example,${text}\n`);

describe("the encoding", () => {
  it.each([
    ["utf-8", new Blob(["Email,Name\na@x.example,Zoë Łuk"]), "Zoë Łuk"],
    ["utf-8", new Blob(["\ufeffEmail,Name\na@x.example,Zoë Łuk"]), "Zoë Łuk"],
    ["utf-16le", utf16Bytes("Email,Name\na@x.example,Zoë Łuk"), "Zoë Łuk"],
  ] as const)("is certain: %s", async (encoding, file, name) => {
    const content = await read(file);
    expect(cellsOf(content)).toEqual([["a@x.example", name]]);
    expect(content.text).toMatchObject({ encoding, remarks: [] });
  });

  it.each([
    ["windows-1252", bytes("Ren\xe9e M\xfcller \x80 O\x92Neil"), "Renée Müller € O’Neil"],
    ["macintosh", bytes("Jos\x8e M\x9fller"), "José Müller"],
    ["windows-1250", bytes("\xa3\xf3d\x9f Wa\xb3\xeasa"), "Łódź Wałęsa"],
    ["windows-1251", bytes("\xc8\xe2\xe0\xed \xcf\xe5\xf2\xf0\xee\xe2"), "Иван Петров"],
    ["ibm437", bytes("Jos\x82 Mu\xa4oz"), "José Muñoz"],
    ["utf-16le", utf16Bytes("Email,Name\na@x.example,Ann").slice(2), "Ann"],
  ] as const)("is guessed, with a remark: %s", async (encoding, file, name) => {
    const content = await read(file);
    expect(content.text?.encoding).toBe(encoding);
    expect(cellsOf(content)).toEqual([["a@x.example", name]]);
    expect(content.text?.remarks).toEqual([expect.stringMatching(/It was read as .*[Cc]h(eck|oose)/)]);
  });

  it("stays UTF-8 with a bad byte, which is named", async () => {
    const good = new TextEncoder().encode("Email,Name\na@x.example,Zoë Łuk\nb@x.example,Jos");
    const content = await read(new Blob([good, new Uint8Array([0xe9, 0x0a])]));
    expect(cellsOf(content)).toEqual([
      ["a@x.example", "Zoë Łuk"],
      ["b@x.example", "Jos\ufffd"],
    ]);
    expect(content.text?.remarks).toEqual([expect.stringMatching(/^1 character can't be read .* line 3\./)]);
  });

  it("can be chosen", async () => {
    const content = await read(bytes("\xc1\xe8\xde\xed\xe1"), { text: { encoding: "windows-1253" } });
    expect(cellsOf(content)).toEqual([["a@x.example", "Αθήνα"]]);
    expect(content.text).toMatchObject({ encoding: "windows-1253", remarks: [] });
  });

  it("of a file of Excel 5 is the code page that it names", async () => {
    const people = { People: [["Email"], ["Ivan"]] };
    const file = new Uint8Array(await workbookFile(people, "biff5").arrayBuffer());
    const at = (...sought: number[]) =>
      file.findIndex((_byte, index) => sought.every((byte, offset) => file[index + offset] === byte));
    file.set([0xe3, 0x04], at(0x42, 0, 2, 0) + 4);
    file.set([0xc8, 0xe2, 0xe0, 0xed], at(...new TextEncoder().encode("Ivan")));
    const content = await readSheet(new Blob([file]), "people.xls");
    expect(cellsOf(content)).toEqual([["Иван"]]);
  });
});

it("ends before Ctrl-Z, and has texts that formulas protect", async () => {
  const content = await read('Email,ID\r\na@x.example,"=""000123"""\r\nb@x.example,="0456"\r\n\x1a');
  expect(cellsOf(content)).toEqual([
    ["a@x.example", "000123"],
    ["b@x.example", "0456"],
  ]);
});
