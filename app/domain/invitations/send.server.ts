import { addDays, min } from "date-fns";
import { and, eq, sql } from "drizzle-orm";
import { queueMail } from "~/core/mail/queue-mail.server";
import { mails } from "~/core/mail/tables.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { AUDIENCES } from "./audiences";
import { type Invitation, invitedName } from "./invitation.server";
import { addLink } from "./links.server";
import { invitationTextOf } from "./mail-texts.server";
import { mailKey, mailValues, withdrawMails } from "./mails.server";
import { assertOpenTo, readParticulars } from "./particulars.server";
import { invitations } from "./tables.server";

/** A link's lifetime unless its group ends earlier (days). */
export const LINK_DAYS = 30;

/**
 * Gives an invitation a new link and queues its email, in the caller's transaction; earlier unsent emails are canceled. Callers
 * have already checked that the person may be invited.
 * @param operationId is stored, so that a repeated request sends no second email
 * @param isBulk when many people are invited together
 * @throws as `readParticulars` and `assertOpenTo`, and a 400 refusal for an address that can't receive email
 */
export async function sendInvitation(
  tx: ShopTransaction,
  invitation: Invitation,
  { operationId, now, isBulk = false }: { operationId: string; now: Date; isBulk?: boolean },
): Promise<Invitation> {
  const { shop, id, audience } = invitation;
  const particulars = await readParticulars(tx, shop, invitation);
  await assertOpenTo(tx, shop, invitation);
  const { endsAt } = particulars;
  const expiresAt = min([addDays(now, LINK_DAYS), ...(endsAt ? [endsAt] : [])]);
  const linkId = await addLink(tx, invitation, { now, expiresAt });
  await withdrawMails(tx, invitation);
  const mailCount = invitation.mailCount + 1;
  const mailId = await queueMail(tx, shop, invitationTextOf(audience), {
    key: mailKey(id, mailCount),
    to: { email: invitation.email, name: invitedName(invitation) },
    values: mailValues(invitation, particulars),
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
      // The outcome of earlier emails doesn't apply to this one.
      sentAt: null,
      deliveredAt: null,
      ...(await initialState(tx, shop, mailId)),
    })
    .where(and(eq(invitations.shop, shop), eq(invitations.id, id)))
    .returning();
  if (!sent) throw new Error("The locked invitation disappeared.");
  return sent;
}

/** An email to an address that already bounced is never sent, so the invitation bounces immediately. */
async function initialState(tx: ShopTransaction, shop: string, mailId: string) {
  const [mail] = await tx
    .select({ state: mails.state, lastError: mails.lastError })
    .from(mails)
    .where(and(eq(mails.shop, shop), eq(mails.id, mailId)));
  const isRefused = mail?.state === "failed" || mail?.state === "bounced";
  return isRefused
    ? { state: "bounced" as const, bouncedAt: sql`now()`, lastError: mail.lastError }
    : { state: "queued" as const, bouncedAt: null, lastError: null };
}
