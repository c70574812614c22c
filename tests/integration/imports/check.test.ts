import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { IMPORT_LIMITS } from "~/core/imports/limits";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { registerStudent } from "../../support/people.ts";
import { hearMessages } from "../../support/postgres.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { callsWith } from "../events/support.ts";
import { type Calls, check, importFile, open, rowsOf, send, sha256, work } from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("import_check");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

const columns = ["Email", "School"];
const verdicts = async (id: string) => (await rowsOf(calls, id)).map(({ verdict }) => verdict);
const readResultFile = (...rows: string[][]) => ({ columns, rows });

test("of several rows about a person, the first valid one counts, and the others name it", async () => {
  const run = await check(
    calls,
    readResultFile(
      ["ann@students.example", "x".repeat(300)],
      ["Ann@Students.example", "Harbor"],
      [" ann@students.example ", "Elsewhere"],
      ["no address", "Harbor"],
    ),
  );
  expect(run.counts).toEqual({ create: 1, change: 0, unchanged: 0, refused: 2, duplicate: 1 });
  const rows = await rowsOf(calls, run.id);
  expect(rows.map(({ verdict }) => verdict)).toEqual(["refused", "create", "duplicate", "refused"]);
  expect(rows[2]?.problems).toMatchObject([
    { sentence: "Row 3 is about the same student. Only the first of them is imported." },
  ]);
  expect(rows[3]?.problems).toMatchObject([{ field: "email", column: 0 }]);
  const duplicates = await calls.imports.rows({ id: run.id, verdict: "duplicate" });
  expect(duplicates).toMatchObject({ rows: [{ number: 4 }], total: { count: 1, exact: true } });
});

test("after a cell is corrected, its row and the rows that now match it are checked again", async () => {
  const run = await check(calls, readResultFile(["bo@", "Harbor"], ["bo@students.example", "Harbor"]));
  expect(await verdicts(run.id)).toEqual(["refused", "create"]);
  const fixed = await calls.imports.fix({
    id: run.id,
    number: 2,
    cells: [{ column: 0, value: "bo@students.example" }],
  });
  expect(fixed).toMatchObject({
    row: { verdict: "create", problems: [] },
    run: { counts: { create: 1, refused: 0, duplicate: 1 } },
  });
  expect(await verdicts(run.id)).toEqual(["create", "duplicate"]);
  await calls.imports.fix({ id: run.id, number: 2, cells: [{ column: 0, value: "other@students.example" }] });
  expect(await verdicts(run.id)).toEqual(["create", "create"]);
  await expect(
    calls.imports.fix({ id: run.id, number: 9, cells: [{ column: 0, value: "" }] }),
  ).rejects.toMatchObject({
    status: 404,
  });
});

test("several rows are corrected one after the other, up to the one that is refused", async () => {
  const run = await check(
    calls,
    readResultFile(["one@", "Harbor"], ["two@", "Harbor"], ["three@", "Harbor"]),
  );
  const row = (number: number, value: string) => ({ number, cells: [{ column: 0, value }] });
  const rows = [row(2, "one@students.example"), row(3, "two again@")];
  expect((await calls.imports.fixRows({ id: run.id, rows })).rows).toMatchObject([
    { number: 2, verdict: "create" },
    { number: 3, verdict: "refused" },
  ]);
  const missing = [row(3, "two@students.example"), row(9, ""), row(4, "three@students.example")];
  await expect(calls.imports.fixRows({ id: run.id, rows: missing })).rejects.toMatchObject({ status: 404 });
  expect(await verdicts(run.id)).toEqual(["create", "create", "refused"]);
});

test("many rows are corrected with as many statements as one, and a row that is named twice gets both cells", async () => {
  const people = Array.from({ length: 12 }, (_unused, index) => `fix${index}`);
  const run = await check(calls, readResultFile(...people.map((name) => [`${name}@`, "Harbor"])));
  const corrected = people.map((name, index) => ({
    number: index + 2,
    cells: [{ column: 0, value: `${name}@students.example` }],
  }));
  const query = vi.spyOn(pg.Client.prototype, "query");
  const statementsFor = async (rows: typeof corrected) => {
    query.mockClear();
    await calls.imports.fixRows({ id: run.id, rows });
    return query.mock.calls.length;
  };
  const forOne = await statementsFor(corrected.slice(0, 1));
  const forMany = await statementsFor(corrected.slice(1));
  query.mockRestore();
  expect(forMany).toBeLessThan(forOne + corrected.length);
  expect(await verdicts(run.id)).toEqual(people.map(() => "create"));

  const twice = [1, 0].map((column) => ({ number: 2, cells: [{ column, value: "both@students.example" }] }));
  expect((await calls.imports.fixRows({ id: run.id, rows: twice })).rows).toMatchObject([
    { number: 2, cells: ["both@students.example", "both@students.example"] },
  ]);
});

