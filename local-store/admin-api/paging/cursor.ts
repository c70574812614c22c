import { badRequest } from "../errors.ts";

/** A position in a sorted list: the row's id and sort value, the sort order, and the number of preceding rows. */
export interface Cursor {
  last_id: number;
  last_value: string;
  sort: string;
  rank: number;
}

/** Encodes a cursor as an opaque string. */
export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/** Decodes a cursor. Throws Shopify's error for an invalid cursor or one of another sort order. */
export function decodeCursor(text: string, sort: string): Cursor {
  const cursor = parse(text);
  if (
    cursor?.sort !== sort ||
    !Number.isSafeInteger(cursor.last_id) ||
    typeof cursor.last_value !== "string"
  ) {
    throw badRequest("Invalid cursor for current pagination sort.");
  }
  return cursor;
}

function parse(text: string): Cursor | null {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Cursor | null;
  } catch {
    return null;
  }
}
