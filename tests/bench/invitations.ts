import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type BenchBackroom, until } from "./backroom.ts";
import { percentile } from "./load/plan.ts";
import { measureRequestsDuring } from "./measure-requests-during.ts";
import { residentMegabytes } from "./memory.ts";
import { milliseconds, whole } from "./table.ts";

interface JobDetail {
  state: string;
  total: number;
  done: number;
  failed: number;
  skipped: number;
}

/** What the mail server of the local store got. */
interface Arrived {
  mails: number;
  /** Mails that were delivered again with the same Message-ID. */
  repeated: number;
  people: number;
}

/**
 * Invites many people as one job while others go on working, and kills the worker in the middle. Lines for the report.
 * @param people how many
 */
export async function measureInvitations(backroom: BenchBackroom, people: number): Promise<string[]> {
  const { call, stack } = backroom;
  const excelData = Array.from({ length: people }, (_unused, index) => ({
    id: "",
    first_name: `Given${index}`,
    last_name: `Family${index}`,
    email: `person${index}@bench.example`,
  }));
  await wait(2_000);
  const quiet = await measureRequestsDuring(backroom, wait(3_000));
  const began = performance.now();
  const { jobIds } = await call<{ jobIds: string[] }>("POST", "/api/partnereditinviteuser", { excelData });
  const queued = performance.now() - began;
  const [jobId] = jobIds;
  let peak = 0;
  const looking = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(stack, "worker") || 0);
  }, 500);
  let resumed = Number.NaN;
  const working = (async () => {
    await doneAtLeast(backroom, jobId, people / 2);
    resumed = await killWorker(backroom, jobId);
    return doneAtLeast(backroom, jobId, people);
  })();
  const waits = await measureRequestsDuring(backroom, working);
  clearInterval(looking);
  const job = await working;
  const seconds = (performance.now() - began) / 1000;
  const { mails, repeated, people: reached } = await arrivedIn(backroom);
  return [
    `invitations: ${whole(job.done)} of ${whole(job.total)} people invited as one job, ${job.failed} failed, in ${seconds.toFixed(1)} s: ${whole(job.done / seconds)} a second; it was queued in ${milliseconds(queued)} ms`,
    `  the worker was killed in the middle and resumed ${milliseconds(resumed)} ms later; ${whole(reached)} people got ${whole(mails)} mails, ${repeated} of them repeated with the same Message-ID (target: no one missed, at most 1 repeated)`,
    `  concurrent requests (${waits.length}): p50 ${milliseconds(percentile(waits, 0.5))} ms, p95 ${milliseconds(percentile(waits, 0.95))} ms; before: p95 ${milliseconds(percentile(quiet, 0.95))} ms; worker at most ${whole(peak)} MB`,
  ];
}

const detailOf = ({ call }: BenchBackroom, id = "") => call<JobDetail>("GET", `/api/jobs/${id}`);

function doneAtLeast(backroom: BenchBackroom, id: string | undefined, count: number): Promise<JobDetail> {
  return until("Inviting people", 1_800, async () => {
    const job = await detailOf(backroom, id);
    const isOver = !["queued", "running"].includes(job.state);
    return isOver || job.done >= count ? job : null;
  });
}

/** @returns how long it took until more people were invited again, in milliseconds */
async function killWorker(backroom: BenchBackroom, id: string | undefined): Promise<number> {
  const { worker } = backroom.stack.processes;
  const killed = worker?.pid();
  if (killed === undefined) throw new Error("There is no worker to kill.");
  process.kill(killed, "SIGKILL");
  const started = performance.now();
  // Outcomes that were on their way to the database when it died may still arrive.
  await wait(200);
  const { done } = await detailOf(backroom, id);
  await doneAtLeast(backroom, id, done + 1);
  return performance.now() - started;
}

async function arrivedIn({ localStoreDatabaseUrl }: BenchBackroom): Promise<Arrived> {
  const client = new pg.Client({ connectionString: localStoreDatabaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Arrived>(
      `WITH arrived AS (SELECT envelope_to::text AS recipient, substring(convert_from(raw, 'UTF8') FROM '(?i)\\nMessage-ID:\\s*(\\S+)') AS message_id
                          FROM mail_messages)
       SELECT count(*)::int AS mails, (count(*) - count(DISTINCT message_id))::int AS repeated,
              count(DISTINCT recipient)::int AS people FROM arrived`,
    );
    return rows[0] ?? { mails: 0, repeated: 0, people: 0 };
  } finally {
    await client.end();
  }
}
