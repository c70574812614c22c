import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, isNotNull } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import { storableText } from "~/platform/contract/storable-text";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import { jobs } from "~/platform/jobs/tables.server";
import { bare } from "~/platform/sheets/reading/headings";
import { stableUuid } from "~/platform/stable-uuid.server";
import { type ColumnFormat, type ColumnFormats, formatsOf } from "./column-format";
import { importDiscarded } from "./discarded-import.server";
import type { ImportForm } from "./import-form";
import {
  assertImport,
  assertNotStarted,
  type Caller,
  findImport,
  lockImport,
  publishImport,
  recordContributor,
} from "./imports.server";
import { IMPORT_LIMITS } from "./limits";
import { type Mapping, mappingProblem, suggestMapping } from "./matching";
import type { Import } from "./schemas";
import { importMappings, importRows, importRuns } from "./tables.server";

/** The data of a file before its rows are sent. */
export interface NewImport {
  kind: string;
  fileName: string;
  sha256: string;
  columns: string[];
  rowCount: number;
  /** The values of fields that a row doesn't have, by field. */
  defaults?: Record<string, string>;
  operationId?: string;
  /** The mapping and the rule for blank cells of an import without these steps. Otherwise `decideMapping` sets them. */
  decided?: { mapping: Mapping; blanks: "keep" | "clear" };
}

/**
 * Starts an import. Repeating the operation id returns the same import.
 * @throws 400 for a default that the kind does not offer, 403, 409 when the id was used for another file
 */
export async function openImport(caller: Caller, file: NewImport) {
  const { form } = assertImport(caller, file.kind);
  assertDefaults(form, file.defaults ?? {});
  const shop = caller.shop.domain;
  const columns = storedHeadings(file.columns);
  const id = file.operationId ? runIdOf(caller, form, file.operationId) : randomUUID();
  return withShop(shop, async (tx) => {
    await tx
      .insert(importRuns)
      .values({
        shop,
        id,
        kind: form.id,
        fileName: file.fileName,
        fileSha256: file.sha256,
        columns,
        rowCount: file.rowCount,
        defaults: file.defaults,
        mapping: file.decided && [...file.decided.mapping],
        blanks: file.decided?.blanks,
        startedById: caller.administrator.id,
        startedByName: caller.administrator.name,
        preparedBy: [caller.administrator.id],
      })
      .onConflictDoNothing();
    const { run } = await lockImport(tx, caller, id);
    if (run.fileSha256 !== file.sha256)
      throw conflict("This operation id was used for another file. Reload the page and try again.");
    const remembered = await rememberedMapping(tx, shop, form, columns);
    const suggested = [...(remembered?.mapping ?? suggestMapping(form.fields, columns))];
    return {
      run: await findImport(tx, caller, id),
      suggested,
      suggestedFormats: fittingFormats(form, columns, suggested, remembered?.formats ?? []),
      suggestedBlanks: remembered && (await rememberedBlanks(tx, shop, form, columns)),
      remembered: remembered !== null,
      sameFile: await sameFileBefore(tx, shop, form, file.sha256, id),
    };
  });
}

/** A cut emoji can't be stored. */
const storedHeadings = (headings: readonly string[]): string[] =>
  headings.map((heading) => storableText(heading.slice(0, IMPORT_LIMITS.heading)));

/** @throws 400 for a field that can't be set for all rows, and for a required one that is missing */
function assertDefaults({ fields, given }: ImportForm, defaults: Record<string, string>): void {
  if (given && !/^[1-9]\d{0,9}$/.test(defaults[given.name] ?? ""))
    throw badRequest(
      `Set defaults.${given.name} to the ${given.label.toLowerCase()} that this import is for.`,
    );
  for (const [name, value] of Object.entries(defaults)) {
    if (name === given?.name) continue;
    if (value !== "1" || !fields.some((field) => field.name === name && field.forAll))
      throw badRequest(`"${name}" can't be set for all rows of this import.`);
  }
}

/** The id of the import for an administrator's operation id. */
export const runIdOf = ({ administrator }: Caller, form: ImportForm, operationId: string): string =>
  stableUuid("import", form.id, administrator.id, operationId);

/** The first run that wrote this very file, or is writing it. */
async function sameFileBefore(
  tx: ShopTransaction,
  shop: string,
  form: ImportForm,
  sha256: string,
  exceptId: string,
) {
  const earlier = await tx
    .select({ id: importRuns.id, at: jobs.createdAt, by: jobs.startedByName })
    .from(importRuns)
    .innerJoin(jobs, and(eq(jobs.shop, importRuns.shop), eq(jobs.id, importRuns.jobId)))
    .where(and(eq(importRuns.shop, shop), eq(importRuns.kind, form.id), eq(importRuns.fileSha256, sha256)))
    .orderBy(asc(importRuns.createdAt))
    .limit(2);
  const first = earlier.find(({ id }) => id !== exceptId);
  return first ? { runId: first.id, at: first.at.toISOString(), by: first.by } : null;
}

