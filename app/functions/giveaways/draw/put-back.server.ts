import { and, asc, eq } from "drizzle-orm";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { noteGiveaway } from "../audit.server";
import { holdOpenGiveaway } from "../giveaway.server";
import { giveawayEntrants, giveawayPlaces } from "../tables.server";
import { placesList } from "./list";
import { isEntrant, isOfDraw, type ShopPlace } from "./places.server";
import type { WhichDraw } from "./read.server";

/**
 * Takes back that somebody drawn is out: they stand where they stood before. Who moved up for them is an alternate again, so there
 * are never more winners than were drawn.
 * @returns who went back among the alternates; null when nobody had moved up
 * @throws 404 for a place that is not there, 409 for somebody who is not out, who cannot win any more, or whose place somebody
 *   has who was told already
 */
export async function putBack(
  { shop: { domain }, administrator, clock }: CallContext,
  { rank, ...which }: WhichDraw & { rank: number },
): Promise<{ place: ShopPlace; movedDown: ShopPlace | null }> {
  const back = await withShop(domain, async (tx) => {
    await holdOpenGiveaway(tx, domain, which.id);
    const places = await readPlaces(tx, domain, which);
    const found = places.find(({ place }) => place.rank === rank);
    if (!found) throw notFound("Nobody was drawn for this place.");
    const { place, entrant } = found;
    const { wasState } = place;
    if (!wasState)
      throw conflict(`Entry ${place.number} is not out. Reload the page to see where it stands.`);
    if (entrant !== "registered")
      throw conflict(`Entry ${place.number} takes no part any more. Reinstate it first, under Entrants.`);
    const after = movedUpAfter(
      places.map((one) => one.place),
      rank,
    );
    const movedDown = after.find(({ state }) => state === "winner") ?? null;
    if (movedDown?.mailId)
      throw conflict(
        `Entry ${movedDown.number} has moved up and was told by mail already. Take it out first, once its holder agrees.`,
      );
    const by = { changedAt: clock.now(), changedByName: administrator.name };
    const change = (one: ShopPlace, set: Partial<typeof giveawayPlaces.$inferInsert>) =>
      tx
        .update(giveawayPlaces)
        .set(set)
        .where(and(isOfDraw(domain, which), eq(giveawayPlaces.rank, one.rank)));
    // Those who moved up for them, and are out by now, were winners in their stead; only one can be.
    for (const one of after)
      await change(
        one,
        one.wasState
          ? { wasState: "alternate", movedUpFor: null }
          : { state: "alternate", movedUpFor: null, reason: null, ...by },
      );
    await change(place, { state: wasState, wasState: null, reason: null, ...by });
    await noteGiveaway(tx, domain, which.id, {
      action: "giveaway.place put back",
      actor: administrator,
      before: { draw: which.draw, entry: place.number, state: place.state },
      after: {
        draw: which.draw,
        entry: place.number,
        state: wasState,
        "moved down": movedDown?.number ?? "nobody",
      },
    });
    return { place, movedDown };
  });
  publishChange(domain, "showGiveaways", { list: placesList.name });
  return back;
}

const readPlaces = (tx: ShopTransaction, shop: string, which: WhichDraw) =>
  tx
    .select({ place: giveawayPlaces, entrant: giveawayEntrants.state })
    .from(giveawayPlaces)
    .innerJoin(giveawayEntrants, isEntrant)
    .where(isOfDraw(shop, which))
    .orderBy(asc(giveawayPlaces.rank));

/** Who moved up for a place, then for whom that one made room, and so on. */
function movedUpAfter(places: readonly ShopPlace[], rank: number): ShopPlace[] {
  const next = places.find(({ movedUpFor }) => movedUpFor === rank);
  return next ? [next, ...movedUpAfter(places, next.rank)] : [];
}
