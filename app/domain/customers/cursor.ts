import { createHash } from "node:crypto";
import { z } from "zod";
import { badRequest } from "~/platform/errors";

const position = z.object({ of: z.string(), key: z.string(), id: z.number().int() });

/** Where a page starts: the sort value and the id of the row beside it. */
export interface CursorPosition {
  key: string;
  id: number;
}

/** What a cursor belongs to; a cursor of another list, order or search is refused. */
export const fingerprint = (...parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 12);

/** Packs a position into the opaque text that the calls name `nextCursor` and `previousCursor`. */
export const packCursor = (of: string, at: CursorPosition): string =>
  Buffer.from(JSON.stringify({ of, ...at })).toString("base64url");

/**
 * Reads a cursor back.
 * @throws a 400 refusal when it is damaged, or when it belongs to another list, order or search.
 */
export function unpackCursor(cursor: string, of: string): CursorPosition {
  let parsed: z.infer<typeof position>;
  try {
    parsed = position.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw badRequest("The page's cursor (last_id) is damaged. Start again from the first page.");
  }
  if (parsed.of !== of) {
    throw badRequest(
      "The page's cursor (last_id) belongs to another list or search. Start again from the first page.",
    );
  }
  return { key: parsed.key, id: parsed.id };
}
