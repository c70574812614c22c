import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { findGiveaway } from "../giveaway.server";
import { giveawayDraws } from "../tables.server";
import { countEligible } from "./entries.server";
import type { GiveawayDraw } from "./schemas";
import { readCommitment } from "./seeds.server";

/** Identifies a draw of a giveaway. */
export interface WhichDraw {
  id: number;
  draw: number;
}

/** A draw as it is stored. */
export type ShopDraw = typeof giveawayDraws.$inferSelect;

/** Columns are qualified by hand: in a single-table query Drizzle omits the table's name, and they would resolve to the place's own. */
const countWinners = (condition: string) =>
  sql<number>`(SELECT count(*)::int FROM giveaway_places AS place
    JOIN giveaway_entrants AS entrant USING (shop, giveaway_id, number)
    WHERE place.shop = giveaway_draws.shop AND place.giveaway_id = giveaway_draws.giveaway_id
      AND place.draw = giveaway_draws.number AND place.state = 'winner'
      AND ${sql.raw(condition)})`;

const DRAW = {
  draw: giveawayDraws,
  told: countWinners("place.mail_id IS NOT NULL"),
  untold: countWinners("place.mail_id IS NULL AND entrant.state = 'registered'"),
};

/** The draws of a giveaway, latest first, and the next one's commitment. @throws 404 for an unknown giveaway */
export async function readDraws({ shop: { domain, timeZone } }: CallContext, id: number) {
  return withShop(domain, async (tx) => {
    const giveaway = await findGiveaway(tx, domain, id);
    const rows = await tx
      .select(DRAW)
      .from(giveawayDraws)
      .where(and(eq(giveawayDraws.shop, domain), eq(giveawayDraws.giveawayId, id)))
      .orderBy(desc(giveawayDraws.number));
    const number = giveaway.drawn + 1;
    const next = await readCommitment(tx, domain, id, number);
    return {
      next: {
        number,
        commitment: next?.commitment ?? "",
        committedAt: (next?.committedAt ?? giveaway.createdAt).toISOString(),
        ...(await countEligible(tx, { giveaway, timeZone })),
      },
      list: rows.map(drawOf),
    };
  });
}

/** The stored draws of a giveaway, first one first. */
export const listDraws = (tx: ShopTransaction, shop: string, giveawayId: number): Promise<ShopDraw[]> =>
  tx
    .select()
    .from(giveawayDraws)
    .where(and(eq(giveawayDraws.shop, shop), eq(giveawayDraws.giveawayId, giveawayId)))
    .orderBy(asc(giveawayDraws.number));

/** A winner who is out, and the alternate who moved up, as the numbers of their entries. */
export interface Withdrawal {
  draw: number;
  number: number;
  /** Null when no alternate was left. */
  movedUp: number | null;
}

/** The winners of a giveaway's draws who are out, in drawing order. */
export async function listWithdrawals(
  tx: ShopTransaction,
  shop: string,
  giveawayId: number,
): Promise<Withdrawal[]> {
  const { rows } = await tx.$client.query<Withdrawal>(
    `SELECT place.draw, place.number, next.number AS "movedUp"
       FROM giveaway_places AS place
       LEFT JOIN giveaway_places AS next ON next.shop = place.shop AND next.giveaway_id = place.giveaway_id
            AND next.draw = place.draw AND next.moved_up_for = place.rank
      WHERE place.shop = $1 AND place.giveaway_id = $2 AND place.was_state = 'winner'
      ORDER BY place.draw, place.rank`,
    [shop, giveawayId],
  );
  return rows;
}

/** One draw. @throws 404 for an unknown one */
export async function readDraw({ shop: { domain } }: CallContext, which: WhichDraw): Promise<GiveawayDraw> {
  return drawOf(await withShop(domain, (tx) => findDraw(tx, domain, which)));
}

/** @throws 404 for an unknown draw */
export async function findDraw(tx: ShopTransaction, shop: string, { id, draw }: WhichDraw) {
  const [row] = await tx
    .select(DRAW)
    .from(giveawayDraws)
    .where(
      and(eq(giveawayDraws.shop, shop), eq(giveawayDraws.giveawayId, id), eq(giveawayDraws.number, draw)),
    );
  if (!row) throw notFound("This giveaway has no such draw.");
  return row;
}

function drawOf({ draw, told, untold }: { draw: ShopDraw; told: number; untold: number }): GiveawayDraw {
  const { shop, giveawayId, result, jobId, drawnById, drawnByName, drawnAt, committedAt, ...rest } = draw;
  return {
    ...rest,
    drawnAt: drawnAt.toISOString(),
    drawnBy: drawnByName,
    committedAt: committedAt.toISOString(),
    told,
    untold,
  };
}
