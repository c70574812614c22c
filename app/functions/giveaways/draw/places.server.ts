import { and, asc, eq, sql } from "drizzle-orm";
import { queueMail } from "~/domain/mail/queue.server";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { noteGiveaway } from "../audit.server";
import { nameOf } from "../entrants/read.server";
import { holdOpenGiveaway } from "../giveaway.server";
import { giveawayEntrants, giveawayPlaces } from "../tables.server";
import { placesList } from "./list";
import { findDraw, type WhichDraw } from "./read.server";

export type ShopPlace = typeof giveawayPlaces.$inferSelect;

export const isOfDraw = (shop: string, { id, draw }: WhichDraw) =>
  and(eq(giveawayPlaces.shop, shop), eq(giveawayPlaces.giveawayId, id), eq(giveawayPlaces.draw, draw));

/**
 * Notes that somebody drawn declined, or is taken out. For a winner the next alternate moves up. The draw stays as it was made.
 * @returns who moved up, by their place; null when nobody did
 * @throws 404 for a place that is not there, 409 for somebody who is out already, or a deleted giveaway
 */
export async function changePlace(
  { shop: { domain }, administrator, clock }: CallContext,
  {
    rank,
    state,
    reason,
    ...which
  }: WhichDraw & { rank: number; state: "declined" | "disqualified"; reason: string },
): Promise<{ place: ShopPlace; movedUp: ShopPlace | null }> {
  const changed = await withShop(domain, async (tx) => {
    // One after the other: two winners who decline at once get two different alternates.
    await holdOpenGiveaway(tx, domain, which.id);
    const isPlace = and(isOfDraw(domain, which), eq(giveawayPlaces.rank, rank));
    const [place] = await tx.select().from(giveawayPlaces).where(isPlace);
    if (!place) throw notFound("Nobody was drawn for this place.");
    if (place.state === "declined" || place.state === "disqualified")
      throw conflict(`Entry ${place.number} is out already. Reload the page to see who moved up.`);
    const by = { changedAt: clock.now(), changedByName: administrator.name };
    await tx
      .update(giveawayPlaces)
      .set({ state, wasState: place.state, reason, ...by })
      .where(isPlace);
    const movedUp = place.state === "winner" ? await moveUp(tx, domain, which, { place, ...by }) : null;
    await noteGiveaway(tx, domain, which.id, {
      action: state === "declined" ? "giveaway.place declined" : "giveaway.place disqualified",
      actor: administrator,
      before: { draw: which.draw, entry: place.number, state: place.state },
      after: {
        draw: which.draw,
        entry: place.number,
        state,
        reason,
        "moved up": movedUp?.number ?? "nobody",
      },
    });
    return { place, movedUp };
  });
  publishChange(domain, "showGiveaways", { list: placesList.name });
  return changed;
}

/** The first alternate who is neither disqualified or erased since, nor a winner of another draw of this giveaway. */
async function moveUp(
  tx: ShopTransaction,
  shop: string,
  which: WhichDraw,
  { place, ...by }: { place: ShopPlace; changedAt: Date; changedByName: string },
): Promise<ShopPlace | null> {
  const [next] = await tx
    .select({ rank: giveawayPlaces.rank })
    .from(giveawayPlaces)
    .innerJoin(giveawayEntrants, isEntrant)
    .where(
      and(
        isOfDraw(shop, which),
        eq(giveawayPlaces.state, "alternate"),
        eq(giveawayEntrants.state, "registered"),
        sql`NOT EXISTS (SELECT 1 FROM giveaway_places AS other WHERE other.shop = ${giveawayPlaces.shop}
          AND other.giveaway_id = ${giveawayPlaces.giveawayId} AND other.number = ${giveawayPlaces.number}
          AND other.draw <> ${giveawayPlaces.draw} AND other.state = 'winner')`,
      ),
    )
    .orderBy(asc(giveawayPlaces.rank))
    .limit(1);
  if (!next) return null;
  const reason = `Moved up for entry ${place.number}.`;
  const [moved] = await tx
    .update(giveawayPlaces)
    .set({ state: "winner", movedUpFor: place.rank, reason, ...by })
    .where(and(isOfDraw(shop, which), eq(giveawayPlaces.rank, next.rank)))
    .returning();
  return moved ?? null;
}

export const isEntrant = and(
  eq(giveawayEntrants.shop, giveawayPlaces.shop),
  eq(giveawayEntrants.giveawayId, giveawayPlaces.giveawayId),
  eq(giveawayEntrants.number, giveawayPlaces.number),
);

/**
 * Queues a mail to everybody who stands as a winner and was not told yet. Each is told once, however often it is asked for.
 * @returns how many mails
 * @throws 404 for a draw that is not there, 409 for a deleted giveaway
 */
export async function mailWinners(
  { shop: { domain }, administrator }: CallContext,
  which: WhichDraw,
): Promise<number> {
  const count = await withShop(domain, async (tx) => {
    const giveaway = await holdOpenGiveaway(tx, domain, which.id);
    await findDraw(tx, domain, which);
    const winners = await tx
      .select({ place: giveawayPlaces, entrant: giveawayEntrants })
      .from(giveawayPlaces)
      .innerJoin(giveawayEntrants, isEntrant)
      .where(
        and(
          isOfDraw(domain, which),
          eq(giveawayPlaces.state, "winner"),
          sql`${giveawayPlaces.mailId} IS NULL AND ${giveawayEntrants.email} IS NOT NULL`,
        ),
      )
      .orderBy(asc(giveawayPlaces.rank));
    for (const { place, entrant } of winners) {
      const mailId = await queueMail(tx, domain, {
        key: `giveaway winner:${which.id}:${which.draw}:${place.rank}`,
        to: { email: entrant.email ?? "", name: nameOf(entrant) },
        text: "giveaway.won",
        values: { name: entrant.firstName, giveaway: giveaway.name, entry: String(entrant.number) },
        flag: "showGiveaways",
        isBulk: true,
      });
      await tx
        .update(giveawayPlaces)
        .set({ mailId })
        .where(and(isOfDraw(domain, which), eq(giveawayPlaces.rank, place.rank)));
    }
    if (winners.length > 0)
      await noteGiveaway(tx, domain, which.id, {
        action: "giveaway.winners told",
        actor: administrator,
        after: { draw: which.draw, mails: winners.length },
      });
    return winners.length;
  });
  if (count > 0) publishChange(domain, "showGiveaways", { list: placesList.name });
  return count;
}
