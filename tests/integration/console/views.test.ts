import { afterAll, beforeAll, expect, test } from "vitest";
import { openTwoShops, refusalOf, SECOND, type TwoShops } from "./two-shops.ts";

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("views");
});
afterAll(() => shops.close());

test("each administrator saves, renames and removes their own views by name", async () => {
  const sam = await shops.as("2");
  const saved = await sam.views.save({
    list: "students",
    name: "  Rejected in Ohio ",
    query: "tab=disabled&q=ohio",
  });
  expect(saved.name).toBe("Rejected in Ohio");
  await sam.views.save({ list: "students", name: "All", query: "" });
  expect((await sam.views.list({ list: "students" })).views.map(({ name }) => name)).toEqual([
    "All",
    "Rejected in Ohio",
  ]);
  expect((await sam.views.list({ list: "activity" })).views).toEqual([]);
  await sam.views.rename({ id: saved.id, name: "Ohio" });
  expect((await sam.views.list({ list: "students" })).views[1]).toEqual({ ...saved, name: "Ohio" });

  for (const stranger of [await shops.as("1"), await shops.as("2", SECOND)]) {
    expect((await stranger.views.list({ list: "students" })).views).toEqual([]);
    expect((await refusalOf(stranger.views.rename({ id: saved.id, name: "Mine" }))).status).toBe(404);
    expect((await refusalOf(stranger.views.remove({ id: saved.id }))).status).toBe(404);
  }
  await sam.views.remove({ id: saved.id });
  expect((await refusalOf(sam.views.remove({ id: saved.id }))).status).toBe(404);
});

test("a list has unique view names and at most thirty views, even with concurrent saves", async () => {
  const owner = await shops.as("1");
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      owner.views.save({ list: "jobs", name: `View ${index}`, query: "" }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(30);
  const { views } = await owner.views.list({ list: "jobs" });
  expect(views).toHaveLength(30);
  const full = await refusalOf(owner.views.save({ list: "jobs", name: "One more", query: "" }));
  expect(full).toMatchObject({ status: 409, message: expect.stringContaining("30 views") });

  const [first, second] = views;
  if (!first || !second) throw new Error("Two views are missing.");
  expect((await refusalOf(owner.views.rename({ id: first.id, name: second.name }))).status).toBe(409);
  expect((await owner.views.rename({ id: first.id, name: first.name })).name).toBe(first.name);
  await owner.views.remove({ id: first.id });
  const taken = { list: "jobs", name: second.name };
  expect((await refusalOf(owner.views.save({ ...taken, query: "q=other" }))).status).toBe(409);
  // The answer to the first attempt may have been lost.
  expect(await owner.views.save({ ...taken, query: second.query })).toEqual(second);
});

test.each([
  "tab=a&last_id=5",
  "id_token=abc",
  "hmac=1&q=x",
  "direction=next",
  "a b",
  "<script>",
  `q=${"x".repeat(1000)}`,
])("a view doesn't store %j", async (query) => {
  const owner = await shops.as("1");
  const refused = await refusalOf(owner.views.save({ list: "students", name: "Bad", query }));
  expect(refused.status).toBe(400);
  expect((await owner.views.list({ list: "students" })).views).toEqual([]);
});

test("only names of 1 to 60 characters and known lists are accepted", async () => {
  const owner = await shops.as("1");
  for (const name of ["", "   ", "x".repeat(61)])
    expect((await refusalOf(owner.views.save({ list: "students", name, query: "" }))).status).toBe(400);
  for (const list of ["../x", "anything", "", "students\0"]) {
    expect((await refusalOf(owner.views.save({ list, name: "A", query: "" }))).status).toBe(400);
    expect((await refusalOf(owner.views.list({ list }))).status).toBe(400);
  }
});

test("every list of a function can have views", async () => {
  const { app } = await import("~/app.server");
  const names = [...app.declarations.lists.keys()];
  expect(names.length).toBeGreaterThan(20);
  const owner = await shops.as("3");
  for (const list of names) expect((await owner.views.list({ list })).views, list).toEqual([]);
});
