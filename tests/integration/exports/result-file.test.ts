import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO, openTwoShops, refusalOf, SECOND, type TwoShops } from "../console/two-shops.ts";
import { rowsInFile } from "./support.ts";

const ROWS = 5_250;
const JOB = "11111111-1111-4111-8111-111111111111";
let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("result-file");
  await shops.query(
    `INSERT INTO jobs (shop, id, kind, title, state, permission, total, started_by_id, started_by_name)
     VALUES ($1, $2, 'registrations.decide', 'Approve many', 'completed', '"showStudents"', $3, '2', 'Sam Students')`,
    [DEMO, JOB, ROWS],
  );
  await shops.query(
    `INSERT INTO job_items (shop, job_id, position, label, input, state, message)
     SELECT $1, $2, n - 1, '=Person ' || n, '{}', CASE WHEN n % 1000 = 0 THEN 'failed' ELSE 'done' END, '@x'
       FROM generate_series(1, $3) AS n`,
    [DEMO, JOB, ROWS],
  );
});
afterAll(() => shops.close());

async function work(jobId: string): Promise<void> {
  const { runJob } = await import("~/platform/jobs/run-job.server");
  const { resultFileJob } = await import("~/functions/jobs/read.server");
  await runJob(DEMO, jobId, new Map([[resultFileJob.name, resultFileJob]]), new AbortController().signal);
}

test("a job writes more rows than a response allows into a private file", async () => {
  const sam = await shops.as("2");
  expect(await refusalOf(sam.jobs.resultRows({ id: JOB }))).toMatchObject({
    status: 400,
    code: "TOO_MANY_ROWS",
  });
  const { jobId } = await sam.jobs.startResultFile({ id: JOB });
  await work(jobId);
  const { file, title, done } = await sam.jobs.detail({ id: jobId });
  expect([title, done]).toEqual(["Rows of “Approve many”", ROWS]);
  expect(file?.name).toMatch(/^Job_Approve_many_\d{8}T\d{6}Z\.xlsx$/);
  const rows = await rowsInFile(file?.id ?? "");
  expect(rows[0]).toEqual(["Position", "What", "Outcome", "Message", "Finished (UTC)"]);
  expect(rows.slice(1).map(([row, what]) => [row, what])).toEqual(
    Array.from({ length: ROWS }, (_, index) => [index + 1, `=Person ${index + 1}`]),
  );
  const part = { id: file?.id ?? "", position: 0 };
  expect(await refusalOf((await shops.as("3")).files.part(part))).toMatchObject({ status: 403 });
  expect(await refusalOf((await shops.as("1", SECOND)).files.part(part))).toMatchObject({ status: 404 });
});

test("the rows of one outcome, in the response and in the file", async () => {
  const sam = await shops.as("2");
  const failed = { id: JOB, outcome: "failed" } as const;
  expect((await sam.jobs.resultRows(failed)).rows.map(({ position }) => position)).toEqual([
    1000, 2000, 3000, 4000, 5000,
  ]);
  const { jobId } = await sam.jobs.startResultFile(failed);
  await work(jobId);
  const { file } = await sam.jobs.detail({ id: jobId });
  expect((await rowsInFile(file?.id ?? "")).slice(1).map(([row]) => row)).toEqual([
    1000, 2000, 3000, 4000, 5000,
  ]);
});

test("an administrator who may not see the job can't start the export", async () => {
  expect(await refusalOf((await shops.as("3")).jobs.startResultFile({ id: JOB }))).toMatchObject({
    status: 404,
  });
  expect(await refusalOf((await shops.as("1", SECOND)).jobs.startResultFile({ id: JOB }))).toMatchObject({
    status: 404,
  });
});