test("a fixed row is compared with the store as it is now", async () => {
  const run = await check(calls, readResultFile(["cy@", "Southside"]));
  const id = await registerStudent(shop.localStore, {
    name: "Cy Seven",
    email: "cy@students.example",
    school: "Northside",
  });
  const { row } = await calls.imports.fix({
    id: run.id,
    number: 2,
    cells: [{ column: 0, value: "cy@students.example" }],
  });
  expect(row).toMatchObject({
    verdict: "change",
    customerId: `gid://shopify/Customer/${id}`,
    changes: [{ before: "Northside", after: "Southside" }],
  });
});

test("rows of one request with the same number are refused, and name it", async () => {
  const { run } = await open(calls, readResultFile(["gi@students.example", "Harbor"]));
  await calls.imports.decide({ id: run.id, mapping: ["email", "school"], blanks: "keep" });
  const rows = ["Harbor", "Elsewhere"].map((school) => ({
    number: 2,
    cells: ["gi@students.example", school],
  }));
  await expect(calls.imports.send({ id: run.id, rows })).rejects.toMatchObject({
    status: 400,
    message: "rows: must have each number once, and 2 is there twice",
  });
});

test("rows that are sent again replace the earlier ones, and missing rows are counted", async () => {
  const file = readResultFile(["di@students.example", "Harbor"], ["ed@students.example", "Harbor"]);
  const { run } = await open(calls, file);
  const { id } = run;
  await expect(send(calls, id, file.rows)).rejects.toMatchObject({ status: 409 });
  await calls.imports.decide({ id, mapping: ["email", "school"], blanks: "keep" });
  expect(await send(calls, id, file.rows.slice(0, 1))).toEqual({ received: 1 });
  expect(await send(calls, id, file.rows.slice(0, 1))).toEqual({ received: 1 });
  await expect(calls.imports.finish({ id })).rejects.toMatchObject({
    status: 409,
    message: "1 of 2 rows haven't arrived. Send them, then check again.",
  });
  await expect(calls.imports.start({ id })).rejects.toMatchObject({ status: 409 });
  await send(calls, id, file.rows.slice(1), 3);
  expect(await calls.imports.finish({ id })).toMatchObject({ state: "ready", counts: { create: 2 } });
  await expect(send(calls, id, file.rows)).rejects.toMatchObject({ status: 409 });
  const more = await open(calls, { ...file, rows: file.rows.slice(0, 1) });
  await calls.imports.decide({ id: more.run.id, mapping: ["email", "school"], blanks: "keep" });
  await send(calls, more.run.id, file.rows);
  await expect(calls.imports.finish({ id: more.run.id })).rejects.toMatchObject({
    status: 400,
    message: "2 rows came, and 1 were announced. Begin the import again.",
  });
  // With another mapping the rows read differently and must be sent again.
  expect(await calls.imports.decide({ id, mapping: ["email", null], blanks: "keep" })).toMatchObject({
    state: "reading",
    received: 0,
    counts: null,
  });
});

test("a repeated file is recognized before anything is written, and its rows would change nothing", async () => {
  const file = readResultFile(["gil@students.example", "Harbor"]);
  const { id } = await importFile(calls, file);
  const again = await open(calls, file);
  expect(again.sameFile).toMatchObject({ runId: id, by: "Olivia Owner" });
  const run = await check(calls, file);
  expect(run.counts).toMatchObject({ create: 0, change: 0, unchanged: 1 });
  await expect(calls.imports.start({ id: run.id })).rejects.toMatchObject({
    status: 409,
    message: "No row of this file would change anything, so there is nothing to import.",
  });
  expect((await open(calls, { ...file, kind: "staff" })).sameFile).toBeNull();
});

test("starting twice starts once, and a started import is closed", async () => {
  const run = await check(calls, readResultFile(["hu@students.example", "Harbor"]));
  const [one, two] = await Promise.all([
    calls.imports.start({ id: run.id }),
    calls.imports.start({ id: run.id }),
  ]);
  expect(one.jobId).toBe(two.jobId);
  for (const late of [
    () => calls.imports.fix({ id: run.id, number: 2, cells: [{ column: 1, value: "x" }] }),
    () => calls.imports.decide({ id: run.id, mapping: ["email", null], blanks: "keep" }),
    () => calls.imports.discard({ id: run.id }),
    () => calls.imports.undo({ id: run.id }),
  ])
    await expect(late()).rejects.toMatchObject({ status: 409 });
});

