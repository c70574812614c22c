import { createHash } from "node:crypto";
import { badRequest } from "~/platform/errors";
import type { ListResult } from "~/platform/list";
import { isSignatureOf, signatureOf } from "~/platform/secrets/secrets.server";
import type { PageRequest } from "./keyset-page";

/** The values that a list is ordered by, of one row, as PostgreSQL writes them. The last one breaks ties. */
export type Position = readonly (string | null)[];

/** What a cursor belongs to, in short: the list, its shop, its order and what narrows it. */
export const fingerprint = (scope: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(scope)).digest("base64url").slice(0, 12);

/** Packs a position into the opaque text that the calls name `nextCursor` and `previousCursor`, signed by this app. */
export function packCursor(owner: string, position: Position): string {
  const text = Buffer.from(JSON.stringify([owner, ...position])).toString("base64url");
  return `${text}.${signatureOf("cursors", text)}`;
}

/**
 * Reads a cursor back. Its values go into SQL that converts them, so only a signed cursor is read at all.
 * @throws 400 when it was altered, or when it belongs to another list, order or search
 */
export function unpackCursor(cursor: string, owner: string): Position {
  const [text = "", signature = ""] = cursor.split(".", 2);
  if (!isSignatureOf("cursors", text, signature)) {
    throw badRequest("The page's cursor (last_id) is damaged. Start again from the first page.");
  }
  const [scope, ...position] = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Position;
  if (scope !== owner) {
    throw badRequest(
      "The page's cursor (last_id) belongs to another list or search. Start again from the first page.",
    );
  }
  return position;
}

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
