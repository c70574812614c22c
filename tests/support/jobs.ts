import { callsOf } from "./calls.ts";
import { emptyQueue } from "./queue.ts";
import { DEMO } from "./test-shop.ts";

/** A job as the account owner sees it on its page. */
export async function jobOf(id: string, shop = DEMO) {
  const { jobs } = await callsOf("1", shop);
  return jobs.detail({ id });
}

/** How a job's rows ended, as the account owner sees them on its page, in the order of the work. At most 5,000. */
export async function jobRows(id: string, shop = DEMO) {
  const { jobs } = await callsOf("1", shop);
  const { rows } = await jobs.resultRows({ id });
  return rows.map(({ label, state, message }) => ({ label, state, message }));
}

/** The rebuilds of a mirror as the account owner sees them on the page Jobs, newest first. @param plural what it is a mirror of */
export async function rebuildsOf(plural: "customers" | "orders" | "products", shop = DEMO) {
  const { jobs } = await callsOf("1", shop);
  return (await jobs.list({})).rows.filter(
    ({ title }) => title === `Read all ${plural} from the store again`,
  );
}

/** A job as a worker leaves it that dies before it stores how the rows ended. */
export async function forgetOutcomes(id: string): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    "UPDATE job_items SET state = 'running', message = NULL, finished_at = NULL WHERE job_id = $1",
    [id],
  );
  await database().query(
    "UPDATE jobs SET state = 'running', done = 0, failed = 0, skipped = 0, finished_at = NULL WHERE id = $1",
    [id],
  );
}

/** Says that rows of a job that has ended failed. @param position of one row, from 1. Without it, all did */
export async function failRows(id: string, position?: number): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  const { rowCount } = await database().query(
    "UPDATE job_items SET state = 'failed' WHERE job_id = $1 AND position = coalesce($2::int - 1, position)",
    [id, position],
  );
  await database().query("UPDATE jobs SET failed = $2, done = done - $2 WHERE id = $1", [id, rowCount]);
}

/** Deletes all jobs of all shops, also those that are queued. */
export async function deleteJobs(): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  await emptyQueue();
  await database().query("DELETE FROM job_items; DELETE FROM jobs");
}
