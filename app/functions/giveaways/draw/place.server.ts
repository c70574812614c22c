import { and, eq, sql } from "drizzle-orm";
import { deleteFailedMail } from "~/core/mail/queue-mail.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { giveawayEntrants, giveawayPlaces } from "../tables.server";
import type { MailboxColumns } from "./entries.server";
import type { WhichDraw } from "./read-draws.server";

/** A drawn entrant as they are stored. */
export type ShopPlace = typeof giveawayPlaces.$inferSelect;

/** The condition that a place is of this draw. */
export const isOfDraw = (shop: string, { id, draw }: WhichDraw) =>
  and(eq(giveawayPlaces.shop, shop), eq(giveawayPlaces.giveawayId, id), eq(giveawayPlaces.draw, draw));

/** The condition that a place has this entrant. */
export const isEntrant = and(
  eq(giveawayEntrants.shop, giveawayPlaces.shop),
  eq(giveawayEntrants.giveawayId, giveawayPlaces.giveawayId),
  eq(giveawayEntrants.number, giveawayPlaces.number),
);

/** The conditions that an entrant wins elsewhere, for a query of places with their entrants. */
export const WINS_ANOTHER_DRAW = sql<boolean>`EXISTS (SELECT 1 FROM giveaway_places AS other
  WHERE other.shop = ${giveawayPlaces.shop} AND other.giveaway_id = ${giveawayPlaces.giveawayId}
    AND other.number = ${giveawayPlaces.number} AND other.draw <> ${giveawayPlaces.draw} AND other.state = 'winner')`;

export const winsAnotherGiveaway = (mailbox: MailboxColumns) =>
  sql<boolean>`(${sql.join(
    mailbox.map(
      (column) => sql`EXISTS (SELECT 1 FROM giveaway_places AS other
        JOIN giveaway_entrants AS winner USING (shop, giveaway_id, number)
        WHERE other.shop = ${giveawayPlaces.shop} AND other.giveaway_id <> ${giveawayPlaces.giveawayId}
          AND other.state = 'winner' AND winner.${sql.raw(column)} = giveaway_entrants.${sql.raw(column)})`,
    ),
    sql` OR `,
  )})`;

/** What the idempotency keys of a giveaway's emails begin with: those about an entry, and those about a win. */
export const MAIL_KEYS = {
  entry: (id: number): string => `giveaway entry:${id}:`,
  winner: (id: number): string => `giveaway winner:${id}:`,
};

/** The idempotency key of the email about a win. */
export const winnerMailKey = ({ id, draw }: WhichDraw, rank: number): string =>
  `${MAIL_KEYS.winner(id)}${draw}:${rank}`;

/** Deletes an email about a win if it failed, so that the entrant can be emailed if they move up again. @returns whether it did */
export async function deleteFailedWinnerMail(
  tx: ShopTransaction,
  shop: string,
  { mailId }: Pick<ShopPlace, "mailId">,
): Promise<boolean> {
  const state = mailId ? await deleteFailedMail(tx, shop, mailId) : undefined;
  return state === "bounced" || state === "failed";
}
