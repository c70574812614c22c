import { and, asc, eq, not } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { cancelMail } from "~/core/mail/cancel.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { placeDeclined, placeDisqualified } from "../audit.server";
import { lockOpenGiveaway, lockWinners } from "../giveaway.server";
import { recordGiveawayAudit } from "../record-giveaway-audit.server";
import { giveawayEntrants, giveawayPlaces } from "../tables.server";
import { deleteFailedWinnerMail } from "./delete-failed-winner-mail.server";
import { placesList } from "./list";
import {
  isEntrant,
  isOfDraw,
  type ShopPlace,
  WINS_ANOTHER_DRAW,
  WINS_ANOTHER_GIVEAWAY,
  winnerMailKey,
} from "./place.server";
import { findDraw, type WhichDraw } from "./read-draws.server";

/**
 * Marks a drawn entrant as declined or disqualified. A winner's email that wasn't sent yet is canceled, and the next
 * alternate moves up. The draw itself stays as it was.
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
    await lockWinners(tx, domain);
    // Serialized: two winners who decline at the same time get two different alternates.
    await lockOpenGiveaway(tx, domain, which.id);
    const isPlace = and(isOfDraw(domain, which), eq(giveawayPlaces.rank, rank));
    const [place] = await tx.select().from(giveawayPlaces).where(isPlace);
    if (!place) throw notFound("There is no such place in this draw.");
    if (place.state === "declined" || place.state === "disqualified")
      throw conflict(`Entry ${place.number} is already out. The list shows who moved up.`);
    // Emails before places, as an erasure locks them in this order.
    const mail = await cancelMail(tx, domain, winnerMailKey(which, rank));
    const by = { changedAt: clock.now(), changedByName: administrator.name };
    const movedUp = place.state === "winner" ? await moveUp(tx, domain, which, { place, ...by }) : null;
    await tx
      .update(giveawayPlaces)
      .set({ state, wasState: place.state, reason, ...(mail === "cancelled" && { mailId: null }), ...by })
      .where(isPlace);
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

/**
 * The first alternate who isn't disqualified, erased, or a winner of another draw of this giveaway. If the draw left out winners of other
 * giveaways, so does this.
 */
async function moveUp(
  tx: ShopTransaction,
  shop: string,
  which: WhichDraw,
  { place, ...by }: { place: ShopPlace; changedAt: Date; changedByName: string },
): Promise<ShopPlace | null> {
  const { draw } = await findDraw(tx, shop, which);
  const [next] = await tx
    .select({ rank: giveawayPlaces.rank, mailId: giveawayPlaces.mailId })
    .from(giveawayPlaces)
    .innerJoin(giveawayEntrants, isEntrant)
    .where(
      and(
        isOfDraw(shop, which),
        eq(giveawayPlaces.state, "alternate"),
        eq(giveawayEntrants.state, "registered"),
        not(WINS_ANOTHER_DRAW),
        draw.repeatWinners ? undefined : not(WINS_ANOTHER_GIVEAWAY),
      ),
    )
    .orderBy(asc(giveawayPlaces.rank))
    .limit(1);
  if (!next) return null;
  // From an earlier time as a winner, withdrawn while it was being sent.
  const isMailDeleted = await deleteFailedWinnerMail(tx, shop, next);
  const reason = `Moved up for entry ${place.number}.`;
  const [moved] = await tx
    .update(giveawayPlaces)
    .set({
      state: "winner",
      movedUpFor: place.rank,
      reason,
      ...(isMailDeleted && { mailId: null }),
      ...by,
    })
    .where(and(isOfDraw(shop, which), eq(giveawayPlaces.rank, next.rank)))
    .returning();
  return moved ?? null;
}
