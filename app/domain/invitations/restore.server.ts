import { and, eq, isNull, sql } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import { tryAgain } from "~/core/mail/queue-mail.server";
import { mails } from "~/core/mail/tables.server";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { AUDIENCES, type AudienceId } from "./audiences";
import { invitationRestored, invitationSubject } from "./audit.server";
import { type Invitation, invitedName } from "./invitation.server";
import { lockInvitation } from "./lock-invitation.server";
import { invitationTextOf } from "./mail-texts.server";
import { DELETED } from "./mails.server";
import { REOPENED_STATE } from "./reopened-state";
import { sendInvitation } from "./send.server";
import { invitationLinks, invitations } from "./tables.server";

/**
 * Restores a revoked invitation: the links revoked with it work again, and an email canceled by the revocation is requested again.
 * An invitation that isn't revoked stays as it is.
 * @throws 404, and as `sendInvitation`
 */
export async function restoreInvitation(
  tx: ShopTransaction,
  shop: string,
  { audience, id }: { audience: AudienceId; id: string },
  { by, now, operationId }: { by: Pick<Administrator, "id" | "name">; now: Date; operationId: string },
): Promise<Invitation> {
  const existing = await lockInvitation(tx, shop, audience, id);
  if (existing.state !== "revoked" || !existing.revokedAt) return existing;
  await tx
    .update(invitationLinks)
    .set({ revokedAt: null })
    .where(
      and(
        eq(invitationLinks.shop, shop),
        eq(invitationLinks.invitationId, id),
        eq(invitationLinks.revokedAt, existing.revokedAt),
        isNull(invitationLinks.usedAt),
      ),
    );
  const [back] = await tx
    .update(invitations)
    .set({
      state: sql`CASE WHEN ${invitations.expiresAt} <= ${now} THEN 'expired' ELSE ${sql.raw(REOPENED_STATE)} END`,
      revokedAt: null,
      version: sql`${invitations.version} + 1`,
    })
    .where(and(eq(invitations.shop, shop), eq(invitations.id, id)))
    .returning();
  if (!back) throw new Error("The locked invitation disappeared.");
  await recordAudit(tx, shop, invitationRestored, {
    actor: by,
    subject: { type: invitationSubject, id },
    before: null,
    after: { name: invitedName(back), email: back.email, to: AUDIENCES[audience].noun.many },
    flag: AUDIENCES[audience].flag,
  });
  const mail = await latestMail(tx, existing);
  // Canceled with the invitation, so its link was never sent.
  if (!mail) return sendInvitation(tx, back, { operationId, now });
  if (mail.lastError !== DELETED) return back;
  // It was being sent when the invitation was deleted, and was canceled then.
  await tryAgain(tx, shop, mail.id, invitationTextOf(audience));
  // The invitation follows its email.
  return lockInvitation(tx, shop, audience, id);
}

const latestMail = async (tx: ShopTransaction, { shop, mailId }: Invitation) => {
  if (mailId === null) return undefined;
  const isIt = and(eq(mails.shop, shop), eq(mails.id, mailId));
  const [mail] = await tx.select({ id: mails.id, lastError: mails.lastError }).from(mails).where(isIt);
  return mail;
};
