import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { customerCreate } from "~/connectors/shopify/operations/customers";
import { type BenchBackroom, until } from "./backroom.ts";
import { percentile } from "./load/plan.ts";
import { measureRequestsDuring } from "./measure-requests-during.ts";
import { describeMemory, residentMegabytes } from "./memory.ts";
import { watchRate } from "./store-rate.ts";
import { milliseconds, perCent, whole } from "./table.ts";

const CHECKED = 100_000;
const SLICE = 500;
/** Slices in flight at a time, as the wizard sends them. */
const AT_ONCE = 2;
/** A person is created by one mutation. */
const COSTS = { [customerCreate.name]: 10 };

const COLUMNS = [
  "Name",
  "Email",
  "First Name",
  "Last Name",
  "Start Date",
  "End Date",
  "Discount Limit",
  "School",
  "Course",
  "State",
  "CRM ID",
  "AS400 ID",
  "Phone",
  "DOB",
  "Country",
  "Tags",
  "Linked Distributor",
  "Distributor Name",
  "Privacy Policy Consent",
  "Email Policy Consent",
  "Remarks",
];

const cellsOf = (file: string, index: number): string[] => [
  `Person ${index}`,
  `${file}.${index}@students.example`,
  `Given${index}`,
  `Family${index}`,
  "09/01/2026",
  "06/30/2027",
  "1200",
  "Harbor College",
  "Welding",
  "New York",
  `C-${index}`,
  String(index).padStart(8, "0"),
  "+1 555 0100",
  "02/03/2001",
  "United States",
  "fall, 2026",
  "North",
  "Northern Tools",
  "Yes",
  "No",
  "",
];

interface Run {
  id: string;
  counts: Record<string, number>;
}

/** Checks 100,000 rows while others go on working, and writes some thousands. Lines for the report. */
export async function measureImports(backroom: BenchBackroom, rows: number): Promise<string[]> {
  return [...(await checkMany(backroom)), ...(await writeSome(backroom, Math.max(rows, 4_000)))];
}

async function checkMany(backroom: BenchBackroom): Promise<string[]> {
  const { call, stack } = backroom;
  await wait(2_000);
  const quiet = await measureRequestsDuring(backroom, wait(3_000));
  const started = performance.now();
  const checking = checkRows(backroom, "many", CHECKED);
  let peak = 0;
  const looking = setInterval(() => (peak = Math.max(peak, residentMegabytes(stack, "web"))), 1_000);
  const waits = await measureRequestsDuring(backroom, checking);
  clearInterval(looking);
  const { id, counts } = await checking;
  const seconds = (performance.now() - started) / 1000;
  const begun = performance.now();
  const { jobId } = await call<{ jobId: string }>("POST", `/api/imports/${id}/start`, {});
  const starting = performance.now() - begun;
  await call("POST", `/api/jobs/${jobId}/cancel`, {});
  await until("Cancelling the import", 300, async () => {
    const { state } = await call<{ state: string }>("GET", `/api/jobs/${jobId}`);
    return state === "cancelled" ? true : null;
  });
  return [
    `import, ${whole(CHECKED)} rows × ${COLUMNS.length} columns sent and checked (${counts.create} to create) in ${seconds.toFixed(1)} s: ${whole(CHECKED / seconds)} rows/s`,
    `  concurrent requests (${waits.length}): p50 ${milliseconds(percentile(waits, 0.5))} ms, p95 ${milliseconds(percentile(waits, 0.95))} ms; before: p95 ${milliseconds(percentile(quiet, 0.95))} ms`,
    `  web process at most ${whole(peak)} MB; its job with all items was queued in ${milliseconds(starting)} ms`,
    `  ${describeMemory(stack)}`,
  ];
}

async function writeSome(backroom: BenchBackroom, rows: number): Promise<string[]> {
  const { call } = backroom;
  const { id } = await checkRows(backroom, "some", rows);
  const rate = await watchRate(backroom, COSTS);
  const started = performance.now();
  const { jobId } = await call<{ jobId: string }>("POST", `/api/imports/${id}/start`, {});
  const job = await until("The import", 900, async () => {
    const detail = await call<{ state: string; done: number; failed: number }>("GET", `/api/jobs/${jobId}`);
    return ["queued", "running"].includes(detail.state) ? null : detail;
  });
  const seconds = (performance.now() - started) / 1000;
  const use = await rate.stop();
  const steady =
    use.steadyShare === undefined
      ? "the points saved up before were not used up"
      : `${perCent(use.steadyShare)} once the points saved up before were used up (target: at least 95 %)`;
  return [
    `import written: ${whole(job.done)} persons created, ${job.failed} failed, in ${seconds.toFixed(1)} s: ${whole(job.done / seconds)} rows/s`,
    `  the store's rate: ${whole(use.spent)} points spent in ${use.seconds.toFixed(1)} s, ${perCent(use.share)} of what is restored; ${steady}`,
  ];
}

/** A file of rows as the wizard sends it. */
interface SentFile {
  kind: string;
  file: string;
  columns: readonly string[];
  rowCount: number;
  cellsOf(index: number): string[];
}

const checkRows = (backroom: BenchBackroom, file: string, rowCount: number): Promise<Run> =>
  sendRows(backroom, {
    kind: "students",
    file,
    columns: COLUMNS,
    rowCount,
    cellsOf: (index) => cellsOf(file, index),
  });

/** Sends a file up to the preview, as the wizard does. */
export async function sendRows(
  { call }: BenchBackroom,
  { kind, file, columns, rowCount, cellsOf: cells }: SentFile,
): Promise<Run> {
  const sha256 = createHash("sha256").update(file).digest("hex");
  const opened = await call<{ run: Run; suggested: (string | null)[] }>("POST", "/api/imports", {
    kind,
    fileName: `${file}.xlsx`,
    sha256,
    columns,
    rowCount,
  });
  const { id } = opened.run;
  await call("PUT", `/api/imports/${id}/mapping`, { mapping: opened.suggested, blanks: "keep" });
  let next = 0;
  const lane = async () => {
    for (let start = next; start < rowCount; start = next) {
      next += SLICE;
      const rows = Array.from({ length: Math.min(SLICE, rowCount - start) }, (_unused, index) => ({
        number: start + index + 2,
        cells: cells(start + index),
      }));
      await call("PUT", `/api/imports/${id}/rows`, { rows });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return call<Run>("POST", `/api/imports/${id}/check`, {});
}