test("a draft can be discarded, and is then unknown", async () => {
  const run = await check(calls, readResultFile(["io@students.example", "Harbor"]));
  await calls.imports.discard({ id: run.id });
  await expect(calls.imports.detail({ id: run.id })).rejects.toMatchObject({ status: 404 });
  const { rows } = await calls.activity.list({ kind: "import.discarded" });
  expect(rows).toMatchObject([{ changes: [{ field: "File", before: "people.csv" }, {}, {}] }]);
  const missing = /^You discarded this import on \d\d\/\d\d\/\d{4} .+M\. Nothing was written\.$/;
  await expect(calls.imports.start({ id: run.id })).rejects.toThrow(missing);
  const colleague = await callsWith(shop, "2", ["showStudents"]);
  await expect(colleague.imports.detail({ id: run.id })).rejects.toThrow(
    /^Olivia Owner discarded this import on /,
  );
  const [{ readRunOrProblem }, { importForm }] = await Promise.all([
    import("~/core/imports/import-pages.server"),
    import("~/functions/students/import"),
  ]);
  const request = new Request(`http://localhost/students/import/${run.id}`);
  const page = await readRunOrProblem(request, calls, importForm, run.id);
  expect(page).toEqual({ problem: expect.stringMatching(missing) });
  const unknown = calls.imports.detail({ id: randomUUID() });
  await expect(unknown).rejects.toThrow(
    "There is no such import. It may have been discarded, or is too old.",
  );
});

test("open pages follow an import that is started, undone or discarded", async () => {
  const [begun, dropped] = [
    await check(calls, readResultFile(["jo@students.example", "Harbor"])),
    await check(calls, readResultFile(["kim@students.example", "Harbor"])),
  ];
  const heard = await hearMessages();
  const changes = () => heard.filter((message) => message.includes('"students"')).length;
  const { jobId } = await calls.imports.start({ id: begun.id });
  await expect.poll(changes).toBeGreaterThan(0);
  await work(jobId);
  await expect.poll(changes).toBeGreaterThan(1);
  const started = changes();
  await calls.imports.undo({ id: begun.id });
  await expect.poll(changes).toBeGreaterThan(started);
  const undone = changes();
  await calls.imports.discard({ id: dropped.id });
  await expect.poll(changes).toBeGreaterThan(undone);
});

test.each([
  ["too many rows", { rowCount: IMPORT_LIMITS.rows + 1 }, "rowCount"],
  ["no rows", { rowCount: 0 }, "rowCount"],
  ["too many columns", { columns: Array.from({ length: 101 }, () => "x") }, "columns"],
  ["no kind", { kind: "everything" }, "kind"],
  ["a damaged digest", { sha256: "abc" }, "sha256"],
])("%s is refused at its field", async (_what, wrong, field) => {
  const file = { kind: "students", fileName: "x.csv", sha256: sha256("x"), columns, rowCount: 1 };
  await expect(calls.imports.open({ ...file, ...wrong } as never)).rejects.toMatchObject({
    status: 400,
    data: { fieldErrors: { [field]: expect.any(String) } },
  });
});

test("too many characters in a request are refused, and a long cell refuses only its row", async () => {
  const long = "x".repeat(39_000);
  const { run } = await open(calls, { columns, rows: Array.from({ length: 200 }, () => ["", ""]) });
  await calls.imports.decide({ id: run.id, mapping: ["email", "school"], blanks: "keep" });
  const many = Array.from({ length: 110 }, () => ["jo@students.example", long]);
  await expect(send(calls, run.id, many)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("at most 4,000,000 can be sent per request"),
  });
  await send(calls, run.id, [["jo@students.example", long]]);
  const [row] = await rowsOf(calls, run.id);
  expect(row).toMatchObject({ verdict: "refused", problems: [{ field: "school", column: 1 }] });
  expect(row?.cells[1]).toHaveLength(IMPORT_LIMITS.cell);
});

test("texts that are cut within an emoji are stored", async () => {
  const cutAt = (length: number) => `${"x".repeat(length - 1)}😀`;
  const run = await check(calls, {
    columns: ["Email", "Start Date", cutAt(IMPORT_LIMITS.heading)],
    rows: [["em@students.example", `${cutAt(60)} is not a day`, cutAt(IMPORT_LIMITS.cell)]],
  });
  const [row] = await rowsOf(calls, run.id);
  expect(row?.problems[0]?.sentence).toContain(`${"x".repeat(59)}\ufffd…`);
  expect(row?.cells[2]).toBe(`${"x".repeat(IMPORT_LIMITS.cell - 1)}\ufffd`);
  expect(run.columns[2]).toBe(`${"x".repeat(IMPORT_LIMITS.heading - 1)}\ufffd`);
});

