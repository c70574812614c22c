import { expect, test } from "vitest";
import { csvLines } from "~/platform/sheets/csv-text";
import { readCsv } from "~/platform/sheets/reading/csv";

const TEXTS = [
  ["=1+1", "'=1+1"],
  ["-5", "'-5"],
  ["A, B", '"A, B"'],
  ['A "B"', '"A ""B"""'],
  ["A; B", "A; B"],
  // A spreadsheet whose separator is the semicolon begins a cell after it, and after a line break of a text that isn't its row's first.
  ["a;=1+1", "a;'=1+1"],
  ["a;b;@x;c-d", "a;b;'@x;c-d"],
  ['a;"=1+1;b', `"a;""'=1+1;b"`],
  ["a\t+1", "a\t'+1"],
  ["a\n=1+1\r\n-2", `"a\n'=1+1\r\n'-2"`],
];

test.each(TEXTS)("the text %j is %j in a CSV file", (text, field) =>
  expect(csvLines([[text, 2]])).toBe(`${field},2\r\n`),
);

test.each(TEXTS)("the text %j of a CSV file of our own is read as it was", (text) => {
  const rows: string[][] = [];
  readCsv(new TextEncoder().encode(csvLines([[text, 2]])), ({ cells }) => void rows.push(cells), [], {
    delimiter: ",",
  });
  // The apostrophe at the beginning of a text is left to the reader of its field.
  expect(rows.map(([cell = ""]) => cell.replace(/^'(?=[=-])/, ""))).toEqual([text]);
});
