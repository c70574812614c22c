import { and, eq, inArray, sql } from "drizzle-orm";
import type { PageRequest } from "~/core/lists/keyset-page";
import { defineListQuery, mapPage, readKeysetPage } from "~/core/lists/list-query.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound, type Refusal } from "~/platform/errors";
import type { ListResult } from "~/platform/list";
import { otherFormats } from "./column-format";
import type { ImportDefinition, StagedRow, StoredImport } from "./import-definition.server";
import type { ImportForm } from "./import-form";
import { assertNotStarted, type Caller, definitionOf, findImport, lockImport } from "./imports.server";
import { importRowsList } from "./list";
import type { SentRow } from "./read-row";
import type { Import, ImportRow, RowFilter, Verdict } from "./schemas";
import {
  checkRows,
  countVerdicts,
  isWorkbook,
  readingOf,
  settleDuplicates,
  WORTH_A_LOOK,
} from "./stage-rows.server";
import { importRows } from "./tables.server";

interface Wanted extends PageRequest {
  id: string;
  verdict: RowFilter;
  pageSize: number;
  /** As of `rowShower`. */
  withFormats?: boolean;
}

const rowsQuery = defineListQuery({
  from: sql`${importRows}`,
  id: { by: sql`${importRows.number}`, type: "integer" },
  sorts: { number: "id" },
  conditions: ({ shop, id, verdict }: Pick<Wanted, "id" | "verdict"> & { shop: string }) => [
    eq(importRows.shop, shop),
    eq(importRows.runId, id),
    verdict === "all"
      ? undefined
      : verdict === "look"
        ? sql.raw(WORTH_A_LOOK)
        : eq(importRows.verdict, verdict),
  ],
});

/** A page of an import's rows, in the order of the sheet. */
export async function pageOfRows(
  caller: Caller,
  { id, verdict, withFormats, ...request }: Wanted,
): Promise<ListResult<ImportRow>> {
  const shop = caller.shop.domain;
  const options = {
    list: importRowsList,
    filter: { shop, id, verdict },
    scope: [shop, id, verdict],
    request,
  };
  return withShop(shop, async (tx) => {
    const run = await findImport(tx, caller, id);
    const page = await readKeysetPage(rowsQuery, options, ({ where, orderBy, limit, position }) =>
      tx.select({ row: importRows, position }).from(importRows).where(where).orderBy(orderBy).limit(limit),
    );
    const rows = page.rows.map(({ row }) => row);
    const show = await rowShower(tx, caller, run, rows, { withFormats });
    return {
      ...mapPage(page, ({ row }) => show(row)),
      total: { count: countOf(run, verdict), exact: true },
    };
  });
}

function countOf({ counts, received, worthALook }: Import, verdict: RowFilter): number {
  if (verdict === "look") return worthALook;
  return verdict === "all" ? received : (counts?.[verdict] ?? 0);
}

/**
 * Prepares how rows of an import are shown to the caller. What is the same for all rows is read once. The person who checked the
 * file may have other flags: what the store holds of records that the caller may not see is hidden.
 * @param options.withFormats false where no one can choose another format of a column: it is read of the whole file
 */
export async function rowShower(
  tx: ShopTransaction,
  caller: Caller,
  run: Import,
  rows: readonly StagedRow[],
  { withFormats = true }: { withFormats?: boolean } = {},
): Promise<(row: StagedRow) => ImportRow> {
  const definition = definitionOf(caller, run);
  const { form, records, created } = definition;
  const read = run.mapping ? readingOf(form, run) : null;
  const ids = rows.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]));
  const { administrator } = caller;
  const hidden =
    records && ids.length > 0 && !administrator.isOwner
      ? await records.findHidden(tx, ids, administrator)
      : new Set<number>();
  const formats = withFormats ? await readOtherFormats(tx, caller.shop.domain, form, run, rows) : NO_FORMATS;
  return (row) => {
    if (records && row.customerId !== null && hidden.has(row.customerId))
      return {
        ...shownRow({ ...row, changes: [], customerId: null }, definition, run, NO_FORMATS),
        problems: [{ ...records.refusal, column: null, formats: [] }],
      };
    const isNew = row.verdict === "create" && row.changes.length === 0;
    const changes = isNew && read ? created(read(row).values) : row.changes;
    return shownRow({ ...row, changes }, definition, run, formats);
  };
}

