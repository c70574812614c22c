import { isSwitchOn } from "~/core/settings/stored-setting.server";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { ShopGiveaway } from "../giveaway.server";
import { aliasesAsOneAddress } from "../switches";
import type { DrawEntry } from "./algorithm.server";

/** Entries per read: large enough to make round trips negligible, small enough not to block other work. */
const BATCH = 1_000;

/** The conditions for taking part in the next draw. */
export interface Eligibility {
  giveaway: ShopGiveaway;
  timeZone: Shop["timeZone"];
  /** Whether winners of other giveaways may win again. */
  repeatWinners: boolean;
}

/** Entrants with the same value in one of these columns are one person. */
export type MailboxColumns = readonly ("folded_mailbox" | "mailbox")[];

/** As the rule of one entry per mailbox. */
export const readMailboxColumns = async (tx: ShopTransaction, shop: string): Promise<MailboxColumns> =>
  (await isSwitchOn(tx, shop, aliasesAsOneAddress)) ? ["folded_mailbox", "mailbox"] : ["folded_mailbox"];

/** In SQL: not currently a winner of another giveaway. */
async function winsNothingElse(tx: ShopTransaction, { shop }: ShopGiveaway): Promise<string> {
  const columns = await readMailboxColumns(tx, shop);
  return columns
    .map(
      (column) => `entrant.${column} NOT IN (
    SELECT winner.${column} FROM giveaway_places AS place
      JOIN giveaway_entrants AS winner USING (shop, giveaway_id, number)
     WHERE place.shop = $1 AND place.giveaway_id <> $2 AND place.state = 'winner' AND winner.${column} IS NOT NULL)`,
    )
    .join(" AND ");
}

/** The condition: not disqualified, registered within the giveaway's days, and never a winner, declined or disqualified in it. */
function eligible({ giveaway, timeZone }: Pick<Eligibility, "giveaway" | "timeZone">) {
  const { shop, id, startDay, endDay } = giveaway;
  return {
    values: [shop, id, startDay, endDay, timeZone],
    from: `FROM giveaway_entrants AS entrant
      WHERE entrant.shop = $1 AND entrant.giveaway_id = $2 AND entrant.state = 'registered'
        AND ($3::date IS NULL OR entrant.registered_at >= $3::date::timestamp AT TIME ZONE $5)
        AND ($4::date IS NULL OR entrant.registered_at < ($4::date + 1)::timestamp AT TIME ZONE $5)
        AND NOT EXISTS (SELECT 1 FROM giveaway_places AS place
          WHERE place.shop = entrant.shop AND place.giveaway_id = entrant.giveaway_id
            AND place.number = entrant.number AND place.state <> 'alternate')`,
  };
}

/** The numbers of eligible entrants: with winners of other giveaways, and without them. */
export async function countEligible(
  tx: ShopTransaction,
  who: Pick<Eligibility, "giveaway" | "timeZone">,
): Promise<{ eligible: number; eligibleWithoutRepeats: number }> {
  const { values, from } = eligible(who);
  const { rows } = await tx.$client.query<{ eligible: number; eligibleWithoutRepeats: number }>(
    `SELECT count(*)::int AS eligible, (count(*) FILTER (WHERE ${await winsNothingElse(tx, who.giveaway)}))::int AS "eligibleWithoutRepeats" ${from}`,
    values,
  );
  return rows[0] ?? { eligible: 0, eligibleWithoutRepeats: 0 };
}

/** Saves the eligible entrants as the immutable entries of a draw. */
export async function saveEntries(tx: ShopTransaction, who: Eligibility, draw: number): Promise<void> {
  const { values, from } = eligible(who);
  await tx.$client.query(
    `INSERT INTO giveaway_draw_entries (shop, giveaway_id, draw, number, weight, digest)
     SELECT entrant.shop, entrant.giveaway_id, $6, entrant.number, entrant.weight, entrant.digest ${from}
        ${who.repeatWinners ? "" : `AND ${await winsNothingElse(tx, who.giveaway)}`}`,
    [...values, draw],
  );
}

/**
 * The entries of a draw in order, in batches.
 * @param query reads rows, in the caller's transaction or in one per batch
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
