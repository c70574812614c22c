import { setTimeout as wait } from "node:timers/promises";
import { type BenchBackroom, SHOP, until } from "./backroom.ts";
import { percentile } from "./load/plan.ts";
import { watchRate } from "./store-rate.ts";
import { milliseconds, perCent, whole } from "./table.ts";

interface JobDetail {
  state: string;
  total: number;
  done: number;
  failed: number;
}

const MOVE = { removeTag: "Pending", addTag: "Approved" };
const PAUSE_BETWEEN_CLICKS_MS = 400;
const MAX_CLICKS = 300;

/** Approves many students as one job, while one administrator approves others by hand. Lines for the report. */
export async function measureBulkApproval(backroom: BenchBackroom, students: number): Promise<string[]> {
  const { call, database } = backroom;
  const { rows: people } = await database.query<{ id: string; label: string }>(
    `SELECT id, display_name AS label FROM customers WHERE shop = $1 AND student_status = 'pending'
      ORDER BY created_at DESC LIMIT $2`,
    [SHOP, students + MAX_CLICKS],
  );
  const customers = people.slice(0, Math.max(1, people.length - MAX_CLICKS));
  const byHand = people.slice(customers.length);

  const rate = await watchRate(backroom);
  const started = performance.now();
  const { jobId } = await call<{ jobId: string }>("POST", "/api/customers/decisions", {
    registration: "student",
    customers,
    ...MOVE,
  });
  let isRunning = true;
  const clicks = approveByHand(backroom, byHand, () => isRunning);
  const job = await until("The bulk approval", 600, async () => {
    const detail = await call<JobDetail>("GET", `/api/jobs/${jobId}`);
    return ["queued", "running"].includes(detail.state) ? null : detail;
  });
  const seconds = (performance.now() - started) / 1000;
  isRunning = false;
  const use = await rate.stop();
  const waits = (await clicks).sort((a, b) => a - b);
  const steady =
    use.steadyShare === undefined
      ? "the points saved up before were not used up"
      : `${perCent(use.steadyShare)} once the points saved up before were used up`;
  return [
    `bulk approval: ${whole(job.done)} approved, ${job.failed} failed, in ${seconds.toFixed(1)} s: ${whole(job.done / seconds)} rows/s`,
    `  the store's rate: ${whole(use.spent)} points spent in ${use.seconds.toFixed(1)} s, ${perCent(use.share)} of what is restored; ${steady}`,
    `  one approved by hand during the job (${waits.length} times): p50 ${milliseconds(percentile(waits, 0.5))} ms, p95 ${milliseconds(percentile(waits, 0.95))} ms`,
  ];
}

/** A person who approves one student after the other. @returns how long each took, in milliseconds */
async function approveByHand(
  { call }: BenchBackroom,
  people: readonly { id: string }[],
  goOn: () => boolean,
): Promise<number[]> {
  const waits: number[] = [];
  for (const { id } of people) {
    if (!goOn()) break;
    const started = performance.now();
    await call("PUT", "/api/customers", { ids: { id }, ...MOVE });
    waits.push(performance.now() - started);
    await wait(PAUSE_BETWEEN_CLICKS_MS);
  }
  return waits;
}
