import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Declarations } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import {
  defineJob,
  type ItemContext,
  type ItemOutcome,
  type ItemResults,
  type PendingItem,
} from "~/platform/jobs/job.server";
import { assertRowsKept } from "./forget.server";
import type { StoredImport } from "./import-definition.server";
import {
  definitionFor,
  type ImportDefinition,
  type ImportDefinitions,
  type StoredRow,
} from "./import-definition.server";
import type { ImportForm } from "./import-form";
import { publishImport } from "./imports.server";
import { readingOf } from "./stage-rows.server";
import { importRows, importRuns } from "./tables.server";

const item = z.object({ kind: z.string(), runId: z.uuid(), number: z.number().int() });
type Item = z.infer<typeof item>;

const UNDONE: ItemOutcome = {
  state: "skipped",
  message: "This import was undone, so nothing was written.",
};

/** Enough to hide the latency. The shop's rate limit sets the pace. */
const CONCURRENCY = 24;

/** The job that writes the rows of an import, each with its own outcome. An import that was undone writes none: nothing could undo them again. */
export const writeImportJob = ({ imports }: Declarations) =>
  defineJob({
    name: "imports.write",
    item,
    concurrency: CONCURRENCY,
    begin: (shop, jobId) => withShop(shop, (tx) => assertRowsKept(tx, shop, jobId)),
    run: (row, context) =>
      onRow(imports, row, context, async (definition, stored, { undoJobId }) =>
        undoJobId ? UNDONE : definition.write(stored, context),
      ),
    settle: (shop, refs) => settle(imports, refs, (definition, own) => definition.pending?.writes(shop, own)),
    finished: (shop, jobId) => publishImportOf(imports, shop, jobId),
  });

/** The job that undoes the rows of an import. */
export const undoImportJob = ({ imports }: Declarations) =>
  defineJob({
    name: "imports.undo",
    item,
    concurrency: CONCURRENCY,
    begin: (shop, jobId) => withShop(shop, (tx) => assertRowsKept(tx, shop, jobId)),
    run: (row, context) =>
      onRow(imports, row, context, (definition, stored) => definition.undo(stored, context)),
    settle: (shop, refs) =>
      settle(imports, refs, (definition, own) => definition.pending?.undos?.(shop, own)),
    finished: (shop, jobId) => publishImportOf(imports, shop, jobId),
  });

/** A pending row's reference names the kind, whose definition finds the result. */
const refOf = (kindId: string, ref: string) => `${kindId}:${ref}`;

async function settle(
  definitions: ImportDefinitions,
  refs: readonly string[],
  resultsOf: (definition: ImportDefinition, refs: readonly string[]) => Promise<ItemResults> | undefined,
): Promise<ItemResults> {
  const byKind = new Map<string, string[]>();
  for (const ref of refs) {
    const [kindId = ""] = ref.split(":", 1);
    byKind.set(kindId, [...(byKind.get(kindId) ?? []), ref.slice(kindId.length + 1)]);
  }
  const results = await Promise.all(
    [...byKind].map(async ([kindId, own]) => {
      const found = (await resultsOf(definitionFor(definitions, kindId), own)) ?? new Map();
      return [...found].map(([ref, result]) => [refOf(kindId, ref), result] as const);
    }),
  );
  return new Map(results.flat());
}

async function onRow(
  definitions: ImportDefinitions,
  { kind, runId, number }: Item,
  { shop }: ItemContext,
  work: (
    definition: ImportDefinition,
    row: StoredRow,
    run: StoredImport,
  ) => Promise<ItemOutcome | PendingItem>,
): Promise<ItemOutcome | PendingItem> {
  const [found] = await withShop(shop, (tx) =>
    tx
      .select({ row: importRows, run: importRuns })
      .from(importRows)
      .innerJoin(importRuns, and(eq(importRuns.shop, importRows.shop), eq(importRuns.id, importRows.runId)))
      .where(and(eq(importRows.shop, shop), eq(importRows.runId, runId), eq(importRows.number, number))),
  );
  if (!found) return { state: "skipped", message: "This row's data was erased." };
  const definition = definitionFor(definitions, kind);
  const { values } = readingOf(definition.form, found.run)(found.row);
  const outcome = await work(definition, { ...found.row, values }, found.run);
  if (outcome.state === "done") publishThrottled(shop, definition.form);
  return outcome.state === "pending" ? { ...outcome, ref: refOf(kind, outcome.ref) } : outcome;
}

const PUBLISH_INTERVAL_MS = 1_000;
const publishedAt = new Map<string, number>();

/** Open lists follow a long import, but not every row: each publication makes them read their page again. */
function publishThrottled(shop: string, form: ImportForm): void {
  const key = `${shop} ${form.id}`;
  if (Date.now() - (publishedAt.get(key) ?? 0) < PUBLISH_INTERVAL_MS) return;
  publishedAt.set(key, Date.now());
  publishImport(shop, form);
}

async function publishImportOf(definitions: ImportDefinitions, shop: string, jobId: string): Promise<void> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ kind: string }>(
      "SELECT kind FROM import_runs WHERE shop = $1 AND (job_id = $2 OR undo_job_id = $2)",
      [shop, jobId],
    ),
  );
  const definition = rows[0] && definitions.get(rows[0].kind);
  if (definition) publishImport(shop, definition.form);
}
