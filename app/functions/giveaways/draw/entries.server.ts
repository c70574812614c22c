import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { ShopGiveaway } from "../giveaway.server";
import type { DrawEntry } from "./algorithm.server";

/** Entries are read as many at a time: enough that round trips do not count, few enough that nothing else waits. */
const BATCH = 1_000;

/** Who takes part in the next draw. */
export interface Eligibility {
  giveaway: ShopGiveaway;
  timeZone: Shop["timeZone"];
  /** Whether winners of other giveaways may win again. */
  repeatWinners: boolean;
}

/**
 * The condition: not disqualified, registered on the giveaway's days, not a winner of it already (nor somebody who declined or
 * was taken out of a draw), and, unless they may win again, not standing as a winner of another giveaway.
 */
function eligible({ giveaway, timeZone, repeatWinners }: Eligibility) {
  const { shop, id, startDay, endDay } = giveaway;
  const elsewhere = `AND entrant.address NOT IN (
    SELECT winner.address FROM giveaway_places AS place
      JOIN giveaway_entrants AS winner USING (shop, giveaway_id, number)
     WHERE place.shop = $1 AND place.giveaway_id <> $2 AND place.state = 'winner' AND winner.address IS NOT NULL)`;
  return {
    values: [shop, id, startDay, endDay, timeZone],
    from: `FROM giveaway_entrants AS entrant
      WHERE entrant.shop = $1 AND entrant.giveaway_id = $2 AND entrant.state = 'registered'
        AND ($3::date IS NULL OR entrant.registered_at >= $3::date::timestamp AT TIME ZONE $5)
        AND ($4::date IS NULL OR entrant.registered_at < ($4::date + 1)::timestamp AT TIME ZONE $5)
        AND NOT EXISTS (SELECT 1 FROM giveaway_places AS place
          WHERE place.shop = entrant.shop AND place.giveaway_id = entrant.giveaway_id
            AND place.number = entrant.number AND place.state <> 'alternate')
        ${repeatWinners ? "" : elsewhere}`,
  };
}

/** How many take part in the next draw. */
export async function countEligible(tx: ShopTransaction, who: Eligibility): Promise<number> {
  const { values, from } = eligible(who);
  const { rows } = await tx.$client.query<{ count: number }>(`SELECT count(*)::int AS count ${from}`, values);
  return rows[0]?.count ?? 0;
}

/** Keeps those who take part, as they are now, as the entries of a draw. They never change again. */
export async function keepEntries(tx: ShopTransaction, who: Eligibility, draw: number): Promise<void> {
  const { values, from } = eligible(who);
  await tx.$client.query(
    `INSERT INTO giveaway_draw_entries (shop, giveaway_id, draw, number, weight, digest)
     SELECT entrant.shop, entrant.giveaway_id, $6, entrant.number, entrant.weight, entrant.digest ${from}`,
    [...values, draw],
  );
}

/**
 * The entries of a draw in their order, some at a time.
 * @param query reads rows: within a transaction, or each time in one of its own
 */
export async function* entriesOf(
  query: (text: string, values: unknown[]) => Promise<{ rows: DrawEntry[] }>,
  { shop, giveawayId, draw }: { shop: string; giveawayId: number; draw: number },
): AsyncGenerator<DrawEntry[]> {
  for (let after = 0; ; ) {
    const { rows } = await query(
      `SELECT number, weight, digest FROM giveaway_draw_entries
        WHERE shop = $1 AND giveaway_id = $2 AND draw = $3 AND number > $4 ORDER BY number LIMIT ${BATCH}`,
      [shop, giveawayId, draw, after],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.number;
  }
}
