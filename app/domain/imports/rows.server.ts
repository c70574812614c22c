import { and, asc, desc, eq, gt, lt } from "drizzle-orm";
import { customerGid } from "~/domain/customers/mirror-row";
import type { PageRequest } from "~/platform/contract/page";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { keyset } from "~/platform/keyset.server";
import type { ListResult } from "~/platform/list";
import { checkRows, countVerdicts, settleDuplicates } from "./check.server";
import type { ImportRow, ImportRun, Verdict } from "./contract";
import { isBarred, NO_ACCESS } from "./persons/whose";
import { readingOf } from "./reading.server";
import { assertNotStarted, type Caller, findRun, lockRun, type Run } from "./runs.server";
import { importRows } from "./tables.server";
import type { KeptRow } from "./work.server";
import { workOf } from "./works.server";

interface Wanted extends PageRequest {
  id: string;
  verdict: Verdict | "all";
  pageSize: number;
}

/** A page of a run's rows, in the order of the sheet. */
export async function pageOfRows(
  caller: Caller,
  { id, verdict, pageSize, ...page }: Wanted,
): Promise<ListResult<ImportRow>> {
  const shop = caller.shop.domain;
  const paging = keyset(page, { of: ["imports", shop, id, verdict], descending: false, pageSize });
  const { beside, descending } = paging;
  const { number } = importRows;
  return withShop(shop, async (tx) => {
    const run = await findRun(tx, caller, id);
    const found = await tx
      .select()
      .from(importRows)
      .where(
        and(
          eq(importRows.shop, shop),
          eq(importRows.runId, id),
          verdict === "all" ? undefined : eq(importRows.verdict, verdict),
          beside ? (descending ? lt : gt)(number, Number(beside[0])) : undefined,
        ),
      )
      .orderBy(descending ? desc(number) : asc(number))
      .limit(paging.limit);
    const show = await rowShower(tx, caller, run, found);
    return paging.page(found, {
      positionOf: (row) => [String(row.number)],
      rowOf: show,
      total: { count: countOf(run, verdict), exact: true },
    });
  });
}

function countOf({ counts, received }: ImportRun, verdict: Verdict | "all"): number {
  return verdict === "all" ? received : (counts?.[verdict] ?? 0);
}

/**
 * How these rows of a run are shown to the caller; what is the same for all of them is found once. Whoever checked the file may
 * have met people whom the caller has no flag for: what the store holds of those is not shown.
 */
export async function rowShower(
  tx: ShopTransaction,
  caller: Caller,
  run: ImportRun,
  rows: readonly KeptRow[],
): Promise<(row: KeptRow) => ImportRow> {
  const read = run.mapping ? readingOf(run) : null;
  const barred = await barredTo(tx, caller, rows);
  return (row) => {
    if (row.customerId !== null && barred.has(row.customerId))
      return { ...shownRow({ ...row, changes: [], customerId: null }, run), problems: [BARRED] };
    const isNew = row.verdict === "create" && row.changes.length === 0;
    const changes = isNew && read ? workOf(run.kind).created(read(row).values) : row.changes;
    return shownRow({ ...row, changes }, run);
  };
}

const BARRED = { field: "email", column: null, sentence: NO_ACCESS };

/** Of the customers whom these rows met, those whom the caller may not work on. */
async function barredTo(
  tx: ShopTransaction,
  { administrator }: Caller,
  rows: readonly KeptRow[],
): Promise<ReadonlySet<number>> {
  const met = rows.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]));
  if (administrator.isOwner || met.length === 0) return new Set();
  const { rows: found } = await tx.$client.query<{ id: string; tags: string[] }>(
    "SELECT id, tags FROM customers_of_shop WHERE id = ANY($1::bigint[])",
    [met],
  );
  return new Set(found.filter(({ tags }) => isBarred(administrator, tags)).map(({ id }) => Number(id)));
}

function shownRow(row: KeptRow, { columns, mapping }: Pick<ImportRun, "columns" | "mapping">): ImportRow {
  const columnOf = (field: string) => {
    const column = mapping?.indexOf(field) ?? -1;
    return column < 0 ? null : column;
  };
  const problems = row.problems.map((problem) => ({ ...problem, column: columnOf(problem.field) }));
  const repeated = row.verdict === "duplicate" && {
    field: "",
    column: null,
    sentence: `Row ${row.duplicateOf} is about the same person. Only the first of them is imported.`,
  };
  return {
    id: String(row.number),
    number: row.number,
    cells: columns.map((_heading, column) => row.cells[column] ?? ""),
    verdict: row.verdict as Verdict,
    problems: repeated ? [repeated, ...problems] : problems,
    changes: row.changes,
    customerId: row.customerId === null ? null : customerGid(row.customerId),
  };
}

/**
 * Changes one cell. The row is checked again, against the store itself, and with it the rows about the same person as before
 * and as now.
 * @throws 404 for a row that the run does not have, 409 once it was started or before it was checked
 */
export async function fixCell(
  caller: Caller,
  { id, number, column, value }: { id: string; number: number; column: number; value: string },
): Promise<{ run: ImportRun; row: ImportRow }> {
  const shop = caller.shop.domain;
  const before = await withShop(shop, async (tx) => {
    const { run } = await lockRun(tx, caller, id, "share");
    assertFixable(run, column);
    const row = await rowOf(tx, run, number);
    const cells = withCell(run.columns.length, row.cells, column, value);
    return { run, identity: readingOf(run)({ number, cells }).identity };
  });
  if (before.identity) await workOf(before.run.kind).lookUp(shop, [before.identity], { priority: "person" });
  return withShop(shop, async (tx) => {
    const { run } = await lockRun(tx, caller, id);
    assertFixable(run, column);
    const old = await rowOf(tx, run, number);
    const cells = withCell(run.columns.length, old.cells, column, value);
    await checkRows(tx, run, [{ number, cells }], caller);
    const now = await rowOf(tx, run, number);
    const touched = [old.identity, now.identity].filter((identity) => identity !== null);
    await settleDuplicates(tx, run, touched);
    await countVerdicts(tx, run, run.checkedAgainst ?? "mirror");
    const shown = await findRun(tx, caller, id);
    const kept = await rowOf(tx, run, number);
    const show = await rowShower(tx, caller, shown, [kept]);
    return { run: shown, row: show(kept) };
  });
}

function assertFixable(run: Run, column: number): void {
  assertNotStarted(run);
  if (!run.checkedAt) throw conflict("The rows are still being checked. Wait until they all are.");
  if (column >= run.columns.length) throw badRequest(`The file has ${run.columns.length} columns.`);
}

const withCell = (columns: number, cells: readonly string[], column: number, value: string): string[] =>
  Array.from({ length: columns }, (_unused, index) => (index === column ? value : (cells[index] ?? "")));

async function rowOf(tx: ShopTransaction, { shop, id }: Run, number: number): Promise<KeptRow> {
  const [row] = await tx
    .select()
    .from(importRows)
    .where(and(eq(importRows.shop, shop), eq(importRows.runId, id), eq(importRows.number, number)));
  if (!row) throw notFound(`This import has no row ${number}.`);
  return row;
}
