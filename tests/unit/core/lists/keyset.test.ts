import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fingerprint, keyset, type Position, packCursor, unpackCursor } from "~/core/lists/keyset.server";

beforeEach(() => {
  vi.stubEnv("BACKROOM_SECRET_KEY", "a key of this test");
});
afterEach(() => vi.unstubAllEnvs());

const owner = fingerprint(["students", "pending", "createdAt desc", "Email", ""]);
const damaged = expect.objectContaining({ status: 400, message: expect.stringContaining("damaged") });

test("a position is read back from its cursor", () => {
  const positions: Position[] = [
    ["2026-03-01 04:59:58.123456+00", "7000000000003"],
    ["", "0"],
    ['müller, „ann"', "1"],
    ["41"],
    [null, "41"],
  ];
  for (const position of positions)
    expect(unpackCursor(packCursor(owner, position), owner)).toEqual(position);
});

test("the cursor of another list, tab, order or search is refused", () => {
  const parts = ["students", "pending", "createdAt desc", "Email", "ann"];
  const own = fingerprint(parts);
  for (let index = 0; index < parts.length; index += 1) {
    const others = parts.map((part, place) => (place === index ? `${part}x` : part));
    expect(() => unpackCursor(packCursor(own, ["k", "1"]), fingerprint(others))).toThrow(
      "another list or search",
    );
  }
  // Parts that only run into each other differ, and so does one that is absent.
  expect(fingerprint(["a", "bc"])).not.toBe(fingerprint(["ab", "c"]));
  expect(fingerprint([undefined, "a"])).not.toBe(fingerprint(["a", undefined]));
});

test.each([
  "",
  ".",
  "e30",
  "not base64 at all",
  "bnVsbA",
  "%00",
  "a\0b",
  "e30.AAAAAAAAAAAAAAAA",
  "x".repeat(4_000),
])("the damaged cursor %j is refused with a sentence", (cursor) => {
  expect(() => unpackCursor(cursor, owner)).toThrow(damaged);
});

test("a cursor with another position, or marked with another key, is refused", () => {
  const [text = "", mark = ""] = packCursor(owner, ["2026-03-01 00:00:00+00", "1"]).split(".");
  const forged = Buffer.from(JSON.stringify([owner, "x", "1"])).toString("base64url");
  expect(() => unpackCursor(`${forged}.${mark}`, owner)).toThrow(damaged);
  for (let index = 0; index < mark.length; index += 1) {
    const altered = `${mark.slice(0, index)}${mark[index] === "A" ? "B" : "A"}${mark.slice(index + 1)}`;
    expect(() => unpackCursor(`${text}.${altered}`, owner), `character ${index}`).toThrow(damaged);
  }
  vi.stubEnv("BACKROOM_SECRET_KEY", "another key");
  expect(() => unpackCursor(`${text}.${mark}`, owner)).toThrow(damaged);
});

/** The numbers 1 to 7, in pages of three, as a list's query would read them. */
function pageOfSeven(request: Parameters<typeof keyset>[0], descending: boolean) {
  const paging = keyset(request, { scope: ["numbers", descending], descending, pageSize: 3 });
  const all = [1, 2, 3, 4, 5, 6, 7];
  if (paging.descending) all.reverse();
  const at = paging.after && Number(paging.after[0]);
  const onwards = all.filter((number) => at === null || (paging.descending ? number < at : number > at));
  return paging.page(onwards.slice(0, paging.limit), (number) => [String(number)]);
}

test.each([
  [false, [[1, 2, 3], [4, 5, 6], [7]]],
  [true, [[7, 6, 5], [4, 3, 2], [1]]],
])("pages follow each other, forwards and backwards the same (descending: %s)", (descending, expected) => {
  const first = pageOfSeven({}, descending);
  const second = pageOfSeven({ direction: "next", last_id: first.nextCursor ?? "" }, descending);
  const third = pageOfSeven({ direction: "next", last_id: second.nextCursor ?? "" }, descending);
  expect([first.rows, second.rows, third.rows]).toEqual(expected);
  expect(first).toMatchObject({ hasNextPage: true, hasPreviousPage: false, previousCursor: null });
  expect(third).toMatchObject({ hasNextPage: false, hasPreviousPage: true, nextCursor: null });
  const back = pageOfSeven({ direction: "previous", last_id: third.previousCursor ?? "" }, descending);
  expect(back.rows).toEqual(second.rows);
  expect(
    pageOfSeven({ direction: "previous", last_id: back.previousCursor ?? "" }, descending),
  ).toMatchObject({ rows: first.rows, hasPreviousPage: false, hasNextPage: true });
});
