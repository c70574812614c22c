import { addDays, max } from "date-fns";
import { type MailText, mailText, type QueuedMail } from "~/core/mail/mail-text";
import { queueMail } from "~/core/mail/queue-mail.server";
import { findLinkSubject, linkUntil, newRequestLink, requestUrl } from "~/core/requests/links.server";
import { findInvitation, type Invitation, invitedName } from "~/domain/invitations/invitation.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { eventIdOf, findEvent, type ShopEvent } from "../event.server";
import { formatEventDates, timeZoneOf } from "../event-dates.server";
import { GONE, OVER } from "../limits";
import { GUEST_REQUEST } from "./guest-state";

const PLACEHOLDERS = {
  name: { meaning: "The guest's first name", example: "Ana" },
  title: { meaning: "The event's name", example: "Spring workshop" },
  dates: {
    meaning: "When the event begins and ends",
    example: "03/01/2027 9:00 AM EST to 03/01/2027 5:00 PM EST",
  },
  place: {
    meaning: "Where the event is, after a comma. Empty for an event without a location",
    example: ", at the Training Center, Hall 4",
  },
  link: {
    meaning: "The guest's own page: the code for the entrance, the calendar file, and canceling",
    example: "https://shop.example/apps/backroom/request/…",
    isLink: true,
    isRequired: true,
  },
} as const satisfies MailText<GuestPlaceholder>["placeholders"];

/** An email to a guest. It is sent only while what it says is true. */
const guestText = (
  { what, ...text }: Pick<MailText, "id" | "name" | "when" | "subject"> & { what: string },
  states: readonly string[],
): MailText<GuestPlaceholder> =>
  mailText<GuestPlaceholder>({
    ...text,
    body: `Hello {{name}},

${what}

{{link}}

{{shop}}`,
    placeholders: PLACEHOLDERS,
    findObjection: (tx, mail) => findGuestObjection(tx, mail, states),
    readValues: readGuestValues,
  });

export const guestRegistered = guestText(
  {
    id: "event.registered",
    name: "Registration for an event",
    when: "A guest has registered for an event",
    subject: "You are registered: {{title}}",
    what: "You are registered for {{title}}, {{dates}}{{place}}.\n\nYour page has the code for the entrance and a file for your calendar. Cancel there if you can't come:",
  },
  ["accepted"],
);

export const guestWaiting = guestText(
  {
    id: "event.waiting",
    name: "Waiting list of an event",
    when: "A guest joins the waiting list of an event, or is moved to it",
    subject: "You are on the waiting list: {{title}}",
    what: "You are on the waiting list for {{title}}, {{dates}}{{place}}.\n\nWhen a place becomes free, the next guest on the list gets it, and an email. See your place on the list, or leave it:",
  },
  ["waiting"],
);

export const guestMovedUp = guestText(
  {
    id: "event.place",
    name: "Place from the waiting list of an event",
    when: "A guest who waited for a place at an event gets one",
    subject: "You have a place: {{title}}",
    what: "A place has become free, and it is yours: you are registered for {{title}}, {{dates}}{{place}}.\n\nYour page has the code for the entrance and a file for your calendar. Cancel there if you can't come, so that the next guest gets the place:",
  },
  ["accepted"],
);

export const guestCanceled = guestText(
  {
    id: "event.canceled",
    name: "Canceled registration for an event",
    when: "A guest cancels their registration for an event, or staff cancel it",
    subject: "Your registration is canceled: {{title}}",
    what: "Your registration for {{title}}, {{dates}}{{place}}, is canceled.\n\nYour page says whether you can register again:",
  },
  ["canceled"],
);

export const guestReminder = guestText(
  {
    id: "event.reminder",
    name: "Reminder of an event",
    when: "The day before an event, to each guest who has registered. Each event has a switch for it",
    subject: "Reminder: {{title}}",
    what: "This is a reminder of {{title}}, {{dates}}{{place}}.\n\nYour page has the code for the entrance. Cancel there if you can't come:",
  },
  ["accepted"],
);

/** Until when the link of a guest's email works that is sent now: until after the event, in any case. */
export const guestLinkUntil = ({ dateTo }: Pick<ShopEvent, "dateTo">, now: Date): Date =>
  max([linkUntil(now), addDays(dateTo, 1)]);

/**
 * Queues an email to a guest with a personal link of its own.
 * @param options.key what it is for. The same key again sends no second email
 */
export async function mailGuest(
  tx: ShopTransaction,
  text: MailText<GuestPlaceholder>,
  guest: Invitation,
  { key, now, isBulk }: { key: string; now: Date; isBulk?: boolean },
): Promise<void> {
  const { shop, id, email } = guest;
  const event = await findEvent(tx, shop, eventIdOf(guest.groupId) ?? 0);
  const subject = { kind: GUEST_REQUEST, subjectId: id, now };
  await queueMail(tx, shop, text, {
    key,
    to: { email, name: invitedName(guest) },
    values: await guestValues(tx, guest, event),
    linkId: await newRequestLink(tx, shop, subject, guestLinkUntil(event, now)),
    customerId: guest.customerId ?? undefined,
    flag: "showEvents",
    isBulk,
  });
}

/** Emails a person who has just registered, in the transaction that registers them. */
export async function mailRegistration(tx: ShopTransaction, guest: Invitation, now: Date): Promise<void> {
  const text = guest.waitingAt === null ? guestRegistered : guestMovedUp;
  await mailGuest(tx, text, guest, { key: guestMailKey(guest, text), now });
}

/** The key of an email about a change of a guest. Each change is a version of the invitation. */
export const guestMailKey = ({ id, version }: Invitation, text: MailText): string =>
  `${text.id}:${id}:${version}`;

type GuestPlaceholder = "name" | "title" | "dates" | "place" | "link";

/** What an email to a guest says of the event. */
export const guestValues = async (
  tx: ShopTransaction,
  { firstName }: Pick<Invitation, "firstName">,
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
async function readGuestValues(tx: ShopTransaction, mail: QueuedMail) {
  const found = await findGuestOfMail(tx, mail);
  return found ? guestValues(tx, found.guest, found.event) : null;
}

/** Why an email to a guest must no longer be sent: the event is gone, or the guest has answered since. */
async function findGuestObjection(
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
