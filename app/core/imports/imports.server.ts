import { subDays } from "date-fns";
import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { CallContext } from "~/core/context.server";
import { mayUse } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, forbidden } from "~/platform/errors";
import { jobs } from "~/platform/jobs/tables.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { missingImport } from "./discarded-import.server";
import { WAITING_DAYS } from "./forget.server";
import { definitionFor, type ImportDefinition, type StoredImport } from "./import-definition.server";
import type { ImportForm } from "./import-form";
import { MAX_SHOWN_IMPORTS, MAX_SHOWN_WAITING } from "./limits";
import type { Import, RunState, Verdict } from "./schemas";
import { importRows, importRuns } from "./tables.server";

/** The caller. Shop and administrator come from the verified token. */
export type Caller = Pick<CallContext, "shop" | "administrator" | "declarations">;

/** Which imports are listed: those that wait for someone who didn't prepare them, such as the reader. */
export const IMPORT_PARTS = ["waiting"] as const;

const writing = alias(jobs, "writing");
const undoing = alias(jobs, "undoing");

interface FoundImport {
  run: StoredImport;
  job: { state: string; done: number; failed: number } | null;
  undo: { state: string; total: number; done: number } | null;
  hasWritten: boolean;
}

/**
 * Whether an ended job wrote rows that can be undone, including rows that it had only started. The rows of an old import are deleted,
 * while its job still counts them.
 */
const hasWritten = sql<boolean>`CASE WHEN ${writing.finishedAt} IS NOT NULL THEN EXISTS
  (SELECT 1 FROM ${importRows} WHERE ${importRows.shop} = ${importRuns.shop}
      AND ${importRows.runId} = ${importRuns.id} AND ${importRows.written} IS NOT NULL) ELSE false END`;

const runsWithJobs = (tx: ShopTransaction) =>
  tx
    .select({
      run: importRuns,
      job: { state: writing.state, done: writing.done, failed: writing.failed },
      undo: { state: undoing.state, total: undoing.total, done: undoing.done },
      hasWritten,
    })
    .from(importRuns)
    .leftJoin(writing, and(eq(writing.shop, importRuns.shop), eq(writing.id, importRuns.jobId)))
    .leftJoin(undoing, and(eq(undoing.shop, importRuns.shop), eq(undoing.id, importRuns.undoJobId)))
    .$dynamic();

/**
 * One run that the caller may work on.
 * @throws 404 when the shop has no such run, 403 without the flag of its kind
 */
export async function findImport(tx: ShopTransaction, caller: Caller, id: string): Promise<Import> {
  const shop = caller.shop.domain;
  const [found] = await runsWithJobs(tx).where(and(eq(importRuns.shop, shop), eq(importRuns.id, id)));
  if (!found) throw await missingImport(tx, caller, id);
  const { file } = definitionOf(caller, found.run);
  const run = shownImport(found, await receivedOf(tx, shop, found.run));
  const rows = (run.counts?.create ?? 0) + (run.counts?.change ?? 0);
  const warning =
    run.state === "ready" && rows > 0
      ? await file?.warning?.(tx, found.run, rows)
      : run.state === "running" && (await file?.waitReason?.(tx, found.run));
  return { ...run, warning: warning || null, givenName: (await file?.givenName?.(tx, found.run)) ?? null };
}

/**
 * The import, locked until the transaction ends, so that two windows can't change it concurrently.
 * @throws as `findImport`
 */
export async function lockImport(
  tx: ShopTransaction,
  caller: Caller,
  id: string,
  how: "update" | "share" = "update",
): Promise<{ run: StoredImport; form: ImportForm; definition: ImportDefinition }> {
  const [run] = await tx
    .select()
    .from(importRuns)
    .where(and(eq(importRuns.shop, caller.shop.domain), eq(importRuns.id, id)))
    .for(how);
  if (!run) throw await missingImport(tx, caller, id);
  const definition = definitionOf(caller, run);
  return { run, form: definition.form, definition };
}

/** The definition of an import's kind. @throws 403 when the caller doesn't hold the kind's flag */
export function definitionOf(
  { administrator, declarations: { imports } }: Pick<Caller, "administrator" | "declarations">,
  run: Pick<StoredImport, "kind">,
): ImportDefinition {
  const definition = definitionFor(imports, run.kind);
  assertMayImport({ administrator }, definition.form);
  return definition;
}

/** Has the open pages of a kind's imports and of its records read again. */
export const publishImport = (shop: string, { flag, list }: ImportForm): void =>
  publishChange(shop, flag, { list });

/** @throws 403 when the caller does not hold the kind's flag */
export function assertMayImport({ administrator }: Pick<Caller, "administrator">, form: ImportForm): void {
  if (!mayUse(administrator, form.flag)) throw forbidden();
}

/** Whether the caller holds the flag of some kind of import. */
export const mayImportAnything = ({
  administrator,
  declarations: { imports },
}: Pick<Caller, "administrator" | "declarations">): boolean =>
  [...imports.values()].some(({ form }) => mayUse(administrator, form.flag));

/** @throws 409 when the import is written already, or being written */
export function assertNotStarted({ jobId }: Pick<StoredImport, "jobId">): void {
  if (jobId) throw conflict("This import was started already. Its progress is under Jobs.");
}

/**
 * Records who prepared an import's rows. Where a second person must approve, it may not be one of them. Call it before the import is
 * locked with "share": two transactions with that lock would wait for each other here.
 */
