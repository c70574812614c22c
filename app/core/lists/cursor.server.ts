import { createHash, timingSafeEqual } from "node:crypto";
import { badRequest } from "~/platform/errors";
import { signatureOf } from "~/platform/secrets.server";

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
  const expected = Buffer.from(signatureOf("cursors", text));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
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
