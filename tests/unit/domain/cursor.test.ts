import { expect, test } from "vitest";
import { fingerprint, packCursor, unpackCursor } from "~/domain/customers/cursor";

const of = fingerprint("students", "pending", "createdAt desc", "Email", "");

test("a position is read back from its cursor", () => {
  for (const at of [
    { key: "2026-03-01 04:59:58.123456+00", id: 7_000_000_000_003 },
    { key: "", id: 0 },
    { key: 'müller, „ann"', id: 1 },
  ])
    expect(unpackCursor(packCursor(of, at), of)).toEqual(at);
});

test("the cursor of another list, tab, order or search is refused", () => {
  const parts = ["students", "pending", "createdAt desc", "Email", "ann"];
  const own = fingerprint(...parts);
  for (let index = 0; index < parts.length; index += 1) {
    const others = parts.map((part, place) => (place === index ? `${part}x` : part));
    expect(() => unpackCursor(packCursor(own, { key: "k", id: 1 }), fingerprint(...others))).toThrow(
      "another list or search",
    );
  }
  // Parts that only run into each other differ, too.
  expect(fingerprint("a", "bc")).not.toBe(fingerprint("ab", "c"));
});

test.each([
  "",
  "e30",
  "not base64 at all",
  "bnVsbA",
  Buffer.from('{"of":"x","key":1,"id":"1"}').toString("base64url"),
  "%00",
])("the damaged cursor %j is refused with a sentence", (cursor) => {
  expect(() => unpackCursor(cursor, of)).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringContaining("damaged") }),
  );
});
