import { describe, expect, test } from "vitest";
import { type ColumnFormat, otherFormats } from "~/core/imports/column-format";
import type { ImportForm } from "~/core/imports/import-form";
import { IMPORT_LIMITS } from "~/core/imports/limits";
import { rowReader } from "~/core/imports/read-row";
import { creditImport } from "~/domain/ledger/imports/import";
import { importForm as priceImport } from "~/functions/bulkprice/import";
import { importForm as couponImport } from "~/functions/coupons/import";
import { importForm as nationalImport } from "~/functions/national/import";
import { importForm as studentImport } from "~/functions/students/import";
import { csvLines } from "~/platform/sheets/csv-text";
import { withMachineFactor } from "../../../support/machine-factor.ts";

/** What is read from one column of a row with an email address beside it. */
function read(field: string, cell: string, blanks: "keep" | "clear" = "keep", form = studentImport) {
  const reader = rowReader({
    form,
    columns: ["Email", "Something"],
    mapping: ["email", field],
    blanks,
  });
  const { values, problems } = reader({ number: 2, cells: ["ada@example.com", cell] });
  return problems.length > 0 ? problems.map(({ sentence }) => sentence).join(" ") : values[field];
}

test.each([
  ["startdate", "09/01/2026", "2026-09-01"],
  ["startdate", "9/1/2026", "2026-09-01"],
  ["startdate", "2026-09-01", "2026-09-01"],
  ["startdate", "2026-09-01T00:00:00.000Z", "2026-09-01"],
  ["startdate", "09/01/2026 14:05", "2026-09-01"],
  ["startdate", "9/1/2026 12:00:00 AM", "2026-09-01"],
  ["startdate", "46266", "2026-09-01"],
  ["startdate", "2026/9/1", "2026-09-01"],
  ["startdate", "2026.09.01 14:05", "2026-09-01"],
  ["as400_id", "000412", "000412"],
  ["crm_id", " 0007 ", "0007"],
  ["limit", "1200", "1200"],
  ["email_policy_consent", "Yes", "1"],
  ["privacy_policy_consent", "FALSE", "0"],
  ["status", "rejected", "Disabled"],
  ["status", "APPROVED", "Approved"],
  ["tags", "vip,, fall ,VIP", "VIP, fall"],
  ["school", "#1 High School", "#1 High School"],
])("%s: %s is read as %s", (field, cell, value) => expect(read(field, cell)).toBe(value));

test.each([
  ["status", "constructor", "must be one of"],
  ["startdate", "01.02.2026", "can be read in more than one way"],
  ["startdate", "1-2-26", "can be read in more than one way"],
  ["startdate", "05/06/26", "can be read in more than one way"],
  ["startdate", "31/12/2026", "doesn't exist in the calendar"],
  ["startdate", "02/30/2026", "doesn't exist in the calendar"],
  ["startdate", "31/12/2026 14:05", "doesn't exist in the calendar"],
  ["startdate", "12/31/2026 or later", "isn't a valid date"],
  ["startdate", "2026", "isn't a valid date"],
  ["startdate", "next week", "isn't a valid date"],
  ["limit", "$1,200", "must be digits only, or empty"],
  ["email_policy_consent", "maybe", "must be Yes or No"],
  ["status", "Waiting", "must be one of Pending, Approved, Disabled"],
  ["crm_id", "C-1,UserType:Staff,Approved", "can't contain a comma"],
  ["as400_id", "7, 8", "can't contain a comma"],
  ["crm_id", "x".repeat(249), "has 249 characters; at most 248"],
  ["school", "#N/A", "is the error of a formula that failed"],
  ["as400_id", "#ref!", "is the error of a formula that failed"],
  ["tags", "#DIV/0!", "is the error of a formula that failed"],
  ["school", "two\nlines", "must be on one line"],
  ["school", "x".repeat(256), "has 256 characters; at most 255"],
  ["school", "x".repeat(IMPORT_LIMITS.cell + 1), "has more than 5,000 characters"],
])("%s: %s is refused", (field, cell, sentence) => expect(read(field, cell)).toContain(sentence));

