import { setTimeout as wait } from "node:timers/promises";
import { type BenchBackroom, SHOP, until } from "./backroom.ts";
import { residentMegabytes } from "./memory.ts";
import { against, milliseconds, whole } from "./table.ts";

const MAX_MEGABYTES = 200;
const ADDRESS = "/api/promo/submissions/export/list?status=Denied&purchasingMethod=Online";
const MAX_ERASURE_MS = 1_000;

interface JobDetail {
  state: string;
  done: number;
  file: { id: string } | null;
}

/** Exports one in twenty submissions, and erases the customer of one. Lines for the report. */
export async function measurePromoExport(backroom: BenchBackroom): Promise<string[]> {
  const { call, stack } = backroom;
  const before = residentMegabytes(stack, "worker");
  let [most, isRunning] = [before, true];
  const watch = (async () => {
    for (; isRunning; await wait(200)) most = Math.max(most, residentMegabytes(stack, "worker"));
  })();
  const started = performance.now();
  const { jobId } = await call<{ jobId: string }>("GET", ADDRESS);
  const job = await until("The export", 600, async () => {
    const detail = await call<JobDetail>("GET", `/api/jobs/${jobId}`);
    return ["queued", "running"].includes(detail.state) ? null : detail;
  });
  const seconds = (performance.now() - started) / 1_000;
  isRunning = false;
  await watch;
  if (!job.file) throw new Error(`The export ended as ${job.state} without a file.`);
  const erasure = await eraseOne(backroom);
  return [
    `export of ${whole(job.done)} submissions: ${seconds.toFixed(1)} s, the worker's memory grew by at most ${against(`${whole(most - before)} MB`, most - before < MAX_MEGABYTES, `< ${MAX_MEGABYTES} MB`)}`,
    `erasure of the submissions of one customer: ${against(`${milliseconds(erasure)} ms`, erasure <= MAX_ERASURE_MS, `<= ${whole(MAX_ERASURE_MS)} ms`)}`,
  ];
}

async function eraseOne({ database }: BenchBackroom): Promise<number> {
  const { eraseSubmissions } = await import("~/domain/submissions/erase-submissions.server");
  const { rows } = await database.query<{ email: string }>(
    "SELECT email FROM submissions WHERE shop = $1 AND email IS NOT NULL ORDER BY created_at, id LIMIT 1",
    [SHOP],
  );
  const client = await database.connect();
  try {
    const started = performance.now();
    await eraseSubmissions.erase(client, { shop: SHOP, customerId: 1, contacts: [rows[0]?.email ?? ""] });
    return performance.now() - started;
  } finally {
    client.release();
  }
}
