import type { CallContext } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { Draw } from "./algorithm.server";
import { entriesOf } from "./entries.server";
import { CHECKS } from "./messages";
import { findDraw, type WhichDraw } from "./read-draws.server";
import { commitmentTo } from "./seeds.server";

/**
 * Reproduces a draw from its saved entries and seed, in batches that don't block other requests.
 * @throws 404 for an unknown draw
 */
export async function verifyDraw({ shop: { domain } }: CallContext, which: WhichDraw) {
  const { draw: saved } = await withShop(domain, (tx) => findDraw(tx, domain, which));
  const again = new Draw();
  const query = (text: string, values: unknown[]) => withShop(domain, (tx) => tx.$client.query(text, values));
  for await (const entries of entriesOf(query, { shop: domain, giveawayId: which.id, draw: which.draw }))
    again.add(entries);
  const result = await again.draw(saved.seed, saved.winners + saved.alternates);
  const checks = [
    { what: CHECKS.commitment, holds: commitmentTo(saved.seed) === saved.commitment },
    { what: CHECKS.digest, holds: again.entriesDigest() === saved.entriesDigest },
    { what: CHECKS.count, holds: again.entries === saved.entries && again.tickets === saved.tickets },
    { what: CHECKS.result, holds: result.join() === saved.result.join() },
  ];
  return { holds: checks.every(({ holds }) => holds), checks };
}