test("a long cell refuses no row whose column is left out, and all tags of an export are read", () => {
  const tags = Array.from({ length: 250 }, (_none, index) => `event:a-summer-of-workshops-${index}`).join(
    ", ",
  );
  expect(tags.length).toBeGreaterThan(IMPORT_LIMITS.cell);
  const columns = ["Email", "Tags", "Body (HTML)"];
  const reader = rowReader({
    form: studentImport,
    columns,
    mapping: ["email", "tags", null],
    blanks: "keep",
  });
  const row = reader({ number: 2, cells: ["ada@example.com", tags, "x".repeat(IMPORT_LIMITS.cell + 1)] });
  expect(row.problems).toEqual([]);
  expect(row.values).toMatchObject({ email: "ada@example.com", tags });
  expect(row.cells.map(({ length }) => length)).toEqual([15, tags.length, IMPORT_LIMITS.cell]);
});

/** What is read of a date or an amount in a column of this format. */
function readAs(
  format: ColumnFormat | null,
  field: string,
  cell: string,
  form: ImportForm = studentImport,
  isWorkbook = false,
) {
  const columns = ["Email", "Something"];
  const reader = rowReader({
    form,
    columns,
    mapping: ["email", field],
    blanks: "keep",
    formats: [null, format],
    isWorkbook,
  });
  const { values, problems } = reader({ number: 2, cells: ["ada@example.com", cell] });
  return problems[0]?.sentence ?? values[field];
}

test.each([
  ["day-first", "31/12/2026", "2026-12-31"],
  ["day-first", "1.2.2026", "2026-02-01"],
  ["day-first", "31/12/2026 2:05 PM", "2026-12-31"],
  ["day-first", "01-02-2026", "2026-02-01"],
  ["day-first", "2026-09-01", "2026-09-01"],
  ["day-first", "46266", "2026-09-01"],
  ["month-first", "12.31.2026", "2026-12-31"],
] as const)("a column's dates, %s: %s is %s", (format, cell, value) =>
  expect(readAs(format, "startdate", cell)).toBe(value),
);

test.each([
  ["day-first", "12/31/2026"],
  ["month-first", "31.12.2026"],
] as const)("a date that its column's format, %s, can't read is refused: %s", (format, cell) =>
  expect(readAs(format, "startdate", cell)).toMatch(/isn't written|doesn't exist/),
);

test.each([
  ["decimal-comma", "12,50", "12.50"],
  ["decimal-comma", "1.234,5", "1234.5"],
  ["decimal-comma", "1 234 567,00 €", "1234567.00"],
  ["decimal-comma", "EUR 1.234", "1234"],
  // A spreadsheet's own number.
  ["decimal-comma", "12.5", "12.5"],
  ["decimal-point", "$1,234.56", "1234.56"],
  ["decimal-point", "1'234.5", "1234.5"],
  ["decimal-point", "12,50", "12,50"],
  [null, "1,234.56", "1,234.56"],
  [null, "12.50", "12.50"],
] as const)("a column's amounts, %s: %s is %s", (format, cell, value) =>
  expect(readAs(format, "credit", cell, creditImport)).toBe(value),
);

test.each([
  // Digits after a point before which there is nothing to group.
  ["decimal-comma", "0.750", "0.750"],
  ["decimal-comma", "0.125", "0.125"],
  ["decimal-comma", "0.500", "0.500"],
  ["decimal-comma", "00.750", "00.750"],
  ["decimal-comma", "KWD 0.750", "0.750"],
  ["decimal-comma", "1234.567", "1234.567"],
  ["decimal-comma", "1.2345", "1.2345"],
  ["decimal-comma", "19.99", "19.99"],
  ["decimal-comma", "1.234,5", "1234.5"],
  ["decimal-comma", "1.234.567", "1234567"],
  ["decimal-comma", "EUR 1.234", "1234"],
  ["decimal-point", "19.995", "19.995"],
  ["decimal-point", "0.750", "0.750"],
  ["decimal-point", "0,750", "0,750"],
  ["decimal-point", "1,000", "1000"],
  [null, "19.995", "19.995"],
] as const)("a workbook's amounts, %s: %s is %s", (format, cell, value) =>
  expect(readAs(format, "credit", cell, creditImport, true)).toBe(value),
);

test.each(["19.995", "1.234", "999.999", "1.000", "20.000", "019.995"])(
  "in a workbook's column of decimal commas, %s is refused",
  (cell) =>
    expect(readAs("decimal-comma", "credit", cell, creditImport, true)).toBe(
      `Credit "${cell}" can be read in two ways. Choose “Decimal point” for this column, or enter it as text with a decimal comma.`,
    ),
);

test.each([
  ["1.234", "1234"],
  ["20.000", "20000"],
  ["019.995", "019995"],
  ["0.750", "0.750"],
])("in a column of decimal commas of a text file, %s is %s", (cell, value) =>
  expect(readAs("decimal-comma", "credit", cell, creditImport)).toBe(value),
);

