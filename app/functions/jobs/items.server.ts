import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PageRequest } from "~/core/lists/keyset-page";
import { defineListQuery, mapPage, readKeysetPage, type SortsOf } from "~/core/lists/list-query.server";
import { MAX_ROWS_PER_ANSWER, tooManyRows } from "~/core/lists/max-rows";
import { withShop } from "~/platform/db/with-shop.server";
import { jobItems } from "~/platform/jobs/tables.server";
import type { ListResult } from "~/platform/list";
import type { JobItemRow } from "./contract";
import { jobItemsList } from "./list";
import { type Outcome, STATES_OF } from "./outcomes";
import { type Caller, findVisibleJob } from "./visible.server";

/** Selects rows of a job. */
export interface RowSelection {
  id: string;
  outcome: Outcome;
}

const itemsQuery = defineListQuery({
  from: sql`${jobItems}`,
  id: { by: sql`${jobItems.position}`, type: "integer" },
  sorts: { position: "id" } satisfies SortsOf<typeof jobItemsList>,
  conditions: ({ caller, ...rows }: RowSelection & { caller: Caller }) => [rowsOf(caller, rows)],
});

/**
 * A page of a job's rows, in the order of the work.
 * @throws 404 for a job that doesn't exist or that the caller may not see; 400 for a cursor of another list.
 */
export async function listItems(
  caller: Caller,
  { id, outcome, ...request }: RowSelection & PageRequest,
): Promise<ListResult<JobItemRow>> {
  const { domain } = caller.shop;
  const page = await withShop(domain, async (tx) => {
    await findVisibleJob(tx, caller, id);
    return readKeysetPage(
      itemsQuery,
      { list: jobItemsList, filter: { caller, id, outcome }, scope: [domain, id, outcome], request },
      ({ where, orderBy, limit, position }) =>
        tx.select({ item: jobItems, position }).from(jobItems).where(where).orderBy(orderBy).limit(limit),
    );
  });
  return mapPage(page, ({ item }) => itemRowOf(item));
}

/**
 * All rows, for a spreadsheet.
 * @throws 404 for a job that doesn't exist or that the caller may not see; 400 with the code `TOO_MANY_ROWS` for too many.
 */
export async function resultRows(
  caller: Caller,
  selection: RowSelection,
): Promise<{ title: string; rows: JobItemRow[] }> {
  return withShop(caller.shop.domain, async (tx) => {
    const { title } = await findVisibleJob(tx, caller, selection.id);
    const rows = await tx
      .select()
      .from(jobItems)
      .where(rowsOf(caller, selection))
      .orderBy(asc(jobItems.position))
      .limit(MAX_ROWS_PER_ANSWER + 1);
    if (rows.length > MAX_ROWS_PER_ANSWER)
      throw tooManyRows(
        "Start a job that writes them into a file: POST to the same address with /file appended.",
      );
    return { title, rows: rows.map(itemRowOf) };
  });
}

/** The condition that selects them. */
export function rowsOf({ shop }: Caller, { id, outcome }: RowSelection): SQL | undefined {
  const states = STATES_OF[outcome];
  return and(
    eq(jobItems.shop, shop.domain),
    eq(jobItems.jobId, id),
    states ? inArray(jobItems.state, states) : undefined,
  );
}

/** A row of a job as the calls return it. */
export function itemRowOf({
  position,
  label,
  state,
  message,
  finishedAt,
}: typeof jobItems.$inferSelect): JobItemRow {
  const number = position + 1;
  return {
    id: String(number),
    position: number,
    label,
    state,
    message,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
