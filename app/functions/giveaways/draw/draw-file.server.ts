import { withShop } from "~/platform/db/with-shop.server";
import { drawFingerprint } from "./draw-fingerprint.server";
import { entriesOf } from "./entries.server";
import type { ShopDraw } from "./read-draws.server";

/** The version of the file format. */
const FORMAT = "backroom-giveaway-draw-1";

/** A part of a draw's file, and how many entries are written with it. */
interface DrawFilePart {
  text: string;
  entries: number;
}

/**
 * A draw's file in parts, as JSON. The program `docs/giveaways-verify.mjs` and the public page verify it. It has no personal data.
 * @param name the giveaway's
 */
export async function* drawFile(name: string, draw: ShopDraw): AsyncGenerator<DrawFilePart> {
  const { shop, giveawayId, number, seed, commitment, entriesDigest, entries, tickets } = draw;
  const { winners, alternates, result } = draw;
  const head = {
    format: FORMAT,
    giveaway: name,
    draw: number,
    committedAt: draw.committedAt,
    drawnAt: draw.drawnAt,
    ...{ seed, commitment, winners, alternates, tickets, entryCount: entries, entriesDigest, result },
    fingerprint: drawFingerprint(draw),
  };
  yield { text: `${JSON.stringify(head, null, 1).slice(0, -2)},\n "entries": [`, entries: 0 };
  const query = (text: string, values: unknown[]) => withShop(shop, (tx) => tx.$client.query(text, values));
  let separator = "\n";
  for await (const batch of entriesOf(query, { shop, giveawayId, draw: number })) {
    const lines = batch.map((entry) => JSON.stringify([entry.number, entry.weight, entry.digest]));
    yield { text: separator + lines.join(",\n"), entries: batch.length };
    separator = ",\n";
  }
  yield { text: "\n]}\n", entries: 0 };
}
