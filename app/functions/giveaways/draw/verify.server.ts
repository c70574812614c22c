import type { CallContext } from "~/platform/contract/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { Draw } from "./algorithm.server";
import { entriesOf } from "./entries.server";
import { CHECKS } from "./messages";
import { findDraw, type WhichDraw } from "./read.server";
import { commitmentTo } from "./seeds.server";

/**
 * Runs a draw again from its saved entries and seed. They are read and worked on some at a time, so nobody waits for it.
 * @throws 404 for a draw that is not there
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
