import { and, asc, eq, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { placeDeclined, placeDisqualified, winnersNotified } from "../audit.server";
import { nameOf } from "../entrants/list-entrants.server";
import { lockOpenGiveaway } from "../giveaway.server";
import { giveawayWon } from "../mail-texts.server";
import { recordGiveawayAudit } from "../record-giveaway-audit.server";
import { giveawayEntrants, giveawayPlaces } from "../tables.server";
import { placesList } from "./list";
import { findDraw, type WhichDraw } from "./read-draws.server";

export type ShopPlace = typeof giveawayPlaces.$inferSelect;

export const isOfDraw = (shop: string, { id, draw }: WhichDraw) =>
  and(eq(giveawayPlaces.shop, shop), eq(giveawayPlaces.giveawayId, id), eq(giveawayPlaces.draw, draw));

/**
 * Marks a drawn entrant as declined or disqualified. For a winner the next alternate moves up. The draw itself stays as it was.
 * @returns the alternate who moved up, or null
 * @throws 404 for an unknown place, 409 for an entrant who is already out, or a deleted giveaway
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
    // Serialized: two winners who decline at the same time get two different alternates.
    await lockOpenGiveaway(tx, domain, which.id);
    const isPlace = and(isOfDraw(domain, which), eq(giveawayPlaces.rank, rank));
    const [place] = await tx.select().from(giveawayPlaces).where(isPlace);
    if (!place) throw notFound("There is no such place in this draw.");
    if (place.state === "declined" || place.state === "disqualified")
      throw conflict(`Entry ${place.number} is already out. Reload the page to see who moved up.`);
    const by = { changedAt: clock.now(), changedByName: administrator.name };
    await tx
      .update(giveawayPlaces)
      .set({ state, wasState: place.state, reason, ...by })
      .where(isPlace);
    const movedUp = place.state === "winner" ? await moveUp(tx, domain, which, { place, ...by }) : null;
    await recordGiveawayAudit(
      tx,
      domain,
      which.id,
      state === "declined" ? placeDeclined : placeDisqualified,
      {
        actor: administrator,
        before: { draw: which.draw, entry: place.number, state: place.state },
        after: {
          draw: which.draw,
          entry: place.number,
          state,
          reason,
          "moved up": movedUp?.number ?? "none",
        },
      },
    );
    return { place, movedUp };
  });
  publishChange(domain, "showGiveaways", { list: placesList.name });
  return changed;
}

/** The first alternate who isn't disqualified, erased, or a winner of another draw of this giveaway. */
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
 * Queues an email to every current winner who hasn't been notified. Repeating it never emails a winner twice.
 * @returns the number of emails
 * @throws 404 for an unknown draw, 409 for a deleted giveaway
 */
export async function mailWinners(
  { shop: { domain }, administrator }: CallContext,
  which: WhichDraw,
): Promise<number> {
  const count = await withShop(domain, async (tx) => {
    const giveaway = await lockOpenGiveaway(tx, domain, which.id);
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
      const mailId = await queueMail(tx, domain, giveawayWon, {
        key: `giveaway winner:${which.id}:${which.draw}:${place.rank}`,
        to: { email: entrant.email ?? "", name: nameOf(entrant) },
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
      await recordGiveawayAudit(tx, domain, which.id, winnersNotified, {
        actor: administrator,
        before: null,
        after: { draw: which.draw, mails: winners.length },
      });
    return winners.length;
  });
  if (count > 0) publishChange(domain, "showGiveaways", { list: placesList.name });
  return count;
}
