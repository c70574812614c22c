import { describe, expect, test } from "vitest";
import { IMPORT_LIMITS } from "~/core/imports/limits";
import { rowReader } from "~/core/imports/read-row";
import { nationalImport } from "~/functions/national/national-import";
import { studentImport } from "~/functions/students/student-import";

/** What is read from one column of a row with an email address beside it. */
function read(field: string, cell: string, blanks: "keep" | "clear" = "keep", kind = studentImport) {
  const reader = rowReader({
    kind,
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
  ["startdate", "46266", "2026-09-01"],
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
  ["startdate", "31/12/2026", "does not exist in the calendar"],
  ["startdate", "02/30/2026", "does not exist in the calendar"],
  ["startdate", "2026", "isn't a valid date"],
  ["startdate", "next week", "isn't a valid date"],
  ["limit", "$1,200", "must be digits only, or empty"],
  ["email_policy_consent", "maybe", "must be Yes or No"],
  ["status", "Waiting", "must be one of Pending, Approved, Disabled"],
  ["crm_id", "C-1,UserType:Staff,Approved", "cannot contain a comma"],
  ["as400_id", "7, 8", "cannot contain a comma"],
  ["crm_id", "x".repeat(249), "has 249 characters; at most 248"],
  ["school", "#N/A", "is the error of a formula that failed"],
  ["as400_id", "#ref!", "is the error of a formula that failed"],
  ["tags", "#DIV/0!", "is the error of a formula that failed"],
  ["school", "two\nlines", "must be on one line"],
  ["school", "x".repeat(256), "has 256 characters; at most 255"],
  ["school", "x".repeat(IMPORT_LIMITS.cell + 1), "has more than 5,000 characters"],
])("%s: %s is refused", (field, cell, sentence) => expect(read(field, cell)).toContain(sentence));

test("a national partner is one tag, so commas are refused", () => {
  expect(read("partner", "Acme, Inc", "keep", nationalImport)).toBe(
    'National Partner "Acme, Inc" cannot contain a comma, because the store would make two tags of it. Take the comma out.',
  );
  expect(read("partner", "Acme Inc", "keep", nationalImport)).toBe("Acme Inc");
});

test("addresses that differ in case or spaces are one person, and an invalid address is refused", () => {
  const reader = rowReader({ kind: studentImport, columns: ["Email"], mapping: ["email"], blanks: "keep" });
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
    kind: studentImport,
    columns: ["__proto__", "constructor", "Email"],
    mapping: [null, null, "email"],
    blanks: "keep",
  });
  const row = reader({ number: 2, cells: ['{"polluted":1}', "x", "ada@example.com"] });
  expect(row.values).toEqual({ email: "ada@example.com" });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
