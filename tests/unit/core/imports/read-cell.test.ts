import { describe, expect, test } from "vitest";
import type { ImportField } from "~/core/imports/import-form";
import { readCell } from "~/core/imports/read-cell";
import { isSameValue } from "~/domain/customers/imports/same-value";

const field = (kind: ImportField["kind"]): ImportField => ({ name: "x", label: "X", kind, synonyms: [] });

describe("a cell of our own export can be imported again", () => {
  test.each([
    ["12/31/1899", "1899-12-31"],
    ["06/01/1066", "1066-06-01"],
    ["12/31/9999", "9999-12-31"],
  ])("the date %s, which the dialog takes", (cell, day) => {
    expect(readCell(field("date"), cell)).toEqual({
      value: day,
      remarks: [`X "${cell}" has an unusual year. Check it.`],
    });
    const change = { name: "dob", before: day, after: day };
    expect(isSameValue({ ...change, before: cell }, {})).toBe(true);
  });

  test("as many tags as Shopify keeps of a customer", () => {
    const tags = Array.from({ length: 250 }, (_unused, index) => `tag ${index}`);
    const cell = { ...field("tags"), maxLength: 5_000 };
    expect(readCell(cell, tags.join(", "))).toEqual({ value: tags.join(", ") });
    expect(readCell(cell, [...tags, "one more"].join(","))).toEqual({
      problem: "X: at most 250 tags can be added per row.",
    });
  });
});

test("the refusal of a date says whether the calendar or its year is the reason", () => {
  expect(readCell(field("date"), "02/29/2023")).toMatchObject({
    problem: expect.stringContaining("doesn't exist in the calendar"),
  });
  expect(readCell(field("date"), "02/28/0023")).toEqual({
    problem: 'X "02/28/0023" is before the year 1000. Write the year with four digits.',
  });
});
