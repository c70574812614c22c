import { and, asc, eq, not } from "drizzle-orm";
import { assertOwnDeletion } from "~/core/audit/deletion.server";
import { readWho, type Who } from "~/core/audit/outdated-form.server";
import type { CallContext } from "~/core/context.server";
import { cancelMail, deleteFailedMail, tryAgain } from "~/core/mail/queue-mail.server";
import type { Administrator } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { giveawaySubject, placeDeclined, placeDisqualified, placeRestored } from "../audit.server";
import { lockOpenGiveaway, lockWinners, recordGiveawayAudit } from "../giveaway.server";
import { giveawayWon } from "../mail-texts.server";
import { PLACES_LIST } from "../messages";
import { giveawayEntrants, giveawayPlaces } from "../tables.server";
import { readMailboxColumns } from "./entries.server";
import {
  deleteFailedWinnerMail,
  isEntrant,
  isOfDraw,
  type ShopPlace,
  WINS_ANOTHER_DRAW,
  winnerMailKey,
  winsAnotherGiveaway,
} from "./place.server";
import { findDraw, type WhichDraw } from "./read-draws.server";

/** Who makes a change: an administrator, or the entrant. */
type Actor = Pick<Administrator, "id" | "name">;

/**
 * Marks a drawn entrant as declined or disqualified. A winner's email that wasn't sent yet is canceled, and the next
 * alternate moves up. The draw itself stays as it was. The same again by the same actor changes nothing: the answer may have been lost.
 * @returns the place as it was, and the alternate who moved up, or null
 * @throws 404 for an unknown place, 409 for an entrant who is already out, or a deleted giveaway
 */
export async function changePlace(
  { shop: { domain }, actor, clock }: Pick<CallContext, "shop" | "clock"> & { actor: Actor },
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
    if (place.state === "declined" || place.state === "disqualified") {
      const removal = { ...recordedOf(which, place), action: REMOVALS };
      const by = await readWho(tx, { shop: { domain }, administrator: actor }, removal);
      if (!by?.isOwn || place.state !== state || place.reason !== reason)
        throw conflict(`${outText(place, by)} The list shows who moved up.`);
      const [movedUp = null] = await tx
        .select()
        .from(giveawayPlaces)
        .where(and(isOfDraw(domain, which), eq(giveawayPlaces.movedUpFor, rank)));
      return { place: { ...place, state: place.wasState ?? place.state }, movedUp };
    }
    // Emails before places, as an erasure locks them in this order.
    const mail = await cancelMail(tx, domain, winnerMailKey(which, rank));
    const by = { changedAt: clock.now(), changedByName: actor.name };
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
        actor,
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
  publishChange(domain, "showGiveaways", { list: PLACES_LIST });
  return changed;
}

const REMOVALS = [placeDeclined, placeDisqualified];

/** How a change of a place is recorded: in the history of its giveaway. */
const recordedOf = ({ id, draw }: WhichDraw, { number }: Pick<ShopPlace, "number">) => ({
  type: giveawaySubject,
  id,
  after: { draw, entry: number },
});

const outText = ({ number }: Pick<ShopPlace, "number">, by: Who | undefined): string =>
  by ? `${by.who} removed entry ${number}${by.elsewhere}.` : `Entry ${number} is already out.`;

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
        draw.repeatWinners ? undefined : not(winsAnotherGiveaway(await readMailboxColumns(tx, shop))),
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

/**
 * Restores a drawn entrant to their previous state. The alternate who replaced them becomes an alternate again, so there are never
 * more winners than were drawn.
 * @returns the replacement who became an alternate again, or null
 * @throws 404 for an unknown place, 409 for an entrant who isn't out, is no longer eligible, has won elsewhere since, or whose
 *   replacement has an email about the win, unless that email failed, and for an Undo as `assertOwnDeletion`
 */
