import { z } from "zod";
import type { ItemContext, ItemOutcome, PendingItem } from "~/platform/jobs/job.server";
import { jobOf, jobRows } from "../../support/jobs.ts";
import { DEMO } from "../../support/test-shop.ts";

/** The signal of a process that doesn't stop. */
export const running = new AbortController().signal;

/** A kind of work whose items are numbers, with a log of what was worked on. */
export async function kindOf(
  run: (n: number, context: ItemContext) => Promise<ItemOutcome | PendingItem>,
  concurrency = 3,
) {
  const { defineJob } = await import("~/platform/jobs/job.server");
  const begun: number[] = [];
  const kind = defineJob({
    name: "test.numbers",
    item: z.object({ n: z.number() }),
    concurrency,
    run({ n }, context) {
      begun.push(n);
      return run(n, context);
    },
  });
  return { kind, begun };
}

/** An item that is done. */
export const done = async (n: number): Promise<ItemOutcome> => ({ state: "done", message: `did ${n}` });
type Kind = Awaited<ReturnType<typeof kindOf>>["kind"];

/** Starts a job with this many numbers. */
export async function start(
  kind: Kind,
  count: number,
  administratorId = "1",
  permission: "signed-in" | "showStudents" = "signed-in",
  more: { cannotStop?: string } = {},
) {
  const { startJob } = await import("~/platform/jobs/job.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { findAdministrator } = await import("~/platform/auth/administrators.server");
  const startedBy = await findAdministrator(DEMO, administratorId);
  if (!startedBy) throw new Error("There is no administrator.");
  const items = Array.from({ length: count }, (_, n) => ({ label: `Number ${n}`, input: { n } }));
  return withShop(DEMO, (tx) =>
    startJob(tx, DEMO, kind, { title: "Numbers", permission, startedBy, items, ...more }),
  );
}

/** Runs a job as a worker would. */
export async function run(kind: Kind, id: string, signal = running) {
  const { runJob } = await import("~/platform/jobs/run-job.server");
  return runJob(DEMO, id, new Map([[kind.name, kind]]), signal);
}

/** A job with its rows. */
export async function read(id: string) {
  const [job, items] = [await jobOf(id), await jobRows(id)];
  return { job, items, states: items.map(({ state }) => state) };
}

/** What the queue has for workers. */
export async function queued() {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query("SELECT data FROM pgboss.job WHERE name = 'jobs'")).rows;
}
