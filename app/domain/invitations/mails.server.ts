import { and, eq } from "drizzle-orm";
import { cancelMails } from "~/core/mail/queue-mail.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Invitation } from "./invitation.server";
import { writtenLink } from "./links.server";
import { type Particulars, readParticulars, whyClosed } from "./particulars.server";
import { invitationLinks, invitations } from "./tables.server";

/** The key of an invitation's email. @param number counted from 1 */
export const mailKey = (id: string, number: number): string => `invitation:${id}:${number}`;

/** The keys of all emails of an invitation. */
export const mailKeys = ({ id, mailCount }: Pick<Invitation, "id" | "mailCount">): string[] =>
  Array.from({ length: mailCount }, (_, index) => mailKey(id, index + 1));

/** Cancels unsent emails of an invitation that was deleted, used or resent. */
export const withdrawMails = (tx: ShopTransaction, invitation: Invitation): Promise<void> =>
  cancelMails(tx, invitation.shop, mailKeys(invitation));

/**
 * Why an invitation's email must no longer be sent, as a sentence: its link no longer works, or a newer email exists.
 * @returns null for an email that may be sent or isn't an invitation
 */
export async function reasonNotToSend(
  tx: ShopTransaction,
  { shop, id, linkId }: { shop: string; id: string; linkId: string | null },
): Promise<string | null> {
  const found = await findInvited(tx, shop, linkId);
  if (!found) return null;
  const { link, invitation } = found;
  if (invitation.state === "accepted") return USED;
  if (invitation.state === "revoked") return DELETED;
  if (invitation.mailId !== id) return REPLACED;
  // The group first: links to an event end with it, and its reason is more specific.
  const closed = await whyClosed(tx, shop, invitation);
  if (closed) return closed.message;
  return link.revokedAt || link.expiresAt <= new Date() ? LINK_EXPIRED : null;
}

/** In SQL: whether the personal link of a `mail` works, as far as it doesn't depend on its invitation. */
export const LINK_WORKS = `EXISTS (SELECT FROM invitation_links AS own
  WHERE own.shop = mail.shop AND own.id = mail.link_id AND own.revoked_at IS NULL AND own.expires_at > now())`;

/** The link of an email, and its invitation. Undefined for an email that isn't an invitation. */
async function findInvited(tx: ShopTransaction, shop: string, linkId: string | null) {
  if (linkId === null) return undefined;
  const [found] = await tx
    .select({ link: invitationLinks, invitation: invitations })
    .from(invitationLinks)
    .innerJoin(invitations, and(eq(invitations.shop, shop), eq(invitations.id, invitationLinks.invitationId)))
    .where(and(eq(invitationLinks.shop, shop), eq(invitationLinks.id, linkId)));
  return found;
}

/** The values of an invitation's email. */
export const mailValues = ({ shop, firstName }: Invitation, { title, details }: Particulars) => ({
  name: firstName,
  link: writtenLink(shop),
  title,
  details: details.join("\n"),
});

/** The present values of a queued invitation. Null for an email that isn't an invitation, such as a test. */
export async function readMailValues(
  tx: ShopTransaction,
  { shop, linkId }: { shop: string; linkId: string | null },
) {
  const found = await findInvited(tx, shop, linkId);
  return found ? mailValues(found.invitation, await readParticulars(tx, shop, found.invitation)) : null;
}

const USED = "The person has already registered, so this invitation wasn't sent.";
/** Reasons of held emails, by which they are found again. */
export const DELETED = "The invitation was deleted, so its email wasn't sent.";
const REPLACED = "A newer invitation was sent to this person, so this email wasn't sent.";
export const LINK_EXPIRED = "The link in this email no longer works. Resend the invitation instead.";
