import { and, asc, desc, eq, gt, inArray, lt, type SQL } from "drizzle-orm";
import type { PageRequest } from "~/platform/contract/page";
import { MOST_ROWS_AT_ONCE, tooManyRowsAtOnce } from "~/platform/contract/rows-at-once";
import { withShop } from "~/platform/db/with-shop.server";
import { jobItems } from "~/platform/jobs/tables.server";
import { keyset } from "~/platform/keyset.server";
import type { ListResult } from "~/platform/list";
import type { JobItemRow } from "./contract";
import { jobItemsList } from "./list";
import { type Outcome, STATES_OF } from "./outcomes";
import { type Caller, findVisibleJob } from "./visible.server";

/** Which rows of which job. */
export interface RowsWanted {
  id: string;
  outcome: Outcome;
}

/**
 * A page of a job's rows, in the order of the work.
 * @throws 404 for a job that is not there, or that the caller may not see; 400 for a cursor of another list.
 */
export async function listItems(
  caller: Caller,
  { id, outcome, ...page }: RowsWanted & PageRequest,
): Promise<ListResult<JobItemRow>> {
  const { name, pageSize } = jobItemsList;
  const paging = keyset(page, {
    of: [name, caller.shop.domain, id, outcome],
    descending: false,
    pageSize,
  });
  const { beside, descending } = paging;
  const { position } = jobItems;
  const found = await withShop(caller.shop.domain, async (tx) => {
    await findVisibleJob(tx, caller, id);
    return tx
      .select()
      .from(jobItems)
      .where(
        and(
          rowsOf(caller, { id, outcome }),
          beside ? (descending ? lt : gt)(position, Number(beside[0])) : undefined,
        ),
      )
      .orderBy(descending ? desc(position) : asc(position))
      .limit(paging.limit);
  });
  return paging.page(found, { positionOf: (item) => [String(item.position)], rowOf: itemRowOf });
}

/**
 * All rows at once, for a spreadsheet.
 * @throws 404 for a job that is not there, or that the caller may not see; 400 with the code `TOO_MANY_ROWS` for too many.
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
      .orderBy(asc(jobItems.position))
      .limit(MOST_ROWS_AT_ONCE + 1);
    if (rows.length > MOST_ROWS_AT_ONCE)
      throw tooManyRowsAtOnce(
        "Have them written into a file as a job: POST to the same address with /file at its end.",
      );
    return { title, rows: rows.map(itemRowOf) };
  });
}

/** The condition that picks them. */
export function rowsOf({ shop }: Caller, { id, outcome }: RowsWanted): SQL | undefined {
  const states = STATES_OF[outcome];
  return and(
    eq(jobItems.shop, shop.domain),
    eq(jobItems.jobId, id),
    states ? inArray(jobItems.state, states) : undefined,
  );
}

/** A row of a job as the calls answer it. */
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
