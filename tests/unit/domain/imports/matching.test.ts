import { expect, test } from "vitest";
import { mappingProblem, suggestMapping } from "~/core/imports/matching";
import { refusedSheet } from "~/core/imports/row-sheets";
import type { Import, ImportRow } from "~/core/imports/schemas";
import { importForm as studentImport } from "~/functions/students/import";
import { bare } from "~/platform/sheets/reading/headings";
import { app } from "../../../support/app.ts";

const { fields } = studentImport;

test("headings are matched regardless of case, spaces and punctuation", () => {
  const columns = [
    "E-MAIL address",
    "first_name",
    "AS 400 ID",
    "Discount Limit",
    "Date of birth",
    "Shoe size",
  ];
  expect(suggestMapping(fields, columns)).toEqual(["email", "first_name", "as400_id", "limit", "dob", null]);
});

test("our own export's headings are matched", () => {
  const columns = [
    "Email",
    "Start Date",
    "End Date",
    "School",
    "Course",
    "State",
    "CRM ID",
    "AS400 ID",
    "Phone",
    "DOB",
    "Country",
    "Tags",
    "Linked Distributor",
    "Distributor Name",
    "Privacy Policy Consent",
    "Email Policy Consent",
    "Discount Limit",
  ];
  expect(suggestMapping(fields, columns)).not.toContain(null);
});

test("of two columns for a field the first is matched, and hostile headings aren't", () => {
  expect(suggestMapping(fields, ["Email", "email", "__proto__", "constructor", "toString", ""])).toEqual([
    "email",
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("no heading matches two fields of one import", () => {
  for (const { form } of app.declarations.imports.values()) {
    const meanings = new Map<string, string>();
    for (const { name, label, synonyms } of form.fields) {
      for (const text of [name, label, ...synonyms]) {
        expect(meanings.get(bare(text)) ?? name).toBe(name);
        meanings.set(bare(text), name);
      }
    }
  }
});

test.each([
  [["email"], "The file has 2 columns"],
  [["email", "email"], "Two columns are matched to Email"],
  [["email", "__proto__"], "isn't a field of this import"],
  [[null, "school"], "No column is matched to Email"],
])("a mapping %j is refused with a sentence", (mapping, sentence) =>
  expect(mappingProblem(fields, ["Email", "School"], mapping)).toContain(sentence),
);

test("refused rows keep the file's columns, followed by the row and the reason", () => {
  const run = { columns: ["Email", "Start"] } as Import;
  const row = {
    number: 7,
    cells: ["ada@example.com"],
    problems: [{ field: "startdate", column: 1, sentence: "Start is missing." }],
  } as unknown as ImportRow;
  const sheet = refusedSheet(run, [row]);
  expect(sheet.columns.map(({ title }) => title)).toEqual([
    "Email",
    "Start",
    "Row",
    "Why it wasn't imported",
  ]);
  expect(sheet.rows).toEqual([["ada@example.com", "", 7, "Start is missing."]]);
});
