import { and, eq } from "drizzle-orm";
import { cancelMails } from "~/domain/mail/cancel.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Invitation } from "./invitation.server";
import { whyClosed } from "./particulars.server";
import { invitationLinks, invitations } from "./tables.server";

/** What an invitation's mail is for. @param number 1 for the first one, and so on */
export const mailKey = (id: string, number: number): string => `invitation:${id}:${number}`;

/** Of all mails that an invitation has had. */
export const mailKeys = ({ id, mailCount }: Pick<Invitation, "id" | "mailCount">): string[] =>
  Array.from({ length: mailCount }, (_, index) => mailKey(id, index + 1));

/** Mails of an invitation that have not left stay here: it was deleted, used, or is sent anew. */
export const withdrawMails = (tx: ShopTransaction, invitation: Invitation): Promise<void> =>
  cancelMails(tx, invitation.shop, mailKeys(invitation));

/**
 * Why the mail of an invitation must not leave any more, in a sentence: nobody can register by it, or a newer mail is there.
 * @returns null for one that may leave, and for a mail that is no invitation's
 */
export async function objectionTo(
  tx: ShopTransaction,
  { shop, id, linkId }: { shop: string; id: string; linkId: string | null },
): Promise<string | null> {
  if (linkId === null) return null;
  const [found] = await tx
    .select({ link: invitationLinks, invitation: invitations })
    .from(invitationLinks)
    .innerJoin(invitations, and(eq(invitations.shop, shop), eq(invitations.id, invitationLinks.invitationId)))
    .where(and(eq(invitationLinks.shop, shop), eq(invitationLinks.id, linkId)));
  if (!found) return null;
  const { link, invitation } = found;
  if (invitation.state === "accepted") return USED;
  if (invitation.state === "revoked") return DELETED;
  if (invitation.mailId !== id) return REPLACED;
  // First what it invites to: links to an event end with it, and that says more.
  const closed = await whyClosed(tx, shop, invitation);
  if (closed) return closed.message;
  return link.revokedAt || link.expiresAt <= new Date() ? RUN_OUT : null;
}

const USED = "The person has registered already, so this invitation is not sent.";
export const DELETED = "The invitation was deleted, so its mail is not sent.";
const REPLACED = "The person was invited once more since; the newer mail counts, and this one is not sent.";
const RUN_OUT = "The link in this mail does not work any more. Invite the person once more instead.";