test("a cell names the other formats that read it", () => {
  const date = { kind: "date" } as const;
  const money = { kind: "money" } as const;
  expect(otherFormats(date, "31/12/2026", null)).toEqual(["day-first"]);
  expect(otherFormats(date, "01.02.2026", null)).toEqual(["month-first", "day-first"]);
  expect(otherFormats(date, "12/31/2026", "day-first")).toEqual(["month-first"]);
  expect(otherFormats(date, "next week", null)).toEqual([]);
  expect(otherFormats(money, "12,50", null)).toEqual(["decimal-comma"]);
  expect(otherFormats(money, "1,234", null)).toEqual(["decimal-point", "decimal-comma"]);
  expect(otherFormats({ kind: "text" }, "12,50", null)).toEqual([]);
});

test("a cell names no format that leaves its value as it is, or negative", () => {
  const money = { kind: "money" } as const;
  for (const amount of ["-1", "-1.50", "-1.234,50", "12.50", "1200"])
    expect(otherFormats(money, amount, null)).toEqual([]);
  expect(otherFormats(money, "1.234", "decimal-comma")).toEqual(["decimal-point"]);
  expect(otherFormats(money, "12", "decimal-comma")).toEqual([]);
  expect(otherFormats(money, "0,750", null)).toEqual(["decimal-comma"]);
});

test("a workbook's cell names no format in which it is refused as ambiguous", () => {
  const money = { kind: "money" } as const;
  expect(otherFormats(money, "19.995", null, true)).toEqual([]);
  expect(otherFormats(money, "19.995", "decimal-point", true)).toEqual([]);
  expect(otherFormats(money, "19.995", "decimal-comma", true)).toEqual(["decimal-point"]);
  expect(otherFormats(money, "12,50", null, true)).toEqual(["decimal-comma"]);
});

test("the apostrophe that Shopify's exports write before a number is left out", () => {
  expect(read("phone", "'+1 555 010 0199")).toBe("+1 555 010 0199");
  expect(read("as400_id", "'000412")).toBe("000412");
  expect(read("phone", "'(555) 010-0199")).toBe("(555) 010-0199");
  for (const name of ["'s Gravenhage College", "'90s Design School"]) expect(read("school", name)).toBe(name);
});

test("a text that Backroom's own CSV files mark as no formula is read as it was", () => {
  const schools = ["-", "=Equal Academy", "@Home School", "+1 School", "'s Gravenhage College", "Harbor"];
  for (const school of schools) {
    const [, cell = ""] = csvLines([["ada@example.com", school]])
      .trimEnd()
      .split(",");
    expect(read("school", cell)).toBe(school);
  }
});

test("a national partner is one tag, so commas are refused", () => {
  expect(read("partner", "Acme, Inc", "keep", nationalImport)).toBe(
    'National Partner "Acme, Inc" can\'t contain a comma, because the store would make two tags of it. Take the comma out.',
  );
  expect(read("partner", "Acme Inc", "keep", nationalImport)).toBe("Acme Inc");
});

test("addresses that differ in case or spaces are one person, and an invalid address is refused", () => {
  const reader = rowReader({ form: studentImport, columns: ["Email"], mapping: ["email"], blanks: "keep" });
  const identityOf = (cell: string) => reader({ number: 2, cells: [cell] }).identity;
  expect([" Ada@Example.COM", "ada@example.com ", "ada @example.com\u200B"].map(identityOf)).toEqual([
    "ada@example.com",
    "ada@example.com",
    "ada@example.com",
  ]);
  for (const wrong of ["ada", "ada@example", "ada@example.c", "a@b@c.de", "", "@example.com"])
    expect(identityOf(wrong)).toBeNull();
});

describe("a blank cell", () => {
  test("keeps or clears the field, by the rule", () => {
    expect(read("school", "  ")).toBeUndefined();
    expect(read("school", "  ", "clear")).toBe("");
  });
  test("never clears tags or a status", () => {
    expect(read("tags", "", "clear")).toBeUndefined();
    expect(read("status", "", "clear")).toBeUndefined();
  });
});