export async function restorePlace(
  context: CallContext,
  { rank, isUndo, ...which }: WhichDraw & { rank: number; isUndo: boolean },
): Promise<{ place: ShopPlace; movedDown: ShopPlace | null }> {
  const { administrator, clock } = context;
  const { domain } = context.shop;
  const back = await withShop(domain, async (tx) => {
    await lockWinners(tx, domain);
    await lockOpenGiveaway(tx, domain, which.id);
    const places = await readPlaces(tx, domain, which);
    const found = places.find(({ place }) => place.rank === rank);
    if (!found) throw notFound("There is no such place in this draw.");
    const { place, entrant } = found;
    const { wasState } = place;
    if (!wasState) {
      const by = await readWho(tx, context, { ...recordedOf(which, place), action: placeRestored });
      const why = by
        ? `${by.who} restored entry ${place.number}${by.elsewhere}.`
        : `Entry ${place.number} isn't out.`;
      throw conflict(`${why} The list shows its current state.`);
    }
    if (isUndo) {
      const removal = { ...recordedOf(which, place), action: REMOVALS };
      await assertOwnDeletion(tx, context, removal, `removed entry ${place.number}`);
    }
    if (entrant !== "registered")
      throw conflict(`Entry ${place.number} no longer takes part. Reinstate it under Entrants first.`);
    if (wasState === "winner") await refuseOtherWin(tx, domain, which, place);
    const after = movedUpAfter(
      places.map((one) => one.place),
      rank,
    );
    const movedDown = after.find(({ state }) => state === "winner") ?? null;
    // Before the places are locked, as an erasure locks them in this order.
    if (movedDown) await deleteWinnerMail(tx, domain, movedDown);
    // An alternate's email is from the time when they were a winner.
    const isMailDeleted = wasState === "alternate" && (await deleteFailedWinnerMail(tx, domain, place));
    const by = { changedAt: clock.now(), changedByName: administrator.name };
    const change = (one: ShopPlace, set: Partial<typeof giveawayPlaces.$inferInsert>) =>
      tx
        .update(giveawayPlaces)
        .set(set)
        .where(and(isOfDraw(domain, which), eq(giveawayPlaces.rank, one.rank)));
    // Replacements who are out held this place in turn, and only one entrant can be the winner.
    for (const one of after)
      await change(
        one,
        one.wasState
          ? { wasState: "alternate", movedUpFor: null }
          : { state: "alternate", movedUpFor: null, mailId: null, reason: null, ...by },
      );
    await change(place, {
      state: wasState,
      wasState: null,
      reason: null,
      ...(isMailDeleted && { mailId: null }),
      ...by,
    });
    // An email that failed, perhaps because this entrant was out, is due again.
    if (wasState === "winner" && place.mailId) await tryAgain(tx, domain, place.mailId, giveawayWon);
    await recordGiveawayAudit(tx, domain, which.id, placeRestored, {
      actor: administrator,
      before: { draw: which.draw, entry: place.number, state: place.state },
      after: {
        draw: which.draw,
        entry: place.number,
        state: wasState,
        "moved down": movedDown?.number ?? "none",
      },
    });
    return { place, movedDown };
  });
  publishChange(domain, "showGiveaways", { list: PLACES_LIST });
  return back;
}

const readPlaces = (tx: ShopTransaction, shop: string, which: WhichDraw) =>
  tx
    .select({ place: giveawayPlaces, entrant: giveawayEntrants.state })
    .from(giveawayPlaces)
    .innerJoin(giveawayEntrants, isEntrant)
    .where(isOfDraw(shop, which))
    .orderBy(asc(giveawayPlaces.rank));

/**
 * Deletes a winner's email that failed, so that they can be emailed if they move up again.
 * @throws 409 for a winner whose email is queued or was sent
 */
async function deleteWinnerMail(
  tx: ShopTransaction,
  shop: string,
  { number, mailId }: ShopPlace,
): Promise<void> {
  if (!mailId) return;
  const state = await deleteFailedMail(tx, shop, mailId);
  if (state === "bounced" || state === "failed") return;
  if (state === "queued" || state === "sending")
    throw conflict(`Entry ${number} moved up, and the email about the win is queued. Remove it first.`);
  throw conflict(
    `Entry ${number} moved up and was already notified by email. Remove it first, once the entrant agrees.`,
  );
}

/** Checks what an alternate needs to move up. @throws 409 for an entrant who has won elsewhere since */
async function refuseOtherWin(
  tx: ShopTransaction,
  shop: string,
  which: WhichDraw,
  { rank, number }: ShopPlace,
): Promise<void> {
  const { draw } = await findDraw(tx, shop, which);
  const [wins] = await tx
    .select({
      anotherDraw: WINS_ANOTHER_DRAW,
      anotherGiveaway: winsAnotherGiveaway(await readMailboxColumns(tx, shop)),
    })
    .from(giveawayPlaces)
    .innerJoin(giveawayEntrants, isEntrant)
    .where(and(isOfDraw(shop, which), eq(giveawayPlaces.rank, rank)));
  if (wins?.anotherDraw)
    throw conflict(
      `Entry ${number} has since won another draw of this giveaway. To restore it here, remove it there first.`,
    );
  if (wins?.anotherGiveaway && !draw.repeatWinners)
    throw conflict(
      `Entry ${number} has since won another giveaway, and this draw left out winners of other giveaways. To restore it here, remove it there first.`,
    );
}

/** Who moved up for a place, then who replaced that one, and so on. */
function movedUpAfter(places: readonly ShopPlace[], rank: number): ShopPlace[] {
  const next = places.find(({ movedUpFor }) => movedUpFor === rank);
  return next ? [next, ...movedUpAfter(places, next.rank)] : [];
}