test("each import needs the flag of its kind, and another shop's isn't found", async () => {
  const run = await check(calls, readResultFile(["ka@students.example", "Harbor"]));
  await signedInCalls(shop, "3");
  await grantAccess("3", ["showStaff"]);
  const staffOnly = await signedInCalls(shop, "3");
  for (const refused of [
    () => staffOnly.imports.detail({ id: run.id }),
    () => staffOnly.imports.rows({ id: run.id }),
    () => staffOnly.imports.start({ id: run.id }),
    () => staffOnly.imports.fix({ id: run.id, number: 2, cells: [{ column: 1, value: "x" }] }),
    () => staffOnly.imports.list({ kind: "students" }),
    () => open(staffOnly, readResultFile(["x@y.de", ""])),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 403 });
  expect((await staffOnly.imports.list({ kind: "staff" })).runs).toBeInstanceOf(Array);

  const elsewhere = await signedInCalls(shop, "1", SECOND);
  await expect(elsewhere.imports.detail({ id: run.id })).rejects.toMatchObject({ status: 404 });
  expect((await elsewhere.imports.list({ kind: "students" })).runs).toEqual([]);
});

test("an unchanged export changes no customer, and a row may have the tags that its import gives", async () => {
  const { createCustomer } = await import("../../../local-store/data/customers.ts");
  const stored = [
    {},
    { "stp.start_date": "09/01/2026", "profile.dob": "2001-02-03T00:00:00Z" },
    {
      "profile.phone": "+1 555 010 0142",
      "profile.privacy_policy_consent": "1",
      "profile.country": "Canada",
    },
    // Without its tag.
    { "profile.as400_id": "0042" },
    // Only 1 is a consent.
    { "profile.privacy_policy_consent": "no", "profile.email_policy_consent": "true" },
  ];
  for (const [n, metafields] of stored.entries())
    await createCustomer(shop.localStore.store, DEMO, {
      firstName: "Export",
      lastName: String(n),
      email: `export${n}@untouched.example`,
      emailMarketingConsent: n === 4 ? { marketingState: "SUBSCRIBED" } : undefined,
      tags: ["UserType:Student", "Pending", "crm_id:C7", "discount_limit:0500", "vip"],
      metafields: Object.entries(metafields).map(([name, value]) => {
        const [namespace = "", key = ""] = name.split(".");
        return { namespace, key, type: "single_line_text_field", value };
      }),
    });
  const emails = stored.map((_one, n) => [`export${n}@untouched.example`]);
  const checked = await check(calls, { columns: ["Email"], rows: emails });
  expect(checked.counts).toMatchObject({ unchanged: stored.length });
  const { data } = await calls.exports.student.rows({
    params: { status: "pending" },
    query: {},
    body: { searchType: "Email", searchValue: "untouched.example" },
  });
  expect(data).toHaveLength(stored.length);
  const columns = Object.keys(data[0] ?? {});
  const rows = data.map((row) => columns.map((column) => String(row[column] ?? "")));
  const run = await check(calls, { columns, rows });
  const read = await rowsOf(calls, run.id);
  expect(read.map(({ verdict, changes, problems }) => [verdict, changes, problems])).toEqual(
    stored.map(() => ["unchanged", [], []]),
  );

  // In another shop these customers are new: the tags of the import's own kind don't refuse them.
  const elsewhere = await signedInCalls(shop, "1", SECOND);
  const created = await check(elsewhere, { columns, rows });
  expect(created.counts).toMatchObject({ create: stored.length, refused: 0 });
  const approved = rows.map((cells) => cells.map((cell) => cell.replace("Pending", "Approved")));
  expect((await check(elsewhere, { columns, rows: approved })).counts).toMatchObject({
    refused: stored.length,
  });
});

test("rows that are worth a look are listed and counted, and a valid row can be corrected", async () => {
  const { run, suggested } = await open(calls, readResultFile(["a"]));
  const file = { columns: ["Email", "Tags", "School", ""], rowCount: 4 };
  await expect(
    calls.imports.decide({ id: run.id, mapping: suggested, blanks: "keep", file }),
  ).rejects.toMatchObject({ status: 400 });
  const mapping = ["email", "tags", "school", null];
  const decided = await calls.imports.decide({ id: run.id, mapping, blanks: "keep", file });
  expect(decided).toMatchObject(file);
  await send(calls, run.id, [
    ["look1@students.example", "red"],
    ["look2\u200b@students.example", "red"],
    ["look2@students.example", "red"],
    ["look4@students.example", "red", "Harbor", "loose"],
  ]);
  const checked = await calls.imports.finish({ id: run.id });
  expect(checked).toMatchObject({ counts: { create: 3, duplicate: 1 }, worthALook: 3 });
  const look = await calls.imports.rows({ id: run.id, verdict: "look" });
  expect(look.rows.map(({ number }) => number)).toEqual([3, 4, 5]);
  expect(look.total).toEqual({ count: 3, exact: true });
  const cells = [
    { column: 0, value: "look5@students.example" },
    { column: 3, value: "" },
  ];
  const fixed = await calls.imports.fix({ id: run.id, number: 4, cells });
  expect(fixed).toMatchObject({ row: { verdict: "create", problems: [] }, run: { worthALook: 2 } });
});
