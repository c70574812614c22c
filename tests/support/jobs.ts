import { callsOf } from "./calls.ts";
import { emptyQueue } from "./queue.ts";
import { DEMO } from "./test-shop.ts";

/** A job as the account owner sees it on its page. */
export async function jobOf(id: string, shop = DEMO) {
  const { jobs } = await callsOf("1", shop);
  return jobs.detail({ id });
}

/** How a job's rows ended, as the account owner sees them on its page, in the order of the work. At most 10,000. */
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

/** Deletes all jobs of all shops, also those that are queued. */
export async function deleteJobs(): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  await emptyQueue();
  await database().query("DELETE FROM job_items; DELETE FROM jobs");
}
