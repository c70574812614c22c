import { createHash } from "node:crypto";
import type { Import } from "~/core/imports/schemas";
import type { signedInCalls } from "../../support/calls.ts";
import { jobRows } from "../../support/jobs.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { sendDue } from "../mail/support.ts";

export type Calls = Awaited<ReturnType<typeof signedInCalls>>;

/** A file as a person has it: headings, and rows of cells. */
export interface File {
  kind?: string;
  name?: string;
  columns: string[];
  rows: string[][];
  blanks?: "keep" | "clear";
  /** What holds for all rows. */
  defaults?: Record<string, string>;
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Sends a file up to the preview, as the wizard does, with the columns as they are suggested. */
export async function check(calls: Calls, file: File): Promise<Import> {
  const { run, suggested } = await open(calls, file);
  await calls.imports.decide({ id: run.id, mapping: suggested, blanks: file.blanks ?? "keep" });
  await send(calls, run.id, file.rows);
  return calls.imports.finish({ id: run.id });
}

export const open = (
  calls: Calls,
  { kind = "students", name = "people.csv", columns, rows, defaults }: File,
) =>
  calls.imports.open({
    kind,
    fileName: name,
    sha256: sha256(JSON.stringify([columns, rows])),
    columns,
    rowCount: rows.length,
    defaults,
  });

export const send = (calls: Calls, id: string, rows: string[][], from = 2) =>
  calls.imports.send({ id, rows: rows.map((cells, index) => ({ number: from + index, cells })) });

/** Every row of a run, in the order of the sheet. */
export const rowsOf = async (calls: Calls, id: string) =>
  (await calls.imports.rows({ id, verdict: "all", pageSize: 2_000 })).rows;

/** Works on a job as a worker does. @returns its rows */
export async function work(jobId: string, shop = DEMO) {
  const [{ runJob }, { app }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("../../support/app.ts"),
  ]);
  const kinds = new Map(app.jobs.map((job) => [job.name, job]));
  await runJob(shop, jobId, kinds, new AbortController().signal);
  return jobRows(jobId, shop);
}

/** Checks, starts and writes a file. */
export async function importFile(calls: Calls, file: File) {
  const { id } = await check(calls, file);
  const { jobId } = await calls.imports.start({ id });
  return { id, jobId, items: await work(jobId) };
}

/** Starts a run and works on it while mails are sent. */
export async function runImport(calls: Calls, id: string) {
  const { jobId } = await calls.imports.start({ id });
  let isOver = false;
  const working = work(jobId).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await sendDue();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return working;
}

/** Takes an import back. */
export async function undo(calls: Calls, id: string) {
  const { jobId } = await calls.imports.undo({ id });
  return work(jobId);
}

/** The customer with this address as the store itself holds them. */
export async function inStore(shop: TestShop, email: string, domain = DEMO) {
  const { findCustomerByEmail } = await import("../../../local-store/data/find-customers.ts");
  const { pool } = shop.localStore.store;
  const customer = await findCustomerByEmail(pool, domain, email);
  if (!customer) return null;
  const { rows } = await pool.query<{ entries: { namespace: string; key: string; value: string }[] }>(
    "SELECT entries FROM metafield_sets WHERE shop = $1 AND owner_type = 'CUSTOMER' AND owner_id = $2",
    [domain, customer.id],
  );
  const metafields = Object.fromEntries(
    (rows[0]?.entries ?? []).map(({ namespace, key, value }) => [`${namespace}.${key}`, value]),
  );
  return { ...customer, metafields };
}
