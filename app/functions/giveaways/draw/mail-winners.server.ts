import { and, asc, eq, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { winnersNotified } from "../audit.server";
import { nameOf } from "../entrants/list-entrants.server";
import { lockOpenGiveaway } from "../giveaway.server";
import { giveawayWon } from "../mail-texts.server";
import { recordGiveawayAudit } from "../record-giveaway-audit.server";
import { giveawayEntrants, giveawayPlaces } from "../tables.server";
import { placesList } from "./list";
import { isEntrant, isOfDraw } from "./place.server";
import { findDraw, type WhichDraw } from "./read-draws.server";

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
