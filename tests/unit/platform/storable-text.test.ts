import { expect, test } from "vitest";
import { findUnstorable } from "~/platform/contract/storable-text";

test("text that the database can't store is found at any depth", () => {
  expect(findUnstorable("a\0b")).toEqual([]);
  expect(findUnstorable({ body: { searchValue: "\0" } })).toEqual(["body", "searchValue"]);
  expect(findUnstorable({ customers: [{ label: "ok" }, { label: "half \ud800" }] })).toEqual([
    "customers",
    "1",
    "label",
  ]);
  expect(findUnstorable({ seen: { "a\0": "x" } })).toEqual(["seen"]);
});

test("all other input passes", () => {
  for (const input of [undefined, null, 7, "", "ä 😀 \u0001\n", { a: [true, { b: "x" }], c: null }])
    expect(findUnstorable(input)).toBeNull();
});

test("input nested a million deep is searched", () => {
  let deep: unknown = "\0";
  for (let depth = 0; depth < 1_000_000; depth += 1) deep = [deep];
  expect(findUnstorable({ body: deep })).toHaveLength(10);
});
