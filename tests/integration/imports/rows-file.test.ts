import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { refusalOf } from "../console/two-shops.ts";
import { rowsInFile } from "../exports/support.ts";
import { type Calls, check, importFile, rowsOf, undo } from "./support.ts";

let shop: TestShop;
let owner: Calls;
/** An administrator who works on national partners only. */
let partners: Calls;
let foreigner: Calls;

beforeAll(async () => {
  shop = await openTestShop("import_rows_file");
  owner = await signedInCalls(shop);
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showNational"]);
  partners = await signedInCalls(shop, "2");
  foreigner = await signedInCalls(shop, "1", SECOND);
});
afterAll(() => shop.close());

const columns = ["Email", "First Name"];
const at = (name: string) => `${name}@national.example`;

/** Has the file written. @returns its rows */
async function written(calls: Calls, id: string, which: "refused" | "all") {
  const { jobId } = await calls.imports.writeRowsFile({ id, which });
  const [{ runJob }, { app }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("../../support/app.ts"),
  ]);
  await runJob(DEMO, jobId, new Map(app.jobs.map((job) => [job.name, job])), new AbortController().signal);
  const { file } = await calls.jobs.detail({ id: jobId });
  return { file, rows: await rowsInFile(file?.id ?? "") };
}

test("the file lists every row with its outcome, also rows that were never written", async () => {
  const { id } = await importFile(owner, {
    kind: "national",
    name: "partners.csv",
    columns,
    rows: [
      [at("ann"), "Ann"],
      ["no address", "Bo"],
      [at("cy"), "Cy"],
      [at("ANN").toUpperCase(), "Again"],
    ],
  });
  const { file, rows } = await written(owner, id, "all");
  expect(file?.name).toMatch(/^partners_outcomes_\d{8}T\d{6}Z\.xlsx$/);
  expect(rows).toEqual([
    ["Email", "First Name", "Row", "Outcome", "Message"],
    [at("ann"), "Ann", 2, "Done", "Created"],
    ["no address", "Bo", 3, "Refused", expect.stringContaining("address")],
    [at("cy"), "Cy", 4, "Done", "Created"],
    [at("ANN").toUpperCase(), "Again", 5, "Repeated", expect.stringContaining("Row 2")],
  ]);
  await undo(owner, id);
  const after = await written(owner, id, "all");
  expect(after.rows.map((row) => row[3])).toEqual(["Outcome", "Undone", "Refused", "Undone", "Repeated"]);
});

test("the cells of a column are counted for a page of rows only, not for a file or a script", async () => {
  const days = Array.from({ length: 3 }, (_unused, n) => [`day${n}@students.example`, "13/05/2026"]);
  const file = { columns: ["Email", "Start Date"], rows: days };
  const run = await check(owner, file);
  const query = vi.spyOn(pg.Client.prototype, "query");
  const countsIn = async (work: () => Promise<unknown>) => {
    query.mockClear();
    await work();
    return query.mock.calls.filter(([text]) => String(text).includes("btrim(cells")).length;
  };
  const body = days.map(([Email = "", day = ""]) => ({ Email, "Start Date": day }));
  const counts = [
    await countsIn(() => owner.imports.rows({ id: run.id })),
    await countsIn(() => written(owner, run.id, "refused")),
    await countsIn(() => owner.imports.createStudents({ body })),
  ];
  query.mockRestore();
  expect(counts).toEqual([1, 0, 0]);
});

test("above the browser's limit, a job writes the file of refused rows for its administrator only", async () => {
  const run = await check(owner, {
    kind: "national",
    columns,
    rows: [[at("only"), "Only"], ...Array.from({ length: 250 }, (_unused, n) => [`invalid ${n}`, "No"])],
  });
  const { file, rows } = await written(partners, run.id, "refused");
  expect(rows[0]).toEqual(["Email", "First Name", "Row", "Why it wasn't imported"]);
  expect(rows.slice(1).map(([email, , number]) => [email, number])).toEqual(
    Array.from({ length: 250 }, (_unused, n) => [`invalid ${n}`, n + 3]),
  );
  const { rows: leftOut } = await partners.imports.leftOut({ id: run.id });
  expect(leftOut.map(({ number }) => number)).toEqual(Array.from({ length: 250 }, (_unused, n) => n + 3));
  const { database } = await import("~/platform/db/pool.server");
  const change = (sql: string) => database().query(sql, [run.id]);
  await change(`UPDATE import_runs SET counts = counts || '{"refused": 5001}' WHERE id = $1`);
  expect(await refusalOf(partners.imports.leftOut({ id: run.id }))).toMatchObject({
    status: 400,
    code: "TOO_MANY_ROWS",
  });
  await change(`UPDATE import_runs SET counts = counts || '{"refused": 250}' WHERE id = $1`);
  const part = { id: file?.id ?? "", position: 0 };
  expect(await refusalOf(foreigner.files.part(part))).toMatchObject({ status: 404 });
  expect(await refusalOf(foreigner.imports.writeRowsFile({ id: run.id }))).toMatchObject({ status: 404 });
  await grantAccess("2", ["showCredits"]);
  const without = await signedInCalls(shop, "2");
  expect(await refusalOf(without.files.part(part))).toMatchObject({ status: 403 });
  expect(await refusalOf(without.imports.writeRowsFile({ id: run.id }))).toMatchObject({ status: 403 });
  expect(await refusalOf(without.imports.leftOut({ id: run.id }))).toMatchObject({ status: 403 });
  await grantAccess("2", ["showNational"]);
  await change("DELETE FROM import_rows WHERE run_id = $1");
  expect(await refusalOf(owner.imports.leftOut({ id: run.id }))).toMatchObject({
    status: 409,
    message: expect.stringContaining("no longer stored"),
  });
});

test("in a run that the owner checked, other administrators don't see people whose flag they lack", async () => {
  const student = await registerStudent(shop.localStore, { name: "Secret Student" });
  const partner = await registerStudent(shop.localStore, { name: "Pat Partner", tags: ["np:Acme"] });
  await refreshMirror([student, partner]);
  const names = ["secret.student@students.example", "pat.partner@students.example"];
  const run = await check(owner, { kind: "national", columns, rows: names.map((email) => [email, "New"]) });
  expect((await rowsOf(owner, run.id)).map(({ changes }) => changes[0]?.before)).toEqual(["Secret", "Pat"]);
  const [hidden, shown] = await rowsOf(partners, run.id);
  expect(hidden).toMatchObject({ changes: [], customerId: null, verdict: "change" });
  expect(hidden?.problems[0]?.sentence).toContain("You have no access to the person");
  expect(JSON.stringify(hidden)).not.toContain("Secret");
  expect(shown?.changes[0]).toMatchObject({ before: "Pat", after: "New" });
});
