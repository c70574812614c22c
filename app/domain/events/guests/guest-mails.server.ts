import { addDays, max } from "date-fns";
import type { MailText } from "~/core/mail/mail-text";
import { queueMail } from "~/core/mail/queue-mail.server";
import { linkUntil, newRequestLink } from "~/core/requests/links.server";
import { type Invitation, invitedName } from "~/domain/invitations/invitation.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { eventIdOf, findEvent, type ShopEvent } from "../event.server";
import { type GuestPlaceholder, guestValues } from "./guest-mail-values.server";
import { GUEST_REQUEST } from "./guest-state";
import { guestMovedUp, guestRegistered } from "./mail-texts.server";

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
