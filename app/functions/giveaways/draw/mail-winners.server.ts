import { and, asc, eq, isNull } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { findStop } from "~/core/mail/stops.server";
import { requestUrl } from "~/core/requests/links.server";
import { withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { winnersNotified } from "../audit.server";
import { nameOf } from "../entrants/list.server";
import { lockOpenGiveaway, recordGiveawayAudit } from "../giveaway.server";
import { giveawayWon } from "../mail-texts.server";
import { PLACES_LIST } from "../messages";
import { newEntryLink } from "../registrations/entry.server";
import { giveawayEntrants, giveawayPlaces } from "../tables.server";
import { isEntrant, isOfDraw, winnerMailKey } from "./place.server";
import { findDraw, type WhichDraw } from "./read-draws.server";

/** What a request to email the winners did. */
export interface MailedWinners {
  /** The number of emails that will be sent. */
  count: number;
  /** The number of winners whose address is blocked, because an earlier email bounced. */
  blocked: number;
}

/**
 * Queues an email to every current winner who still takes part and hasn't been notified. Repeating it never emails a winner twice.
 * @throws 404 for an unknown draw, 409 for a deleted giveaway
 */
export async function mailWinners(
  { shop: { domain }, administrator, clock }: CallContext,
  which: WhichDraw,
): Promise<MailedWinners> {
  const mailed = await withShop(domain, async (tx) => {
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
          isNull(giveawayPlaces.mailId),
          eq(giveawayEntrants.state, "registered"),
        ),
      )
      .orderBy(asc(giveawayPlaces.rank));
    let blocked = 0;
    for (const { place, entrant } of winners) {
      const email = entrant.email ?? "";
      const mailId = await queueMail(tx, domain, giveawayWon, {
        key: winnerMailKey(which, place.rank),
        to: { email, name: nameOf(entrant) },
        values: {
          name: entrant.firstName,
          giveaway: giveaway.name,
          entry: String(entrant.number),
          link: requestUrl(domain),
        },
        linkId: await newEntryLink(tx, entrant, clock.now()),
        flag: "showGiveaways",
        isBulk: true,
      });
      await tx
        .update(giveawayPlaces)
        .set({ mailId })
        .where(and(isOfDraw(domain, which), eq(giveawayPlaces.rank, place.rank)));
      if (await findStop(tx, domain, email)) blocked += 1;
    }
    const count = winners.length - blocked;
    if (winners.length > 0)
      await recordGiveawayAudit(tx, domain, which.id, winnersNotified, {
        actor: administrator,
        before: null,
        after: { draw: which.draw, mails: count },
      });
    return { count, blocked };
  });
  if (mailed.count + mailed.blocked > 0) publishChange(domain, "showGiveaways", { list: PLACES_LIST });
  return mailed;
}
