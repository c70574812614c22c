import type { ListResult } from "~/platform/list";
import { fingerprint, type Position, packCursor, unpackCursor } from "./cursor.server";
import type { PageRequest } from "./keyset-page";

/** A page as its query must read it, and how the rows found become the page. */
interface Keyset {
  /** The row next to the page; null at the start of the list, or at its end when it is read backwards. */
  after: Position | null;
  /** The order to read in: the list's own, reversed when it is read backwards. */
  descending: boolean;
  backwards: boolean;
  /** How many rows to read: one more than the page has, which shows that the list continues. */
  limit: number;
  page<Found>(
    found: readonly Found[],
    positionOf: (found: Found) => Position,
    total?: ListResult<Found>["total"],
  ): ListResult<Found>;
}

/**
 * Keyset paging: a page costs the same at any depth, and no row repeats or disappears when others are added or removed.
 * @param scope what a cursor belongs to: the list, its shop, its order and what narrows it
 * @throws 400 for a cursor that is damaged, or that belongs to another list, order or search
 */
export function keyset(
  { direction, last_id }: PageRequest,
  { scope, descending, pageSize }: { scope: readonly unknown[]; descending: boolean; pageSize: number },
): Keyset {
  const owner = fingerprint(scope);
  const after = last_id === undefined ? null : unpackCursor(last_id, owner);
  const backwards = direction === "previous";
  return {
    after,
    backwards,
    descending: descending !== backwards,
    limit: pageSize + 1,
    page(found, positionOf, total = null) {
      const hasMore = found.length > pageSize;
      const rows = found.slice(0, pageSize);
      if (backwards) rows.reverse();
      const hasNextPage = backwards ? after !== null : hasMore;
      const hasPreviousPage = backwards ? hasMore : after !== null;
      const [first, last] = [rows[0], rows.at(-1)];
      return {
        rows,
        hasNextPage,
        hasPreviousPage,
        nextCursor: hasNextPage && last !== undefined ? packCursor(owner, positionOf(last)) : null,
        previousCursor: hasPreviousPage && first !== undefined ? packCursor(owner, positionOf(first)) : null,
        total,
      };
    },
  };
}
