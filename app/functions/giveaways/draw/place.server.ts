import { and, eq } from "drizzle-orm";
import { giveawayEntrants, giveawayPlaces } from "../tables.server";
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

/** The idempotency key of the email about a win. */
export const winnerMailKey = ({ id, draw }: WhichDraw, rank: number): string =>
  `giveaway winner:${id}:${draw}:${rank}`;
