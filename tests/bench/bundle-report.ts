import { setTimeout as wait } from "node:timers/promises";
import { type BenchBackroom, until } from "./backroom.ts";
import { residentMegabytes } from "./memory.ts";
import { fillOrders } from "./order-fill.ts";
import { whole } from "./table.ts";

const LINES = 4;
/** A month. */
const [FROM, TO] = ["2026-10-01", "2026-10-31"];

interface Job {
  state: string;
  message: string | null;
  file: { size: number } | null;
}

/**
 * The bundle report of a month with the given number of orders, each with a bundle of three components and a line of its own: from the request
 * to the finished file with all its sheets. Lines for the report.
 */
export async function measureBundleReport(backroom: BenchBackroom, orders: number): Promise<string[]> {
  const { call, database, stack } = backroom;
  await fillOrders(database, {
    prefix: "#B",
    first: 7_500_000_000,
    orders,
    lines: LINES,
    from: FROM,
    days: 30,
  });
  const memory = () => residentMegabytes(stack, "worker");
  const before = memory();
  let [most, isRunning] = [before, true];
  const watch = (async () => {
    for (; isRunning; await wait(100)) most = Math.max(most, memory());
  })();
  const started = performance.now();
  const query = `date_from=${FROM}&date_to=${TO}&bundle=true&component=true`;
  const { jobId } = await call<{ jobId: string }>("GET", `/api/bundle/report?${query}`);
  const job = await until("The report", 600, async () => {
    const detail = await call<Job>("GET", `/api/jobs/${jobId}`);
    return ["queued", "running"].includes(detail.state) ? null : detail;
  });
  const seconds = (performance.now() - started) / 1000;
  isRunning = false;
  await watch;
  if (!job.file) throw new Error(`The report ended as ${job.state} without a file.`);
  const grown = most - before;
  return [
    `bundle report of a month with ${whole(orders)} orders, ${whole(orders * (LINES - 1))} components: ${seconds.toFixed(1)} s, a file of ${whole(job.file.size / 1_000_000)} MB`,
    `  the worker's memory grew by ${whole(grown)} MB`,
  ];
}