type ProblemFormats = ImportRow["problems"][number]["formats"];
type FormatsOf = (row: StagedRow, column: number | null) => ProblemFormats;
const NO_FORMATS: FormatsOf = () => [];

/** For cells that can't be taken: the formats in which they can be read, and how many cells of the column would be read so. */
async function readOtherFormats(
  tx: ShopTransaction,
  shop: string,
  { fields }: ImportForm,
  { id, mapping, formats, fileName }: Pick<Import, "id" | "mapping" | "formats" | "fileName">,
  rows: readonly StagedRow[],
): Promise<FormatsOf> {
  const fieldAt = (column: number) => fields.find(({ name }) => name === mapping?.[column]);
  const found: FormatsOf = (row, column) => {
    const field = column === null ? undefined : fieldAt(column);
    if (!field || column === null || row.verdict !== "refused") return [];
    const text = (row.cells[column] ?? "").trim();
    const others = otherFormats(field, text, formats[column] ?? null, isWorkbook(fileName));
    return others.map((format) => ({ format, cells: cellsIn.get(column) ?? 0 }));
  };
  const cellsIn = new Map<number, number>();
  const columns = (mapping ?? []).flatMap((_name, column) => {
    const isAffected = rows.some((row) => {
      const isProblem = row.problems.some(({ field }) => field === mapping?.[column]);
      return isProblem && found(row, column).length > 0;
    });
    return isAffected ? [column] : [];
  });
  for (const column of columns) {
    const { rows: counted } = await tx.$client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM import_rows WHERE shop = $1 AND run_id = $2 AND btrim(cells ->> $3::int) <> ''",
      [shop, id, column],
    );
    cellsIn.set(column, counted[0]?.count ?? 0);
  }
  return found;
}

function shownRow(
  row: StagedRow,
  { form, records }: ImportDefinition,
  { columns, mapping }: Pick<Import, "columns" | "mapping">,
  formatsOf: FormatsOf,
): ImportRow {
  const columnOf = (field: string) => {
    const column = mapping?.indexOf(field) ?? -1;
    return column < 0 ? null : column;
  };
  const problems = row.problems.map((problem) => {
    const column = columnOf(problem.field);
    return { ...problem, column, formats: formatsOf(row, column) };
  });
  const repeated = row.duplicateOf !== null && {
    field: "",
    column: null,
    formats: [],
    sentence: repetitionText(form, row.duplicateOf),
  };
  return {
    id: String(row.number),
    number: row.number,
    cells: columns.map((_heading, column) => row.cells[column] ?? ""),
    verdict: row.verdict as Verdict,
    problems: repeated ? [repeated, ...problems] : problems,
    changes: row.changes,
    customerId: row.customerId === null ? null : (records?.gidOf(row.customerId) ?? null),
  };
}

function repetitionText({ duplicates, fields, noun }: ImportForm, other: number | null): string {
  if (!duplicates.refuse)
    return `Row ${other} is about the same ${noun.one}. Only the first of them is imported.`;
  const label = [duplicates.by, duplicates.and]
    .flatMap((field) => fields.find(({ name }) => name === field)?.label ?? [])
    .join(" and ");
  return `Row ${other} has the same ${label}. None of them is imported. Correct one of them.`;
}

/** A cell as it is corrected. */
interface Correction {
  /** Counted from 0. */
  column: number;
  value: string;
}

/** A row whose cells are corrected. */
interface CorrectedRow {
  number: number;
  cells: readonly Correction[];
}

/**
 * Changes cells of a row.
 * @throws as `fixRows`
 */
export async function fixCells(
  caller: Caller,
  { id, ...row }: { id: string } & CorrectedRow,
): Promise<{ run: Import; row: ImportRow }> {
  const { run, rows } = await correct(caller, id, [row]);
  if (!rows[0]) throw noRow(row.number);
  return { run, row: rows[0] };
}

/**
 * Changes cells of rows. They are checked again, against the store itself, and with them the rows that mean the same as before and as
 * now. What one of them refuses leaves those before it corrected.
 * @returns the rows as they are then
 * @throws 404 for a row that the import does not have, 409 once it was started or before it was checked
 */
