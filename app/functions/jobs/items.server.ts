import { and, asc, desc, eq, gt, inArray, lt, type SQL } from "drizzle-orm";
import type { PageRequest } from "~/platform/contract/page";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { jobItems } from "~/platform/jobs/tables.server";
import { keysetPage } from "~/platform/keyset";
import type { ListResult } from "~/platform/list";
import type { JobItemRow } from "./contract";
import { jobItemsList } from "./list";
import { type Outcome, STATES_OF } from "./outcomes";
import { type Caller, findVisibleJob } from "./visible.server";

/** Which rows of which job. */
interface RowsWanted {
  id: string;
  outcome: Outcome;
}

/**
 * A page of a job's rows, in the order of the work. The cursor is a row's number.
 * @throws 404 for a job that is not there, or that the caller may not see; 400 for a cursor that is none.
 */
export async function listItems(
  caller: Caller,
  { id, outcome, ...page }: RowsWanted & PageRequest,
): Promise<ListResult<JobItemRow>> {
  const { pageSize } = jobItemsList;
  const backwards = page.direction === "previous";
  const beside = backwards ? lt : gt;
  const found = await withShop(caller.shop.domain, async (tx) => {
    await findVisibleJob(tx, caller, id);
    return tx
      .select()
      .from(jobItems)
      .where(
        and(
          rowsOf(caller, { id, outcome }),
          page.last_id === undefined ? undefined : beside(jobItems.position, positionIn(page.last_id)),
        ),
      )
      .orderBy(backwards ? desc(jobItems.position) : asc(jobItems.position))
      .limit(pageSize + 1);
  });
  return keysetPage(found.map(itemRowOf), page, { pageSize, cursorOf: (item) => item.id });
}

/**
 * All rows at once, for a spreadsheet.
 * @throws 404 for a job that is not there, or that the caller may not see.
 */
export async function resultRows(
  caller: Caller,
  wanted: RowsWanted,
): Promise<{ title: string; rows: JobItemRow[] }> {
  return withShop(caller.shop.domain, async (tx) => {
    const { title } = await findVisibleJob(tx, caller, wanted.id);
    const rows = await tx
      .select()
      .from(jobItems)
      .where(rowsOf(caller, wanted))
      .orderBy(asc(jobItems.position));
    return { title, rows: rows.map(itemRowOf) };
  });
}

function rowsOf({ shop }: Caller, { id, outcome }: RowsWanted): SQL | undefined {
  const states = STATES_OF[outcome];
  return and(
    eq(jobItems.shop, shop.domain),
    eq(jobItems.jobId, id),
    states ? inArray(jobItems.state, states) : undefined,
  );
}

function itemRowOf({
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

function positionIn(cursor: string): number {
  if (!/^\d{1,9}$/.test(cursor))
    throw badRequest("The page's cursor (last_id) is damaged. Start again from the first page.");
  return Number(cursor) - 1;
}