test("headings such as __proto__ are harmless", () => {
  const reader = rowReader({
    form: studentImport,
    columns: ["__proto__", "constructor", "Email"],
    mapping: [null, null, "email"],
    blanks: "keep",
  });
  const row = reader({ number: 2, cells: ['{"polluted":1}', "x", "ada@example.com"] });
  expect(row.values).toEqual({ email: "ada@example.com" });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

describe("values that identify something", () => {
  const remarksOn = (field: string, cell: string, form = studentImport, isWorkbook = false) => {
    const reader = rowReader({
      form,
      columns: ["Email", "Something"],
      mapping: [form.duplicates.by === field ? null : "email", field],
      blanks: "keep",
      isWorkbook,
    });
    const { values, problems, remarks } = reader({ number: 2, cells: ["ada@example.com", cell] });
    return { value: values[field], problems, remarks: remarks.map(({ sentence }) => sentence).join(" ") };
  };

  test.each([
    ["crm_id", "ABC\u200b123", "ABC123", "U+200B", studentImport],
    ["email", "\u202abo@example.com\u202c", "bo@example.com", "U+202A, U+202C", studentImport],
    ["tags", "v\u2060ip, fall\u00a0term", "vip, fall term", "U+2060, U+00A0", studentImport],
    ["as400_id", "0\u00ad07", "007", "U+00AD", nationalImport],
    ["CouponCode", "\ufeffABC123", "ABC123", "U+FEFF", couponImport],
    ["MODEL", "DR\u200e-1", "DR-1", "U+200E", priceImport],
  ])("%s %j is cleaned, with a remark", (field, cell, value, characters, form) => {
    const read = remarksOn(field, cell, form);
    expect(read).toMatchObject({ value, problems: [] });
    expect(read.remarks).toContain(`(${characters}), which are cleaned`);
  });

  test("emoji of several characters and other texts stay", () => {
    expect(remarksOn("tags", "\u{1f468}\u200d\u{1f469} \u2764\ufe0f").remarks).toBe("");
    expect(remarksOn("school", "Har\u200bbor")).toMatchObject({ value: "Har\u200bbor", remarks: "" });
  });

  test("with an invisible character it is the same as without", () => {
    const reader = rowReader({
      form: couponImport,
      columns: ["Code"],
      mapping: ["CouponCode"],
      blanks: "keep",
    });
    const identities = ["ABC123", "abc123\u200b"].map(
      (cell) => reader({ number: 2, cells: [cell] }).identity,
    );
    expect(identities).toEqual(["abc123", "abc123"]);
    expect(reader({ number: 2, cells: ["\u200b"] }).problems).toHaveLength(1);
  });

  test.each(["crm_id", "tags", "limit", "startdate"])("with nothing else it doesn't clear %s", (field) => {
    expect(read(field, "\u200b")).toMatch(/has only invisible characters\. Fill it in, or empty the cell\.$/);
  });

  test("a number that a spreadsheet shortened is remarked", () => {
    expect(remarksOn("crm_id", "1.23457E+12").remarks).toContain("spreadsheet shortened");
    expect(remarksOn("MODEL", "1,2E+5", priceImport).remarks).toContain("spreadsheet shortened");
    expect(remarksOn("MODEL", "12E5", priceImport).remarks).toBe("");
    expect(remarksOn("as400_id", "1234567890123460000", studentImport, true).remarks).toContain("15 digits");
    expect(read("limit", "1.2E+5")).toContain("format the column as text in the spreadsheet");
  });

  test("a character that couldn't be read is remarked, and refused in an address", () => {
    expect(remarksOn("school", "Universit\ufffd").remarks).toContain("couldn't be read");
    expect(remarksOn("email", "jos\ufffd@example.com").problems).toHaveLength(1);
  });
});

test("a formula without a stored result is refused", () =>
  expect(read("school", "#NO_RESULT!")).toContain("is a formula without a stored result"));

test("a row with more cells than headings is remarked, unless the column is matched", () => {
  const columns = ["Email", "Tags", ""];
  const row = { number: 2, cells: ["ada@example.com", "red", "loose"] };
  const reader = (mapping: (string | null)[]) =>
    rowReader({ form: studentImport, columns, mapping, blanks: "keep" })(row);
  expect(reader(["email", "tags", null]).remarks).toEqual([
    { field: "", sentence: expect.stringMatching(/^This row has 3 cells, and there are 2 headings\./) },
  ]);
  expect(reader(["email", "tags", "school"]).remarks).toEqual([]);
});

test(
  "the longest cell isn't a number in any format, and is read immediately",
  {
    timeout: withMachineFactor(1_000),
  },
  () => expect(otherFormats({ kind: "money" }, `1${" ".repeat(32_000)}1`, "decimal-comma")).toEqual([]),
);