export async function fixRows(
  caller: Caller,
  id: string,
  rows: readonly CorrectedRow[],
): Promise<ImportRow[]> {
  return (await correct(caller, id, rows)).rows;
}

/** Corrects rows together: each time, the whole file is searched for repeated rows and counted. */
async function correct(caller: Caller, id: string, corrections: readonly CorrectedRow[]) {
  const shop = caller.shop.domain;
  const { definition, identities } = await withShop(shop, async (tx) => {
    const { run, definition } = await lockImport(tx, caller, id, "share");
    const { rows } = await applyCorrections(tx, run, corrections);
    return { definition, identities: identitiesIn(rows.map(readingOf(definition.form, run))) };
  });
  const isLookedUp =
    identities.length === 0 ||
    (await definition.lookUp?.(shop, identities, { priority: "person" })) !== false;
  const { refusal, ...corrected } = await withShop(shop, async (tx) => {
    const { run } = await lockImport(tx, caller, id);
    const { rows, before, refusal } = await applyCorrections(tx, run, corrections);
    await checkRows(tx, run, rows, caller);
    const numbers = rows.map(({ number }) => number);
    const now = await rowsOf(tx, run, numbers);
    await settleDuplicates(tx, definition.form, run, identitiesIn([...before, ...now.values()]));
    await countVerdicts(tx, definition, run, (isLookedUp && run.checkedAgainst) || "mirror");
    const shown = await findImport(tx, caller, id);
    const storedRows = [...(await rowsOf(tx, run, numbers)).values()];
    const show = await rowShower(tx, caller, shown, storedRows);
    return { run: shown, rows: storedRows.map(show), refusal };
  });
  if (refusal) throw refusal;
  return corrected;
}

const identitiesIn = (rows: readonly { identity: string | null }[]): string[] => [
  ...new Set(rows.flatMap(({ identity }) => identity ?? [])),
];

/**
 * Applies corrections to the cells of rows, without storing them, up to the first that can't be.
 * @returns the rows with these cells, the stored rows, and why the rest is refused
 * @throws what refuses the first correction, or all of them
 */
async function applyCorrections(
  tx: ShopTransaction,
  run: StoredImport,
  corrections: readonly CorrectedRow[],
) {
  assertNotStarted(run);
  if (!run.checkedAt) throw conflict("The rows are still being checked. Wait until they all are.");
  const stored = await rowsOf(
    tx,
    run,
    corrections.map(({ number }) => number),
  );
  const rows = new Map<number, SentRow>();
  const refusalOf = ({ number, cells }: CorrectedRow) =>
    cells.some(({ column }) => column >= run.columns.length)
      ? badRequest(`The file has ${run.columns.length} columns.`)
      : stored.has(number)
        ? null
        : noRow(number);
  let refusal: Refusal | null = null;
  for (const correction of corrections) {
    refusal = refusalOf(correction);
    if (refusal) break;
    const { number } = correction;
    const cells = rows.get(number)?.cells ?? stored.get(number)?.cells ?? [];
    rows.set(number, { number, cells: withCorrections(run.columns.length, cells, correction.cells) });
  }
  if (refusal && rows.size === 0) throw refusal;
  return { rows: [...rows.values()], before: [...stored.values()], refusal };
}

const noRow = (number: number): Refusal => notFound(`This import has no row ${number}.`);

function withCorrections(
  columns: number,
  cells: readonly string[],
  corrections: readonly Correction[],
): string[] {
  const corrected = Array.from({ length: columns }, (_unused, index) => cells[index] ?? "");
  for (const { column, value } of corrections) corrected[column] = value;
  return corrected;
}

/** Rows of an import, in the order of the sheet. */
async function rowsOf(
  tx: ShopTransaction,
  { shop, id }: StoredImport,
  numbers: readonly number[],
): Promise<Map<number, StagedRow>> {
  const rows = await tx
    .select()
    .from(importRows)
    .where(and(eq(importRows.shop, shop), eq(importRows.runId, id), inArray(importRows.number, [...numbers])))
    .orderBy(importRows.number);
  return new Map(rows.map((row) => [row.number, row]));
}