export async function recordContributor(
  tx: ShopTransaction,
  { shop, administrator }: Pick<Caller, "shop" | "administrator">,
  id: string,
): Promise<void> {
  const { preparedBy } = importRuns;
  await tx
    .update(importRuns)
    .set({ preparedBy: sql`array_append(${preparedBy}, ${administrator.id})` })
    .where(
      and(
        eq(importRuns.shop, shop.domain),
        eq(importRuns.id, id),
        sql`NOT ${preparedBy} @> ARRAY[${administrator.id}]`,
      ),
    );
}

/** @throws 400 for the id of a kind that no module declares, 403 without its flag */
export function assertImport(
  { administrator, declarations: { imports } }: Pick<Caller, "administrator" | "declarations">,
  kindId: string,
): ImportDefinition {
  const definition = imports.get(kindId);
  if (!definition) {
    const problem = "must be the name of an import";
    throw badRequest(`kind: ${problem}`, { kind: problem });
  }
  assertMayImport({ administrator }, definition.form);
  return definition;
}

/** SQL that is true of checked files of a kind that someone else prepared, and that only others may start. @param run their row of `import_runs` */
export function waitsForReader(
  { form, file }: Pick<ImportDefinition, "form" | "file">,
  { shop, administrator, clock }: Pick<CallContext, "shop" | "administrator" | "clock">,
  run: SQL,
): SQL {
  const needsOthers = file?.needsOthers?.(shop.domain, run) ?? sql`false`;
  return sql`(${run}.shop = ${shop.domain} AND ${run}.kind = ${form.id} AND ${run}.created_at > ${subDays(clock.now(), WAITING_DAYS)}
    AND ${run}.checked_at IS NOT NULL AND ${run}.job_id IS NULL AND NOT ${run}.prepared_by @> ARRAY[${administrator.id}]
    AND ${needsOthers})`;
}

/** The latest imports of a form, newest first. @param part which of them. Absent for all. @throws 403 without its flag */
export async function listImports(
  caller: Caller & Pick<CallContext, "clock">,
  { kind, part }: { kind: string; part?: (typeof IMPORT_PARTS)[number] },
): Promise<Import[]> {
  const definition = assertImport(caller, kind);
  const shop = caller.shop.domain;
  const isListed = part && waitsForReader(definition, caller, sql`${importRuns}`);
  return withShop(shop, async (tx) => {
    const found = await runsWithJobs(tx)
      .where(and(eq(importRuns.shop, shop), eq(importRuns.kind, kind), isListed))
      .orderBy(desc(importRuns.createdAt))
      .limit(part ? MAX_SHOWN_WAITING : MAX_SHOWN_IMPORTS);
    const shown: Import[] = [];
    for (const one of found) shown.push(shownImport(one, await receivedOf(tx, shop, one.run)));
    return shown;
  });
}

/** The number of received rows. It is the whole file once the rows have been checked, also after they were deleted. */
async function receivedOf(tx: ShopTransaction, shop: string, run: StoredImport): Promise<number> {
  if (run.checkedAt) return run.rowCount;
  const [rows] = await tx
    .select({ count: count() })
    .from(importRows)
    .where(and(eq(importRows.shop, shop), eq(importRows.runId, run.id)));
  return rows?.count ?? 0;
}

const ENDED: Record<string, RunState> = { completed: "done", cancelled: "cancelled", failed: "failed" };

function stateOf({ run, job, undo }: FoundImport): RunState {
  if (undo) return ENDED[undo.state] ? "undone" : "undoing";
  if (job) return ENDED[job.state] ?? "running";
  return run.checkedAt ? "ready" : "reading";
}

/** SQL that is true of an import that was undone or is being undone. An undo that stopped before its end leaves rows. @param run its alias */
export const isUndone = (run: string): string =>
  `(${run}.undo_job_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM jobs AS undo WHERE undo.shop = ${run}.shop AND undo.id = ${run}.undo_job_id AND undo.state IN ('cancelled', 'failed')))`;

/** Imports that were checked by an earlier version have no count of rows that are worth a look. */
function countsOf({ counts }: StoredImport): Pick<Import, "counts" | "worthALook"> {
  if (!counts) return { counts: null, worthALook: 0 };
  const { look = 0, ...verdicts } = counts;
  return { counts: verdicts as Record<Verdict, number>, worthALook: look };
}

function shownImport(found: FoundImport, received: number): Import {
  const { run } = found;
  const state = stateOf(found);
  const endedUndo = state === "undone" ? found.undo : null;
  return {
    id: run.id,
    kind: run.kind,
    fileName: run.fileName,
    columns: run.columns,
    mapping: run.mapping,
    blanks: run.blanks,
    formats: run.formats ?? [],
    defaults: run.defaults ?? {},
    givenName: null,
    state,
    rowCount: run.rowCount,
    received,
    ...countsOf(run),
    problem: run.problem,
    summary: run.summary ?? [],
    question: run.jobId ? null : run.question,
    warning: null,
    checkedAgainst: run.checkedAgainst,
    jobId: run.jobId,
    undoJobId: run.undoJobId,
    written: found.job?.done ?? 0,
    failed: found.job?.failed ?? 0,
    undone: endedUndo?.done ?? 0,
    notUndone: endedUndo ? endedUndo.total - endedUndo.done : 0,
    startedBy: { id: run.startedById, name: run.startedByName },
    createdAt: run.createdAt.toISOString(),
    canUndo: ["done", "cancelled", "failed"].includes(state) && found.hasWritten,
  };
}
