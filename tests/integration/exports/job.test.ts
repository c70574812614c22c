import { afterAll, beforeAll, expect, test } from "vitest";
import { grantAccess } from "../../support/calls.ts";
import { forgetOutcomes, jobOf, jobRows } from "../../support/jobs.ts";
import { DEMO, openTwoShops, refusalOf, SECOND, type TwoShops } from "../console/two-shops.ts";
import { mirrorStaff, rowsInFile, work } from "./support.ts";

const MANY = 5_300;
let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("exports");
  await mirrorStaff(shops, MANY, 1_000);
  await mirrorStaff(shops, 3, 1_000, SECOND);
});
afterAll(() => shops.close());

const approved = { params: { status: "approved" as const }, query: {} };
const start = async (searchValue = "", operationId?: string) =>
  (
    await (
      await shops.as("1")
    ).exports.staff.start({
      ...approved,
      body: { searchValue, searchType: "Email", operationId },
    })
  ).jobId;
const filesOf = (jobId: string) =>
  shops.query<{ id: string; finished_at: Date | null }>(
    "SELECT id, finished_at FROM files WHERE job_id = $1",
    [jobId],
  );

test("more rows than a response allows return a code and a message that says what to do", async () => {
  const owner = await shops.as("1");
  const refusal = await refusalOf(owner.exports.staff.rows(approved));
  expect(refusal).toMatchObject({ status: 400, code: "TOO_MANY_ROWS" });
  expect(refusal.message).toContain("There are more than 5,000 rows");
  const { data } = await owner.exports.staff.rows({
    ...approved,
    body: { searchValue: "staff5300@", searchType: "Email" },
  });
  expect(data).toHaveLength(1);
});

test("the job writes every row once, in the list's order, into a private file", async () => {
  const jobId = await start();
  expect(await jobOf(jobId)).toMatchObject({
    state: "queued",
    title: "Export: Staff Approved Report",
    total: MANY,
  });
  await work(jobId);
  const job = await jobOf(jobId);
  expect(job).toMatchObject({ state: "completed", done: MANY, total: MANY, failed: 0 });
  expect(job.file?.name).toMatch(/^Staff_Approved_Report_\d{8}T\d{6}Z\.xlsx$/);

  const rows = await rowsInFile(job.file?.id ?? "");
  expect(rows[0]?.[0]).toBe("Staff Approved Report");
  expect(rows[2]?.[0]).toMatch(/^Created on /);
  expect(rows[8]).toEqual(["Name", "Email", "Tags", "Created Date", "Country", "School"]);
  const people = rows.slice(9).map(([name]) => name);
  expect(people).toEqual(Array.from({ length: MANY }, (_, index) => `Staff ${MANY - index}`));

  const id = job.file?.id ?? "";
  for (const [person, shop, status] of [
    ["2", DEMO, 403],
    ["3", DEMO, 403],
    ["1", SECOND, 404],
  ] as const)
    expect(await refusalOf((await shops.as(person, shop)).files.part({ id, position: 0 }))).toMatchObject({
      status,
    });
  expect((await shops.audit()).map(({ action }) => action)).toContain("report.exported");
});

test("the job uses the search, and the file names it", async () => {
  const jobId = await start("staff777@");
  await work(jobId);
  const { file } = await jobOf(jobId);
  const rows = await rowsInFile(file?.id ?? "");
  expect(rows[3]?.[0]).toBe("Search: staff777@");
  expect(rows.slice(9).map(([name]) => name)).toEqual(["Staff 777"]);
});

test("the same operation id starts one job", async () => {
  expect(await start("staff1@", "operation-1")).toBe(await start("staff1@", "operation-1"));
  expect(await refusalOf(start("staff2@", "operation-1"))).toMatchObject({ status: 409 });
});

test("a canceled job leaves no file", async () => {
  const jobId = await start();
  await (await shops.as("1")).jobs.cancel({ id: jobId });
  await work(jobId);
  expect(await jobOf(jobId)).toMatchObject({ state: "cancelled", file: null });
  expect(await filesOf(jobId)).toEqual([]);
});

test("a process that stops midway offers no file, and the next one starts over and leaves one file", async () => {
  const jobId = await start();
  const stopping = new AbortController();
  const watching = (async () => {
    for (;;) {
      if ((await filesOf(jobId)).length > 0) return stopping.abort();
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  await expect(work(jobId, DEMO, stopping.signal)).rejects.toThrow("The process is stopping");
  await watching;
  expect((await filesOf(jobId)).filter(({ finished_at }) => finished_at)).toEqual([]);
  expect(await jobOf(jobId)).toMatchObject({ state: "running", file: null });

  await work(jobId);
  expect(await jobOf(jobId)).toMatchObject({ state: "completed", done: MANY });
  expect(await filesOf(jobId)).toHaveLength(1);
});

test("a job whose completion was lost doesn't write its file twice", async () => {
  const jobId = await start("staff88@");
  await work(jobId);
  const before = await filesOf(jobId);
  await forgetOutcomes(jobId);
  await work(jobId);
  expect(await jobOf(jobId)).toMatchObject({ state: "completed" });
  expect(await filesOf(jobId)).toEqual(before);
});

test("an administrator whose flag was revoked gets no file", async () => {
  await grantAccess("2", ["showStaff"]);
  const { jobId } = await (await shops.as("2")).exports.staff.start(approved);
  await grantAccess("2", ["showStudents"]);
  await work(jobId);
  expect(await jobOf(jobId)).toMatchObject({ state: "failed", file: null });
  expect(await filesOf(jobId)).toEqual([]);
});

test("erasing a person deletes a search for them, and that export can't turn into one of all customers", async () => {
  const { redactCustomer } = await import("../../support/erasure.ts");
  const jobId = await start("staff99@staff.example");
  await redactCustomer(DEMO, { id: 1_099, email: "staff99@staff.example", phone: null });
  const [item] = await shops.query<{ input: object }>("SELECT input FROM job_items WHERE job_id = $1", [
    jobId,
  ]);
  expect(JSON.stringify(item)).not.toContain("staff99");
  await work(jobId);
  expect(await jobOf(jobId)).toMatchObject({ failed: 1, file: null });
  expect(await jobRows(jobId)).toMatchObject([
    { message: "The search of this export was erased with a person's data. Export again." },
  ]);
});
