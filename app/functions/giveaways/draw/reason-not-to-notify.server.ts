import { and, eq, like, or } from "drizzle-orm";
import type { QueuedMail } from "~/core/mail/mail-text";
import { queueAgain } from "~/core/mail/queue-mail.server";
import { mails } from "~/core/mail/tables.server";
import { findLinkSubject } from "~/core/requests/links.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { ShopGiveaway } from "../giveaway.server";
import { readEntryId } from "../registrations/entry-link";
import { giveawayEntrants, giveawayPlaces, giveaways } from "../tables.server";
import { isEntrant, MAIL_KEYS } from "./place.server";

/** Why the email about a win must no longer be sent, in a sentence; null when it may be. */
export async function reasonNotToNotify(
  tx: ShopTransaction,
  { shop, id }: QueuedMail,
): Promise<string | null> {
  const [found] = await tx
    .select({
      place: giveawayPlaces.state,
      entrant: giveawayEntrants.state,
      isDeleted: giveaways.isDeleted,
    })
    .from(giveawayPlaces)
    .innerJoin(giveawayEntrants, isEntrant)
    .innerJoin(giveaways, isGiveaway)
    .where(and(eq(giveawayPlaces.shop, shop), eq(giveawayPlaces.mailId, id)));
  // A test email is about no one.
  if (!found) return null;
  if (found.isDeleted) return DELETED;
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
    .select({ state: entrants.state, isDeleted: giveaways.isDeleted })
    .from(entrants)
    .innerJoin(giveaways, isGiveaway)
    .where(and(eq(entrants.shop, shop), eq(entrants.giveawayId, giveawayId), eq(entrants.number, number)));
  if (entrant?.isDeleted) return DELETED;
  return entrant?.state === "registered" ? null : NO_ENTRY;
}

const isGiveaway = and(
  eq(giveaways.shop, giveawayEntrants.shop),
  eq(giveaways.id, giveawayEntrants.giveawayId),
);

/** Queues the emails again that the deletion of a giveaway held back. */
export async function sendHeldMails(tx: ShopTransaction, { shop, id }: ShopGiveaway): Promise<void> {
  const isAbout = or(...Object.values(MAIL_KEYS).map((keysOf) => like(mails.key, `${keysOf(id)}%`)));
  const held = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.shop, shop), eq(mails.state, "failed"), eq(mails.lastError, DELETED), isAbout))
    .orderBy(mails.id)
    .for("update");
  await queueAgain(
    tx,
    shop,
    held.map((mail) => mail.id),
  );
}

/** The reason of a held email, by which it is found again. */
export const DELETED = "The giveaway was deleted, so this email wasn't sent.";

const NO_ENTRY = "The entrant no longer takes part in the giveaway, so this email wasn't sent.";
const NO_WINNER = "The person is no longer a winner of this draw, so this email wasn't sent.";
const NO_ENTRANT = "The winner no longer takes part in the giveaway, so this email wasn't sent.";
