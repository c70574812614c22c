import { badRequest } from "../errors.ts";

/** Where a page ends: the row's id, its sort value, the order it belongs to, and how many rows came before. */
export interface Cursor {
  last_id: number;
  last_value: string;
  sort: string;
  rank: number;
}

/** A cursor as clients see it: opaque. */
export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/** Reads a cursor back. Throws Shopify's refusal for one of another order, or for what is no cursor. */
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
