import { createHash } from "node:crypto";
import { signedInCalls } from "../../support/calls.ts";
import { refreshMirror } from "../../support/people.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { addPendingStudents } from "./approvals.ts";

const SLICE = 500;
const MAX_RETRIES = 40;

/** Puts the given number of students into the store and the mirror. @returns their email addresses */
export async function addKnownPeople({ localStore }: TestShop, count: number): Promise<string[]> {
  const ids = await addPendingStudents(localStore, DEMO, count, "Known");
  await refreshMirror(ids);
  return Array.from({ length: count }, (_unused, index) => `known.${index}@students.example`);
}

/** Imports these people with a school, as the wizard does. @param beforeWriting what happens between the check and the writing */
export async function importPeople(
  shop: TestShop,
  emails: readonly string[],
  school: string,
  beforeWriting: () => void,
): Promise<{ runId: string; jobId: string }> {
  const calls = await signedInCalls(shop);
  const sha256 = createHash("sha256").update(emails.join()).digest("hex");
  const columns = ["Email", "School", "CRM ID"];
  const file = { kind: "students", fileName: "people.csv", sha256, columns, rowCount: emails.length };
  const { run } = await calls.imports.open(file);
  await calls.imports.decide({ id: run.id, mapping: ["email", "school", "crm_id"], blanks: "keep" });
  for (let start = 0; start < emails.length; start += SLICE) {
    const rows = emails.slice(start, start + SLICE).map((email, index) => ({
      number: start + index + 2,
      cells: [email, school, `C-${start + index}`],
    }));
    await calls.imports.send({ id: run.id, rows });
  }
  await calls.imports.finish({ id: run.id });
  const { jobId } = await calls.imports.start({ id: run.id });
  beforeWriting();
  await work(jobId);
  return { runId: run.id, jobId };
}

/** A job's rows as they stand. */
export async function rowsOfJob(jobId: string): Promise<{ state: string; message: string | null }[]> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ state: string; message: string | null }>(
    "SELECT state, message FROM job_items WHERE job_id = $1 ORDER BY position",
    [jobId],
  );
  return rows;
}

/** Retries what failed until nothing does. @returns how often the job was worked on in all */
export async function retryUntilWritten(jobId: string): Promise<number> {
  const [{ retryFailedItems }, { withShop }] = await Promise.all([
    import("~/platform/jobs/control-job.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  for (let passes = 1; passes < MAX_RETRIES; passes += 1) {
    if ((await rowsOfJob(jobId)).every(({ state }) => state === "done" || state === "skipped")) return passes;
    await withShop(DEMO, (tx) => retryFailedItems(tx, DEMO, jobId));
    await work(jobId);
  }
  return MAX_RETRIES;
}

/** Takes a run back, and retries what failed of it. @returns how often the job was worked on */
export async function undoEverything(shop: TestShop, runId: string): Promise<number> {
  const calls = await signedInCalls(shop);
  const { jobId } = await calls.imports.undo({ id: runId });
  await work(jobId);
  return retryUntilWritten(jobId);
}

async function work(jobId: string): Promise<void> {
  const [{ runJob }, { app }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("../../support/app.ts"),
  ]);
  const kinds = new Map(app.jobs.map((job) => [job.name, job]));
  await runJob(DEMO, jobId, kinds, new AbortController().signal);
}
