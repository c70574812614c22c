import { describe, expect, test } from "vitest";
import { compareTyped } from "~/domain/submissions/reading/compare-typed";
import { compareContents, contentOf, keysOf } from "~/domain/submissions/reading/content-matches.server";
import { findDates } from "~/domain/submissions/reading/find-dates";
import { findNumbers } from "~/domain/submissions/reading/find-number";
import { findTotals } from "~/domain/submissions/reading/find-total";
import type { ReadLine } from "~/domain/submissions/reading/reading";
import { withMachineFactor } from "../../../support/machine-factor.ts";

/** Lines as they are read: each word with its place. */
const linesOf = (...texts: string[]): ReadLine[] =>
  texts.map((text, row) =>
    text.split(" ").map((word, column) => ({
      text: word,
      confidence: 90,
      page: 1,
      x: column / 10,
      y: row / 40,
      width: 0.09,
      height: 0.02,
    })),
  );
const first = (facts: readonly { value: string }[]) => facts[0]?.value;

describe("the purchase's date", () => {
  test.each([
    ["05/20/2026 14:35", "2026-05-20"],
    ["DATE 5/2/26", "2026-05-02"],
    ["Date: May 20, 2026", "2026-05-20"],
    ["20 May 2026 9:12 AM", "2026-05-20"],
    ["20-MAY-26", "2026-05-20"],
    ["2026-05-20T14:35", undefined],
    ["2026-05-20 14:35", "2026-05-20"],
    ["Datum 20.05.2026", "2026-05-20"],
    ["O5/2O/2026", "2026-05-20"],
    ["23/05/2026", "2026-05-23"],
    ["02/30/2026", undefined],
    ["(614) 555-0132", undefined],
    ["RETURN BY 08/18/2026", undefined],
    ["Card expires 05/28", undefined],
  ])("%s", (text, day) => expect(first(findDates(linesOf(text)))).toBe(day));

  test("is the labeled one, or the one with a time", () => {
    expect(first(findDates(linesOf("Printed 05/21/2026", "05/20/2026 14:35")))).toBe("2026-05-20");
    expect(first(findDates(linesOf("05/21/2026 10:00", "Purchase date 05/20/2026")))).toBe("2026-05-20");
  });
});

describe("the total", () => {
  test.each([
    [["SUBTOTAL 179.98", "TAX 12.62", "TOTAL $192.60", "VISA 192.60"], "19260"],
    [["Sub-total 10.00", "T0TAL 10.70", "CASH 20.00", "CHANGE DUE 9.30"], "1070"],
    [["Total items 3", "TOTAL SAVINGS 40.00", "Amount due 1,192.60"], "119260"],
    [["Total", "$ 49.90"], "4990"],
    [["TOTAL TAX 3.10", "GRAND TOTAL 47. 30"], "4730"],
    [["Summe EUR 1.234,56"], "123456"],
    [["Subtotal 40.00", "Tax 2.80", "42.80"], "4280"],
    [["Drill 42.80", "Visa 42.80"], "4280"],
    [["TOTAL 10.00", "Subtotal 40.00", "Tax 2.80", "TOTAL 42.80"], "4280"],
    [["Drill 42.80"], undefined],
    [["TOTAL 8.25%"], undefined],
  ])("%j", (texts, cents) => expect(first(findTotals(linesOf(...texts)))).toBe(cents));

  test("among digits without an end", { timeout: withMachineFactor(1_000) }, () =>
    expect(findTotals(linesOf(`TOTAL ${"'111".repeat(25_000)}`, "TOTAL 1'234'567.89"))).toMatchObject([
      { value: "123456789" },
    ]),
  );
});

describe("the receipt's number", () => {
  test.each([
    [["RECEIPT # NT-48213377"], "NT-48213377"],
    [["Invoice No. 2026/00417"], "2026/00417"],
    [["STORE 0417 REG 3 TRANS 882104"], "882104"],
    [["Order number:", "W-1180034"], "W-1180034"],
    [["Order 05/20/2026", "TC# 8831 0042 1187"], "8831"],
    [["Keep this receipt 90 days", "Auth 004417"], undefined],
    [["Order total 119.90"], undefined],
  ])("%j", (texts, number) => expect(first(findNumbers(linesOf(...texts)))).toBe(number));
});

test("what was typed is compared with what was read, and each finding has its place", () => {
  const lines = linesOf(
    "NORTHL1NE TOOLS",
    "Date: May 20, 2026",
    "Receipt no. NT-482I3377",
    "Drill DC-100 (new) 129.99",
    "TOTAL 139.09",
  );
  const typed = {
    receiptId: "nt 48213377",
    purchaseDate: "2026-05-21",
    amountCents: 18909,
    modelNumber: "DC-100",
    retailer: "Northline Tools",
  };
  const offered = { models: ["DC-100", "DC-1000"], retailers: ["Northline Tools", "Toolmart"] };
  const compared = compareTyped(lines, typed, offered);
  expect(compared.map(({ name, state, read }) => [name, state, read?.value, read?.place.y])).toEqual([
    ["receiptId", "equal", "nt 48213377", 2 / 40],
    ["purchaseDate", "different", "2026-05-20", 1 / 40],
    ["amount", "different", "13909", 4 / 40],
    ["modelNumber", "equal", "DC-100", 3 / 40],
    ["retailer", "equal", "Northline Tools", 0],
  ]);
  const another = compareTyped(
    lines,
    { ...typed, modelNumber: "DC-1000", retailer: "Toolmart", amountCents: null },
    offered,
  );
  expect(another.slice(2).map(({ state, read }) => [state, read?.value])).toEqual([
    ["untyped", "13909"],
    ["different", "DC-100"],
    ["different", "Northline Tools"],
  ]);
  expect(compareTyped([], typed, offered).map(({ state }) => state)).toEqual(Array(5).fill("missing"));
});

