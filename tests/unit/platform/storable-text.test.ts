import { expect, test } from "vitest";
import { z } from "zod";
import { findUnstorable } from "~/platform/contract/storable-text";
import { readForm } from "~/platform/form";

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

test("a form with such a field is refused, and the field is named", () => {
  const form = new FormData();
  form.set("name", "a\0b");
  form.set("other", "fine");
  expect(() => readForm(form, z.object({ name: z.string(), other: z.string() }))).toThrow(
    expect.objectContaining({ status: 400, fieldErrors: { name: expect.stringContaining("U+0000") } }),
  );
});
