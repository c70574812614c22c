import { and, eq } from "drizzle-orm";
import type { QueuedMail } from "~/core/mail/mail-text";
import { findLinkSubject } from "~/core/requests/links.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { readEntryId } from "../registrations/entry-link";
import { giveawayEntrants, giveawayPlaces } from "../tables.server";
import { isEntrant } from "./place.server";

/** Why the email about a win must no longer be sent, in a sentence; null when it may be. */
export async function reasonNotToNotify(
  tx: ShopTransaction,
  { shop, id }: QueuedMail,
): Promise<string | null> {
  const [found] = await tx
    .select({ place: giveawayPlaces.state, entrant: giveawayEntrants.state })
    .from(giveawayPlaces)
    .innerJoin(giveawayEntrants, isEntrant)
    .where(and(eq(giveawayPlaces.shop, shop), eq(giveawayPlaces.mailId, id)));
  // A test email is about no one.
  if (!found) return null;
  if (found.place !== "winner") return NO_WINNER;
  return found.entrant === "registered" ? null : NO_ENTRANT;
}

/** Why the email about an entry must no longer be sent, in a sentence; null when it may be. */
export async function reasonNotToConfirm(
  tx: ShopTransaction,
  { shop, linkId }: QueuedMail,
): Promise<string | null> {
  const subject = linkId ? await findLinkSubject(tx, shop, linkId) : undefined;
  // A test email is about no one.
  if (!subject) return null;
  const { giveawayId, number } = readEntryId(subject.subjectId);
  const entrants = giveawayEntrants;
  const [entrant] = await tx
    .select({ state: entrants.state })
    .from(entrants)
    .where(and(eq(entrants.shop, shop), eq(entrants.giveawayId, giveawayId), eq(entrants.number, number)));
  return entrant?.state === "registered" ? null : NO_ENTRY;
}

const NO_ENTRY = "The entrant no longer takes part in the giveaway, so this email wasn't sent.";
const NO_WINNER = "The person is no longer a winner of this draw, so this email wasn't sent.";
const NO_ENTRANT = "The winner no longer takes part in the giveaway, so this email wasn't sent.";