describe("the same receipt by its text", () => {
  const RECEIPT = [
    "NORTHLINE TOOLS",
    "1200 Depot Street Columbus OH 43215",
    "DATE 05/20/2026 14:35",
    "RECEIPT # NT-48213377",
    "Cordless drill DC-100 129.99",
    "Battery 4Ah 49.99",
    "SUBTOTAL 179.98",
    "TAX 12.62",
    "TOTAL $192.60",
  ];
  const verdict = (...texts: string[]) =>
    compareContents(contentOf(linesOf(...RECEIPT)), contentOf(linesOf(...texts)));
  const replaced = (...pairs: [string, string][]) =>
    RECEIPT.map((line) => pairs.reduce((text, [from, to]) => text.replace(from, to), line));

  test.each([
    ["itself", RECEIPT, "same"],
    ["a crop without its top and its bottom", RECEIPT.slice(2, 7), "same"],
    [
      "a crop without its right side",
      replaced(["NT-48213377", "NT-482"], [" 14:35", ""], [" 12.62", ""]),
      "same",
    ],
    ["one with wrongly read letters", replaced(["48213377", "4B2l33?7"], ["192.60", "192.66"]), "same"],
    [
      "the next customer's with the same goods",
      replaced(["48213377", "48213378"], ["14:35", "14:41"]),
      "different",
    ],
    [
      "the same goods on another day",
      replaced(["48213377", "51002281"], ["14:35", "09:12"], ["05/20", "05/27"]),
      "different",
    ],
    [
      "the next customer's with the same goods, whose number is cut off",
      replaced(["NT-48213377", "NT-48213"], ["14:35", "15:42"]),
      "unclear",
    ],
    ["a text of which little could be read", ["NORTHLINE TOOLS", "TOTAL"], "unclear"],
  ])("%s", (_name, texts, expected) => expect(verdict(...texts)).toBe(expected));

  test("has its time, and not an amount that looks like one", () => {
    const timeOf = (...texts: string[]) => contentOf(linesOf(...texts)).time;
    expect(timeOf("Change 12.50", "05/20/2026 14:35")).toBe("1435");
    expect(timeOf("20.05.2026 14.35", "Total 192.60")).toBe("1435");
    expect(timeOf("Tax $19.08")).toBeUndefined();
  });

  test("is a candidate by what is left of its number, and its time", () => {
    const keysWithout = (number: string) =>
      keysOf(
        contentOf(linesOf(...replaced(["NT-48213377", number], [" 14:35", " 14:35"], ["05/20/2026", ""]))),
      );
    expect(keysWithout("NT-48213").some((key) => keysWithout("NT-48213377").includes(key))).toBe(true);
  });

  test("is a candidate by its time and an amount when number, date and total are cut off", () => {
    const cropped = replaced(
      ["05/20/2026 14:35", "14:35"],
      ["NT-48213377", ""],
      ["$192.60", ""],
      [" 129.99", ""],
      [" 179.98", ""],
    );
    const keys = keysOf(contentOf(linesOf(...RECEIPT)));
    expect(keysOf(contentOf(linesOf(...cropped))).some((key) => keys.includes(key))).toBe(true);
  });

  test("is a candidate by a key that a crop leaves", () => {
    const keys = keysOf(contentOf(linesOf(...RECEIPT)));
    const cropped = keysOf(contentOf(linesOf(...RECEIPT.slice(2, 6))));
    expect(cropped.filter((key) => keys.includes(key)).length).toBeGreaterThan(1);
    const other = replaced(["NT-48213377", "NT-51002281"], ["05/20", "05/27"], ["14:35", "09:12"]);
    expect(keysOf(contentOf(linesOf(...other))).filter((key) => keys.includes(key))).toEqual([]);
  });
});

test("a line of thousands of dots, as a stranger's file can have, holds nothing up", () => {
  const dots = Array.from({ length: 8_000 }, () => ".").join(" ");
  const fields = compareTyped(
    linesOf(`${dots} TD-48213377 ${dots}`, `TOTAL ${dots} 192.60`),
    {
      receiptId: "TD-48213377",
      purchaseDate: "2026-05-20",
      amountCents: 19_260,
      modelNumber: "DC-100",
      retailer: "Tool Depot",
    },
    { models: [], retailers: [] },
  );
  expect(fields.map(({ state }) => state)).toEqual(["equal", "missing", "equal", "missing", "missing"]);
});
