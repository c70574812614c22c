import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { slug } from "~/platform/sheets/spreadsheet";
import { drawFile } from "../draw/draw-file.server";
import { findDraw } from "../draw/read-draws.server";
import { findByKey } from "./open-giveaway.server";

/**
 * The file of a draw for the public: its seed and its entries, without personal data.
 * @param key the last part of the giveaway's public URL
 * @throws 404 for an unknown giveaway or draw
 */
export async function publicDrawFile({ domain }: Shop, key: string, number: string): Promise<Response> {
  if (!/^[1-9]\d{0,5}$/.test(number)) throw notFound("This giveaway has no such draw.");
  const { name, draw } = await withShop(domain, async (tx) => {
    const giveaway = await findByKey(tx, domain, key);
    if (!giveaway) throw notFound("This giveaway doesn't exist.");
    return {
      name: giveaway.name,
      draw: (await findDraw(tx, domain, { id: giveaway.id, draw: Number(number) })).draw,
    };
  });
  const parts = drawFile(name, draw);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value.text));
    },
    cancel: () => void parts.return(undefined),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "application/json",
      "Content-Disposition": `attachment; filename="Giveaway_Draw_${slug(name)}_${number}.json"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
    },
  });
}
