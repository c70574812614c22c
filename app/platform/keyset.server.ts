import { createHash, timingSafeEqual } from "node:crypto";
import type { PageRequest } from "./contract/page";
import { badRequest } from "./errors";
import type { ListResult } from "./list";
import { markOf } from "./secrets.server";

/** The values that a list is ordered by, of the row beside a page, as PostgreSQL writes them. The last one breaks ties. */
export type Position = readonly string[];

/** A page as its query must read it, and how the rows found become the page. */
export interface Keyset {
  /** The row beside the page; null at the list's beginning, or at its end when it is read backwards. */
  beside: Position | null;
  /** The order to read in: the list's own, turned round when it is read backwards. */
  descending: boolean;
  backwards: boolean;
  /** How many rows to read: one more than fit, which only tells that the list goes on. */
  limit: number;
  page<Found, Row>(found: readonly Found[], columns: PageColumns<Found, Row>): ListResult<Row>;
}

interface PageColumns<Found, Row> {
  positionOf(found: Found): Position;
  rowOf(found: Found): Row;
  total?: ListResult<Row>["total"];
}

/**
 * Keyset paging, for every list: a page costs the same at any depth, and no row repeats or hides when others come and go.
 * @param of what a cursor belongs to: the list, its shop, its order and what narrows it; a cursor of anything else is refused
 * @throws a 400 refusal for a cursor that is damaged, or that belongs to another list, order or search
 */
export function keyset(
  { direction, last_id }: PageRequest,
  { of, descending, pageSize }: { of: readonly unknown[]; descending: boolean; pageSize: number },
): Keyset {
  const owner = fingerprint(of);
  const beside = last_id === undefined ? null : unpackCursor(last_id, owner);
  const backwards = direction === "previous";
  return {
    beside,
    backwards,
    descending: descending !== backwards,
    limit: pageSize + 1,
    page(found, { positionOf, rowOf, total = null }) {
      const more = found.length > pageSize;
      const shown = found.slice(0, pageSize);
      if (backwards) shown.reverse();
      const hasNextPage = backwards ? beside !== null : more;
      const hasPreviousPage = backwards ? more : beside !== null;
      const [first, last] = [shown[0], shown.at(-1)];
      return {
        rows: shown.map(rowOf),
        hasNextPage,
        hasPreviousPage,
        nextCursor: hasNextPage && last !== undefined ? packCursor(owner, positionOf(last)) : null,
        previousCursor: hasPreviousPage && first !== undefined ? packCursor(owner, positionOf(first)) : null,
        total,
      };
    },
  };
}

/** What a cursor belongs to, in short. */
export const fingerprint = (of: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(of)).digest("base64url").slice(0, 12);

/** Packs a position into the opaque text that the calls name `nextCursor` and `previousCursor`, marked as made here. */
export function packCursor(owner: string, position: Position): string {
  const text = Buffer.from(JSON.stringify([owner, ...position])).toString("base64url");
  return `${text}.${markOf("cursors", text)}`;
}

/**
 * Reads a cursor back. Its values go into SQL that converts them, so only one that was made here is read at all.
 * @throws a 400 refusal when it was altered, or when it belongs to another list, order or search
 */
export function unpackCursor(cursor: string, owner: string): Position {
  const [text = "", mark = ""] = cursor.split(".", 2);
  const expected = Buffer.from(markOf("cursors", text));
  const given = Buffer.from(mark);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw badRequest("The page's cursor (last_id) is damaged. Start again from the first page.");
  }
  const [of, ...position] = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as string[];
  if (of !== owner) {
    throw badRequest(
      "The page's cursor (last_id) belongs to another list or search. Start again from the first page.",
    );
  }
  return position;
}
