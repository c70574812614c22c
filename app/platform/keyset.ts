import type { PageRequest } from "./contract/page";
import type { ListResult } from "./list";

/**
 * Makes a page out of rows that were read from its cursor on, in reading direction, one more than fit: that one only tells
 * that the list goes on. Keyset paging: a page costs the same at any depth, and no row repeats or hides when others come and go.
 */
export function keysetPage<Row>(
  found: readonly Row[],
  { direction, last_id }: PageRequest,
  { pageSize, cursorOf, total = null }: KeysetOptions<Row>,
): ListResult<Row> {
  const backwards = direction === "previous";
  const more = found.length > pageSize;
  const rows = found.slice(0, pageSize);
  if (backwards) rows.reverse();
  const hasNextPage = backwards ? last_id !== undefined : more;
  const hasPreviousPage = backwards ? more : last_id !== undefined;
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    hasNextPage,
    hasPreviousPage,
    nextCursor: hasNextPage && last !== undefined ? cursorOf(last) : null,
    previousCursor: hasPreviousPage && first !== undefined ? cursorOf(first) : null,
    total,
  };
}

interface KeysetOptions<Row> {
  pageSize: number;
  cursorOf(row: Row): string;
  total?: ListResult<Row>["total"];
}
