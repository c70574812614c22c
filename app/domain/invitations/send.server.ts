import { addDays, min } from "date-fns";
import { and, eq, sql } from "drizzle-orm";
import { queueMail } from "~/domain/mail/queue.server";
import { mails } from "~/domain/mail/tables.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { AUDIENCES } from "./audiences";
import { type Invitation, invitedName } from "./invitation.server";
import { addLink, writtenLink } from "./links.server";
import { mailKey, withdrawMails } from "./mails.server";
import { assertOpenTo, readParticulars } from "./particulars.server";
import { invitations } from "./tables.server";

/** How long a link works, unless what it invites to ends before (days). */
export const LINK_DAYS = 30;

/**
 * Gives an invitation a new link and puts its mail into the outbox, in the caller's transaction; earlier ones that have not left
 * stay here. Everybody who invites comes through here; whether they may is decided before.
 * @param operationId of the request: kept, so that the same request again asks for no second mail
 * @param isBulk of many that are invited together
 * @throws as `readParticulars` and `assertOpenTo`, and a 400 refusal for an address that no mail can be sent to
 */
export async function sendInvitation(
  tx: ShopTransaction,
  invitation: Invitation,
  { operationId, now, isBulk = false }: { operationId: string; now: Date; isBulk?: boolean },
): Promise<Invitation> {
  const { shop, id, audience } = invitation;
  const { title, details, endsAt } = await readParticulars(tx, shop, invitation);
  await assertOpenTo(tx, shop, invitation);
  const expiresAt = min([addDays(now, LINK_DAYS), ...(endsAt ? [endsAt] : [])]);
  const linkId = await addLink(tx, invitation, { now, expiresAt });
  await withdrawMails(tx, invitation);
  const mailCount = invitation.mailCount + 1;
  const mailId = await queueMail(tx, shop, {
    key: mailKey(id, mailCount),
    to: { email: invitation.email, name: invitedName(invitation) },
    text: AUDIENCES[audience].mail,
    values: {
      name: invitation.firstName,
      link: writtenLink(shop),
      ...(title && { title, details: details.join("\n") }),
    },
    linkId,
    flag: AUDIENCES[audience].flag,
    isBulk,
  });
  const [sent] = await tx
    .update(invitations)
    .set({
      mailId,
      mailCount,
      operationId,
      expiresAt,
      lastInvitedAt: now,
      revokedAt: null,
      // What was heard of earlier mails says nothing of this one.
      sentAt: null,
      deliveredAt: null,
      ...(await fateOf(tx, shop, mailId)),
    })
    .where(and(eq(invitations.shop, shop), eq(invitations.id, id)))
    .returning();
  if (!sent) throw new Error("The invitation that was there a moment ago is gone.");
  return sent;
}

/** A mail to an address that refused one before is not sent at all: the invitation says so at once. */
async function fateOf(tx: ShopTransaction, shop: string, mailId: string) {
  const [mail] = await tx
    .select({ state: mails.state, lastError: mails.lastError })
    .from(mails)
    .where(and(eq(mails.shop, shop), eq(mails.id, mailId)));
  const isRefused = mail?.state === "failed" || mail?.state === "bounced";
  return isRefused
    ? { state: "bounced" as const, bouncedAt: sql`now()`, lastError: mail.lastError }
    : { state: "queued" as const, bouncedAt: null, lastError: null };
}
