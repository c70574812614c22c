/** How the columns of a file are matched with fields and read, and what the next file remembers of it. */
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { IMPORT_LIMITS } from "~/core/imports/limits";
import { signedInCalls } from "../../support/calls.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";
import { type Calls, check, inStore, open, rowsOf, send, work } from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("import_columns");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

test("a mapping is remembered for files with the same headings, regardless of case and punctuation", async () => {
  const first = { columns: ["Mail", "Where from"], rows: [["fa@students.example", "Harbor"]] };
  const { run, suggested, remembered } = await open(calls, first);
  expect({ suggested, remembered }).toEqual({ suggested: ["email", null], remembered: false });
  await calls.imports.decide({ id: run.id, mapping: ["email", "school"], blanks: "clear" });
  await send(calls, run.id, first.rows);
  await calls.imports.finish({ id: run.id });
  await calls.imports.start({ id: run.id });
  const next = { columns: ["MAIL", "Where-From "], rows: [["fb@students.example", "Harbor"]] };
  expect(await open(calls, next)).toMatchObject({
    suggested: ["email", "school"],
    suggestedBlanks: "clear",
    remembered: true,
  });
  expect(await open(calls, { ...next, kind: "staff" })).toMatchObject({
    suggestedBlanks: null,
    remembered: false,
  });
});

test("a column of a large file is read in another way a slice at a time", async () => {
  const columns = ["Email", "Start Date"];
  const count = 2 * IMPORT_LIMITS.rowsPerSlice + 1;
  const rows = Array.from({ length: count }, (_row, n) => [`large${n}@students.example`, "13/05/2026"]);
  const { run } = await open(calls, { columns, rows, name: "large.csv" });
  await calls.imports.decide({ id: run.id, mapping: ["email", "startdate"], blanks: "keep" });
  for (let start = 0; start < count; start += IMPORT_LIMITS.rowsPerSlice)
    await send(calls, run.id, rows.slice(start, start + IMPORT_LIMITS.rowsPerSlice), 2 + start);
  await calls.imports.finish({ id: run.id });
  const read: number[] = [];
  const query = pg.Client.prototype.query as (...given: unknown[]) => Promise<pg.QueryResult>;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given) {
    const result = query.apply(this, given);
    void Promise.resolve(result).then((answer) => read.push(answer?.rows?.length ?? 0));
    return result;
  });
  const checked = await calls.imports.format({ id: run.id, column: 1, format: "day-first" });
  spy.mockRestore();
  expect(checked.counts).toMatchObject({ create: count, refused: 0 });
  expect(Math.max(...read)).toBe(IMPORT_LIMITS.rowsPerSlice);
});

test("a column's day-first dates are read by one choice for all its cells, which the next file remembers", async () => {
  const columns = ["Email", "Start Date", "School"];
  const day = (n: number) => String(n + 1).padStart(2, "0");
  const rows = Array.from({ length: 30 }, (_row, n) => [
    `day${n}@students.example`,
    n === 29 ? "" : `${day(n)}/05/2026`,
    "Harbor",
  ]);
  const run = await check(calls, { columns, rows, name: "days.csv" });
  expect(run.counts).toMatchObject({ create: 13, refused: 17 });
  const refused = (await rowsOf(calls, run.id)).find(({ verdict }) => verdict === "refused");
  expect(refused?.problems).toMatchObject([
    { field: "startdate", column: 1, formats: [{ format: "day-first", cells: 29 }] },
  ]);
  for (const wrong of [
    { column: 2, format: "day-first" },
    { column: 1, format: "decimal-comma" },
  ] as const)
    await expect(calls.imports.format({ id: run.id, ...wrong })).rejects.toMatchObject({ status: 400 });
  const read = await calls.imports.format({ id: run.id, column: 1, format: "day-first" });
  expect(read).toMatchObject({ counts: { create: 30, refused: 0 }, formats: [null, "day-first", null] });
  const [first] = await rowsOf(calls, run.id);
  expect(first?.changes).toContainEqual({
    field: "startdate",
    label: "Start Date",
    before: "",
    after: "2026-05-01",
  });

  const { jobId } = await calls.imports.start({ id: run.id });
  await work(jobId);
  expect(await inStore(shop, "day12@students.example")).toMatchObject({
    metafields: { "stp.start_date": "2026-05-13" },
  });
  const next = await open(calls, { columns, rows: rows.slice(1) });
  expect(next.suggestedFormats).toEqual([null, "day-first", null]);
  await expect(calls.imports.format({ id: run.id, column: 1, format: "month-first" })).rejects.toMatchObject({
    status: 409,
  });
});

test("a date field takes the day of a date cell with a time of day", async () => {
  const columns = ["Email", "Start Date", "End Date", "DOB"];
  const cells = ["noon@students.example", "2026-12-01 00:00:01", "2027-11-30 23:59:59", "2001-02-03"];
  const run = await check(calls, { columns, rows: [cells] });
  const [row] = await rowsOf(calls, run.id);
  expect(row).toMatchObject({ verdict: "create", problems: [] });
  const dates = row?.changes.filter(({ label }) => columns.slice(1).includes(label));
  expect(dates?.map(({ after }) => after)).toEqual(["2026-12-01", "2027-11-30", "2001-02-03"]);
});

test("the headings of Shopify's customer export are matched", async () => {
  const columns = ["Customer ID", "First Name", "Last Name", "Email", "Accepts Email Marketing"];
  columns.push("Default Address Province Code", "Default Address Country Code", "Phone", "Tags");
  const { suggested } = await open(calls, { columns, rows: [columns.map(() => "x")] });
  const names = [
    "first_name",
    "last_name",
    "email",
    "email_policy_consent",
    "state",
    "country",
    "phone",
    "tags",
  ];
  expect(suggested).toEqual([null, ...names]);
});
