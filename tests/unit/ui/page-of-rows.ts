import type { ListResult } from "~/platform/list";

/** A page of a list that has these rows only. @param changes of the page, for a list that has more */
export const pageOfRows = <Row>(rows: Row[], changes: Partial<ListResult<Row>> = {}): ListResult<Row> => ({
  rows,
  nextCursor: null,
  previousCursor: null,
  hasNextPage: false,
  hasPreviousPage: false,
  total: { count: rows.length, exact: true },
  ...changes,
});
