import { and, eq } from "drizzle-orm";
import { auditAction, describeChanges } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import { jobUndos } from "~/core/job-undo.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { type ItemsQuery, lockJob, startJob } from "~/platform/jobs/job.server";
import { hasEnded } from "~/platform/jobs/states";
import { assertRowsKept } from "./forget.server";
import type { StoredImport } from "./import-definition.server";
import type { ImportForm } from "./import-form";
import { type Caller, definitionOf, findImport, lockImport, publishImport } from "./imports.server";
import { counted } from "./messages";
import { rememberMapping } from "./open.server";
import type { Import } from "./schemas";
import { importRuns } from "./tables.server";
import { undoImportJob, writeImportJob } from "./write-job.server";

interface Started {
  run: Import;
  jobId: string;
}

/**
 * Starts the job that writes an import's rows, and remembers the mapping for the next file. Repeating it returns the same job.
 * @param isConfirmed the administrator has answered the question about the file
 * @throws 409 before the rows were checked, if there is nothing to write, or with a question that isn't confirmed
 */
export async function startImport(
  caller: Caller,
  id: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<Started> {
  const shop = caller.shop.domain;
  const answer = await withShop(shop, async (tx): Promise<Started | { question: string }> => {
    const { run, form, definition } = await lockImport(tx, caller, id);
    if (run.jobId) return { run: await findImport(tx, caller, id), jobId: run.jobId };
    if (!run.checkedAt) throw conflict("The rows are still being checked. Wait until they all are.");
    if (run.problem) throw conflict(run.problem);
    const rows = (run.counts?.create ?? 0) + (run.counts?.change ?? 0);
    if (rows === 0)
      throw conflict("No row of this file would change anything, so there is nothing to import.");
    const { file, together } = definition;
    const question = isConfirmed ? null : (await file?.sumUp?.(tx, run, { isStarting: true }))?.question;
    if (question) {
      // It may be newer than the check. The page can ask only what is stored.
      await patchImport(tx, run, { question });
      return { question };
    }
    await rememberMapping(tx, run, caller.administrator.name);
    await file?.assertMayStart?.(tx, run, caller.administrator);
    await together?.begin(tx, run, caller.administrator);
    const jobId = await startJob(tx, shop, writeImportJob(caller.declarations), {
      title: `Import ${counted(rows, form)} from ${run.fileName}`,
      permission: form.flag,
      startedBy: caller.administrator,
      items: [],
      doneWord: form.adds?.doneWord,
      cannotStop: together && BEGUN_TOGETHER,
      selectItems: async () => itemsOf(run, form, { which: "verdict IN ('create', 'change')" }),
    });
    await patchImport(tx, run, { jobId });
    await recordAudit(tx, shop, importStarted, {
      actor: caller.administrator,
      subject: { type: jobSubject, id: jobId },
      before: null,
      after: { file: run.fileName, rows, ...preparedByAnother(run, caller) },
      jobId,
      flag: form.flag,
    });
    return { run: await findImport(tx, caller, id), jobId };
  });
  if ("question" in answer) throw conflict(answer.question);
  // Another administrator may have its page open.
  publishImport(shop, definitionOf(caller, answer.run).form);
  return answer;
}

/** The administrator who sent a file that another one starts. */
const preparedByAnother = ({ startedById, startedByName }: StoredImport, { administrator }: Caller) =>
  startedById === administrator.id ? {} : { "sent by": startedByName };

const BEGUN_TOGETHER =
  "All rows were queued together when this import started, so none of them can be stopped. You can undo the import when it has ended.";

/**
 * Starts the job that undoes an import. Repeating it returns the same job.
 * @throws 409 while the import is being written, if it wrote nothing that can be undone, or if its kind refuses the undo
 */
export async function undoImport(caller: Caller, id: string): Promise<Started> {
  const shop = caller.shop.domain;
  const started = await withShop(shop, async (tx) => {
    const { run, form, definition } = await lockImport(tx, caller, id);
    if (run.undoJobId) return { run: await findImport(tx, caller, id), jobId: run.undoJobId };
    if (!run.jobId) throw conflict("This import wasn't started, so there is nothing to undo.");
    const { state } = await lockJob(tx, shop, run.jobId);
    if (!hasEnded(state))
      throw conflict(
        definition.together
          ? "This import is still running. You can undo it when it has ended."
          : "This import is still running. Cancel it under Jobs, then undo it.",
      );
    await assertRowsKept(tx, shop, run.jobId);
    const rows = await countWritten(tx, run);
    if (rows === 0) throw conflict("This import wrote nothing that can be undone.");
    await definition.together?.beginUndo?.(tx, run, caller.administrator);
    const jobId = await startJob(tx, shop, undoImportJob(caller.declarations), {
      title: `Undo the import of ${counted(rows, form)} from ${run.fileName}`,
      permission: form.flag,
      startedBy: caller.administrator,
      items: [],
      selectItems: async () =>
        itemsOf(run, form, { which: "written IS NOT NULL", order: definition.file?.undoOrder }),
    });
    await patchImport(tx, run, { undoJobId: jobId });
    await recordAudit(tx, shop, importUndoStarted, {
      actor: caller.administrator,
      subject: { type: jobSubject, id: jobId },
      before: null,
      after: { file: run.fileName, rows },
      jobId,
      flag: form.flag,
    });
    return { run: await findImport(tx, caller, id), jobId };
  });
  publishImport(shop, definitionOf(caller, started.run).form);
  return started;
}

const patchImport = (
  tx: ShopTransaction,
  { shop, id }: StoredImport,
  changes: Partial<Pick<StoredImport, "jobId" | "undoJobId" | "question">>,
) =>
  tx
    .update(importRuns)
    .set(changes)
    .where(and(eq(importRuns.shop, shop), eq(importRuns.id, id)));

/** One item per row. Its label has the identity as the file writes it, where that is stored in lower case. */
function itemsOf(
  run: StoredImport,
  { duplicates: { by, ignoreCase } }: ImportForm,
  { which, order = "number" }: { which: string; order?: string },
): ItemsQuery {
  const column = run.mapping?.indexOf(by) ?? -1;
  return {
    text: `SELECT row_number() OVER (ORDER BY ${order}, number) - 1 AS position,
                  'Row ' || number || ': ' || coalesce(trim(cells ->> $4::int), identity, '') AS label,
                  jsonb_build_object('kind', $3::text, 'runId', run_id, 'number', number) AS input
             FROM import_rows WHERE shop = $1 AND run_id = $2 AND ${which} ORDER BY ${order}, number`,
    values: [run.shop, run.id, run.kind, ignoreCase && column >= 0 ? column : null],
  };
}

async function countWritten(tx: ShopTransaction, { shop, id }: StoredImport): Promise<number> {
  const { rows } = await tx.$client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM import_rows
      WHERE shop = $1 AND run_id = $2 AND written IS NOT NULL`,
    [shop, id],
  );
  return rows[0]?.count ?? 0;
}

/** The jobs that write imports can be undone from their page. */
export const undoOfImports = jobUndos.handler({
  kind: "imports.write",
  async start(context, jobId) {
    const shop = context.shop.domain;
    const { rows } = await withShop(shop, (tx) =>
      tx.$client.query<{ id: string }>("SELECT id FROM import_runs WHERE shop = $1 AND job_id = $2", [
        shop,
        jobId,
      ]),
    );
    const [run] = rows;
    if (!run) throw notFound("The import of this job doesn't exist anymore.");
    return undoImport(context, run.id);
  },
  async canStart(tx, shop, jobId) {
    const { rows } = await tx.$client.query(
      `SELECT 1 FROM import_runs AS run WHERE shop = $1 AND job_id = $2 AND undo_job_id IS NULL
          AND EXISTS (SELECT 1 FROM import_rows AS row WHERE row.shop = $1 AND row.run_id = run.id AND written IS NOT NULL)`,
      [shop, jobId],
    );
    return rows.length > 0;
  },
});

interface StartedSide {
  file: string;
  rows: number;
  "sent by"?: string;
  /** In entries of earlier versions. */
  sentBy?: string;
}

export const importStarted = auditAction<null, StartedSide>("import.started", "Imported a file", {
  describe(before, after, wording) {
    const { sentBy, "sent by": sender = sentBy, ...side } = after ?? {};
    return describeChanges(undefined, before, { ...(sender && { "sent by": sender }), ...side }, wording);
  },
});

export const importUndoStarted = auditAction<null, { file: string; rows: number }>(
  "import.undo started",
  "Undid an import",
);
