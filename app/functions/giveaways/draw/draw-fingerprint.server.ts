import { createHash } from "node:crypto";
import type { ShopDraw } from "./read-draws.server";

/** The parts of a draw that can't change. */
export type FinalDraw = Pick<
  ShopDraw,
  | "number"
  | "committedAt"
  | "drawnAt"
  | "seed"
  | "commitment"
  | "winners"
  | "alternates"
  | "tickets"
  | "entries"
  | "entriesDigest"
  | "result"
>;

/**
 * The SHA-256 of everything about a draw that can't change, as `docs/giveaways-draw.md` describes it. The public page and the draw's
 * file have it, so a file that was edited doesn't match.
 */
export function drawFingerprint(draw: FinalDraw): string {
  const { number, committedAt, drawnAt, seed, commitment, winners, alternates, ...rest } = draw;
  const { tickets, entries, entriesDigest, result } = rest;
  const times = [committedAt.toISOString(), drawnAt.toISOString()];
  const lines = [number, ...times, seed, commitment, winners, alternates, tickets, entries, entriesDigest];
  return createHash("sha256")
    .update(`${[...lines, result.join(" ")].join("\n")}\n`)
    .digest("hex");
}