/**
 * Decides what the columns hold. Rows that came before are forgotten: they were read otherwise.
 * @param decision.file the headings and the number of rows of the same file, read in another way
 * @throws 400 as `mappingProblem`
 */
export async function decideMapping(
  caller: Caller,
  {
    id,
    mapping,
    blanks,
    formats = [],
    file,
  }: {
    id: string;
    mapping: Mapping;
    blanks: "keep" | "clear";
    formats?: ColumnFormats;
    file?: { columns: string[]; rowCount: number };
  },
): Promise<Import> {
  const shop = caller.shop.domain;
  return withShop(shop, async (tx) => {
    const { run, form } = await lockImport(tx, caller, id);
    assertNotStarted(run);
    const columns = file ? storedHeadings(file.columns) : run.columns;
    const problem = mappingProblem(form.fields, columns, mapping);
    if (problem) throw badRequest(problem, { mapping: problem });
    const chosen = fittingFormats(form, columns, mapping, formats);
    await recordContributor(tx, caller, id);
    await tx.delete(importRows).where(and(eq(importRows.shop, shop), eq(importRows.runId, id)));
    await tx
      .update(importRuns)
      .set({
        columns,
        rowCount: file?.rowCount,
        mapping: [...mapping],
        blanks,
        formats: chosen,
        counts: null,
        problem: null,
        summary: null,
        question: null,
        checkedAt: null,
        checkedAgainst: null,
      })
      .where(and(eq(importRuns.shop, shop), eq(importRuns.id, id)));
    return findImport(tx, caller, id);
  });
}

/** A column's format counts only for the field that it was chosen for. */
const fittingFormats = (
  form: ImportForm,
  columns: readonly string[],
  mapping: Mapping,
  formats: ColumnFormats,
): (ColumnFormat | null)[] =>
  columns.map((_heading, column) => {
    const format = formats[column];
    const field = form.fields.find(({ name }) => name === mapping[column]);
    return format && field && formatsOf(field).includes(format) ? format : null;
  });

/** Forgets an import that was not started. @throws 409 when it was */
export async function discardImport(caller: Caller, id: string): Promise<void> {
  const shop = caller.shop.domain;
  const discarded = await withShop(shop, async (tx) => {
    const { run, form } = await lockImport(tx, caller, id);
    assertNotStarted(run);
    await recordAudit(tx, shop, importDiscarded, {
      actor: caller.administrator,
      subject: { type: shopSubject, id: shop },
      before: { file: run.fileName, rows: run.rowCount, "sent by": run.startedByName, import: id },
      after: null,
      flag: form.flag,
    });
    await tx.delete(importRows).where(and(eq(importRows.shop, shop), eq(importRows.runId, id)));
    await tx.delete(importRuns).where(and(eq(importRuns.shop, shop), eq(importRuns.id, id)));
    return form;
  });
  publishImport(shop, discarded);
}

/** Headings in short: two files with the same ones, however they are written, have the same key. */
const keyOf = (columns: readonly string[]): string => stableUuid(...columns.map(bare));

async function rememberedMapping(
  tx: ShopTransaction,
  shop: string,
  form: ImportForm,
  columns: readonly string[],
): Promise<{ mapping: Mapping; formats: ColumnFormats | null } | null> {
  const [row] = await tx
    .select({ mapping: importMappings.mapping, formats: importMappings.formats })
    .from(importMappings)
    .where(
      and(
        eq(importMappings.shop, shop),
        eq(importMappings.kind, form.id),
        eq(importMappings.headings, keyOf(columns)),
      ),
    );
  // Fields may have gone since.
  return row && mappingProblem(form.fields, columns, row.mapping) === null ? row : null;
}

/** How many imports back the rule for blank cells is looked for. */
const RECENT_RUNS = 20;

/** What a blank cell meant in the latest import of a file with these headings. */
async function rememberedBlanks(
  tx: ShopTransaction,
  shop: string,
  form: ImportForm,
  columns: readonly string[],
): Promise<"keep" | "clear" | null> {
  const started = await tx
    .select({ columns: importRuns.columns, blanks: importRuns.blanks })
    .from(importRuns)
    .where(and(eq(importRuns.shop, shop), eq(importRuns.kind, form.id), isNotNull(importRuns.jobId)))
    .orderBy(desc(importRuns.createdAt))
    .limit(RECENT_RUNS);
  const key = keyOf(columns);
  return started.find((run) => keyOf(run.columns) === key)?.blanks ?? null;
}

/** Keeps what the columns of a file with these headings hold, for the next one. */
export async function rememberMapping(
  tx: ShopTransaction,
  { shop, kind, columns, mapping, formats }: typeof importRuns.$inferSelect,
  changedBy: string,
): Promise<void> {
  if (!mapping) return;
  await tx
    .insert(importMappings)
    .values({ shop, kind, headings: keyOf(columns), mapping, formats, changedBy })
    .onConflictDoUpdate({
      target: [importMappings.shop, importMappings.kind, importMappings.headings],
      set: { mapping, formats, changedBy, changedAt: new Date() },
    });
}
