import { createHash } from "node:crypto";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { bare } from "~/platform/sheets/reading/headings";
import { stableUuid } from "~/platform/stable-uuid.server";
import { checkOnceMore, finishChecking } from "./finish.server";
import type { ImportForm } from "./import-form";
import { type Caller, findImport, isUndone } from "./imports.server";
import { IMPORT_LIMITS } from "./limits";
import { mappingProblem, suggestMapping } from "./matching";
import { openImport, runIdOf } from "./open.server";
import { pageOfRows } from "./rows.server";
import type { ApiImportAnswer, ApiImportRow } from "./schemas";
import { stageRows } from "./stage-rows.server";
import { startImport } from "./start.server";

const REFUSED_PER_PAGE = 2_000;

/**
 * Imports rows in one call, for scripts. Rows are objects whose keys are matched like headings. Valid rows are started as a job, and
 * the others are returned with their reasons. The same idempotency key returns the same import; without a key the same rows do, as
 * `contentKey` defines. Rows that weren't started yet are checked again.
 * @param defaults what holds for every row, such as the event that people are invited to
 * @param source where the rows are from, as the list of imports shows it
 * @returns `isEarlier` when rows without a key are an earlier import, so that nothing is started
 * @throws 400 without a column of email addresses, 409 when the key was used for other rows
 */
export async function importObjects(
  caller: Caller,
  form: ImportForm,
  rows: readonly ApiImportRow[],
  key?: string,
  defaults?: Record<string, string>,
  source = "rows sent by a script",
): Promise<ApiImportAnswer & { isEarlier: boolean }> {
  const columns = headingsOf(rows);
  const mapping = suggestMapping(form.fields, columns);
  const problem = mappingProblem(form.fields, columns, mapping);
  if (problem) throw badRequest(problem);
  const sha256 = createHash("sha256")
    .update(JSON.stringify(defaults ? { rows, defaults } : rows))
    .digest("hex");
  const { run } = await openImport(caller, {
    kind: form.id,
    fileName: source,
    sha256,
    columns,
    rowCount: rows.length,
    defaults,
    operationId: key ?? (await contentKey(caller, form, sha256)),
    decided: { mapping, blanks: "keep" },
  });
  if (run.state === "reading") await sendRows(caller, run.id, slicesOf(rows, columns));
  else if (run.state === "ready") await checkOnceMore(caller, run.id);
  const ignored = columns.filter((_heading, column) => mapping[column] === null);
  const answer = await answerFor(caller, run.id, ignored);
  return { ...answer, isEarlier: key === undefined && run.jobId !== null };
}

/** Stages and checks the rows. A concurrent copy of the same request may finish first. */
async function sendRows(
  caller: Caller,
  id: string,
  slices: Iterable<{ number: number; cells: string[] }[]>,
): Promise<void> {
  try {
    for (const slice of slices) await stageRows(caller, id, slice);
    await finishChecking(caller, id);
  } catch (error) {
    const { state } = await withShop(caller.shop.domain, (tx) => findImport(tx, caller, id));
    if (state === "reading") throw error;
  }
}

/** How long the same rows without a key are taken for a repetition by a script that heard no answer, where each import adds. */
const REPEATED_WITHIN = "1 hour";

/**
 * Equal rows are one request until an undo of their import was started. If an import only adds (a monthly bonus), a canceled
 * undo doesn't count, because the rows that it left would be added twice. There, they are also a new request some time after the earlier
 * import has ended.
 */
async function contentKey(caller: Caller, form: ImportForm, sha256: string): Promise<string> {
  const { shop, administrator } = caller;
  const { rows } = await withShop(shop.domain, (tx) =>
    tx.$client.query<{ id: string }>(
      `SELECT run.id FROM import_runs AS run LEFT JOIN jobs ON jobs.shop = run.shop AND jobs.id = run.job_id
        WHERE run.shop = $1 AND run.kind = $2 AND file_sha256 = $3 AND run.started_by_id = $4 AND run.job_id IS NOT NULL
          AND CASE WHEN $5 THEN ${isUndone("run")}
                             OR (jobs.id IS NULL OR jobs.finished_at IS NOT NULL) AND run.created_at < now() - $6::interval
                   ELSE run.undo_job_id IS NOT NULL END`,
      [shop.domain, form.id, sha256, administrator.id, form.adds !== undefined, REPEATED_WITHIN],
    ),
  );
  const over = new Set(rows.map(({ id }) => id));
  for (let times = 0; ; times += 1) {
    const key = times === 0 ? stableUuid("content", sha256) : stableUuid("content", sha256, String(times));
    if (!over.has(runIdOf(caller, form, key))) return key;
  }
}

/** The keys of all rows, in the order in which they come. */
function headingsOf(rows: readonly ApiImportRow[]): string[] {
  const headings = new Set<string>();
  for (const row of rows) for (const key of Object.keys(row)) headings.add(key);
  const columns = [...headings];
  if (columns.length > IMPORT_LIMITS.columns)
    throw badRequest(
      `The rows have ${columns.length} different keys; at most ${IMPORT_LIMITS.columns} are taken.`,
    );
  if (columns.every((heading) => bare(heading) === "")) throw badRequest("The rows have no keys.");
  return columns;
}

function* slicesOf(rows: readonly ApiImportRow[], columns: readonly string[]) {
  let slice: { number: number; cells: string[] }[] = [];
  let characters = 0;
  for (const [index, row] of rows.entries()) {
    const cells = columns.map((heading) => textOf(Object.hasOwn(row, heading) ? row[heading] : null));
    const length = cells.reduce((sum, cell) => sum + cell.length, 0);
    if (
      slice.length === IMPORT_LIMITS.rowsPerSlice ||
      characters + length > IMPORT_LIMITS.charactersPerSlice
    ) {
      yield slice;
      slice = [];
      characters = 0;
    }
    // As in a sheet, whose first row is the header.
    slice.push({ number: index + 2, cells });
    characters += length;
  }
  if (slice.length > 0) yield slice;
}

const textOf = (value: ApiImportRow[string] | undefined): string =>
  value === null || value === undefined ? "" : String(value);

async function answerFor(caller: Caller, id: string, ignored: string[]): Promise<ApiImportAnswer> {
  const checked = await withShop(caller.shop.domain, (tx) => findImport(tx, caller, id));
  const { create = 0, change = 0, unchanged = 0 } = checked.counts ?? {};
  const jobId =
    checked.jobId ??
    (create + change > 0 ? (await startImport(caller, id, { isConfirmed: true })).jobId : null);
  return {
    importId: id,
    jobId,
    accepted: create + change + unchanged,
    created: create,
    changed: change,
    unchanged,
    refused: [...(await refusedRows(caller, id, "refused")), ...(await refusedRows(caller, id, "duplicate"))],
    ignored,
  };
}

async function refusedRows(caller: Caller, id: string, verdict: "refused" | "duplicate") {
  const refused: ApiImportAnswer["refused"] = [];
  for (let last_id: string | undefined; ; ) {
    const request = { id, verdict, pageSize: REFUSED_PER_PAGE, last_id, withFormats: false };
    const page = await pageOfRows(caller, request);
    for (const { number, problems } of page.rows)
      refused.push({ row: number, reasons: problems.map(({ field, sentence }) => ({ field, sentence })) });
    if (!page.nextCursor) return refused;
    last_id = page.nextCursor;
  }
}
