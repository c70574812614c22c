import { type BenchBackroom, SHOP } from "./backroom.ts";
import { sendRows } from "./imports.ts";
import { benchEmail, fillCustomers } from "./ledger-fill.ts";
import { percentile } from "./load/plan.ts";
import { measureRequestsDuring } from "./measure-requests-during.ts";
import { milliseconds, whole } from "./table.ts";

const COLUMNS = ["Email", "Credit", "Adjustment", "Reference"];

/**
 * A file of credits for the given number of customers: sent, checked, and posted in one transaction. Comes last: its job then waits for the
 * store. Lines for the report.
 */
export async function measureCreditImport(backroom: BenchBackroom, rows: number): Promise<string[]> {
  const { call, database } = backroom;
  await fillCustomers(database, rows);
  await database.query("VACUUM ANALYZE customers, credit_accounts");
  const started = performance.now();
  const checking = sendRows(backroom, {
    kind: "credits",
    file: "bench-credits",
    columns: COLUMNS,
    rowCount: rows,
    cellsOf: (index) => [benchEmail(index + 1), "1.25", "", "Bench import"],
  });
  const whileChecking = await measureRequestsDuring(backroom, checking);
  const { id, counts } = await checking;
  const checked = (performance.now() - started) / 1_000;
  const begun = performance.now();
  const starting = call("POST", `/api/imports/${id}/start`, {});
  const whilePosting = await measureRequestsDuring(backroom, starting);
  await starting;
  const posted = (performance.now() - begun) / 1_000;
  // The store takes them at its own rate, which is measured elsewhere.
  await database.query("DELETE FROM ledger_open WHERE shop = $1", [SHOP]);
  const p95 = (waits: readonly number[]) => milliseconds(percentile(waits, 0.95));
  return [
    `import of ${whole(rows)} credits: sent and checked (${whole(counts.change ?? 0)} to post) in ${checked.toFixed(1)} s; posted in ${posted.toFixed(1)} s, ${whole(rows / posted)} postings/s, in one transaction`,
    `  others' requests: p95 ${p95(whileChecking)} ms while it was checked, ${p95(whilePosting)} ms while it was posted`,
  ];
}
