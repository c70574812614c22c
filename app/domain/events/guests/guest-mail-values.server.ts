import type { QueuedMail } from "~/core/mail/mail-text";
import { findLinkSubject, requestUrl } from "~/core/requests/links.server";
import { findInvitation, type Invitation } from "~/domain/invitations/invitation.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { eventIdOf, findEvent, type ShopEvent } from "../event.server";
import { formatEventDates, timeZoneOf } from "../event-dates.server";
import { GONE, OVER } from "../limits";

export type GuestPlaceholder = "name" | "title" | "dates" | "place" | "link";

/** What an email to a guest says of the event. */
export const guestValues = async (
  tx: ShopTransaction,
  { firstName }: Invitation,
  event: ShopEvent,
): Promise<Record<GuestPlaceholder, string>> => ({
  name: firstName,
  title: event.name,
  dates: formatEventDates(event, await timeZoneOf(tx, event.shop)),
  place: event.location ? `, at ${event.location}` : "",
  link: requestUrl(event.shop),
});

async function findGuestOfMail(tx: ShopTransaction, { shop, linkId }: QueuedMail) {
  const subject = linkId && (await findLinkSubject(tx, shop, linkId));
  const guest = subject ? await findInvitation(tx, shop, subject.subjectId) : undefined;
  return guest && { guest, event: await findEvent(tx, shop, eventIdOf(guest.groupId) ?? 0) };
}

/** The present values of a guest's email. Null for one without a guest, such as a test. */
export async function readGuestValues(tx: ShopTransaction, mail: QueuedMail) {
  const found = await findGuestOfMail(tx, mail);
  return found ? guestValues(tx, found.guest, found.event) : null;
}

/** Why an email to a guest must no longer be sent: the event is gone, or the guest has answered since. */
export async function findGuestObjection(
  tx: ShopTransaction,
  mail: QueuedMail,
  states: readonly string[],
): Promise<string | null> {
  if (!mail.linkId) return null;
  const found = await findGuestOfMail(tx, mail);
  if (!found) return "This guest is no longer on the event's list, so the email wasn't sent.";
  if (found.event.isDeleted) return GONE;
  if (found.event.dateTo <= new Date()) return OVER;
  return states.includes(found.guest.state)
    ? null
    : "The guest's registration has changed since, so the email wasn't sent.";
}
