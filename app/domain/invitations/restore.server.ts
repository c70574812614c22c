import { and, eq, isNull, sql } from "drizzle-orm";
import { recordAudit } from "~/domain/audit/record.server";
import { tryAgain } from "~/domain/mail/queue.server";
import { mails } from "~/domain/mail/tables.server";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { AUDIENCES, type AudienceId } from "./audiences";
import { lockInvitation } from "./find.server";
import { type Invitation, invitedName } from "./invitation.server";
import { DELETED } from "./mails.server";
import { sendInvitation } from "./send.server";
import { STANDING } from "./standing";
import { invitationLinks, invitations } from "./tables.server";

/**
 * Brings an invitation back that was taken back: the links that died with it work again, and a mail that was held back then is
 * asked for once more. One that was not taken back stays as it is.
 * @throws 404, and as `sendInvitation`
 */
export async function restoreInvitation(
  tx: ShopTransaction,
  shop: string,
  { audience, id }: { audience: AudienceId; id: string },
  { by, now, operationId }: { by: Pick<Administrator, "id" | "name">; now: Date; operationId: string },
): Promise<Invitation> {
  const known = await lockInvitation(tx, shop, audience, id);
  if (known.state !== "revoked" || !known.revokedAt) return known;
  await tx
    .update(invitationLinks)
    .set({ revokedAt: null })
    .where(
      and(
        eq(invitationLinks.shop, shop),
        eq(invitationLinks.invitationId, id),
        eq(invitationLinks.revokedAt, known.revokedAt),
        isNull(invitationLinks.usedAt),
      ),
    );
  const [back] = await tx
    .update(invitations)
    .set({
      state: sql`CASE WHEN ${invitations.expiresAt} <= ${now} THEN 'expired' ELSE ${sql.raw(STANDING)} END`,
      revokedAt: null,
      version: sql`${invitations.version} + 1`,
    })
    .where(and(eq(invitations.shop, shop), eq(invitations.id, id)))
    .returning();
  if (!back) throw new Error("The invitation that was there a moment ago is gone.");
  await recordAudit(tx, shop, {
    action: "invitation.restored",
    actor: by,
    subject: { type: "invitation", id },
    before: null,
    after: { name: invitedName(back), email: back.email, to: AUDIENCES[audience].noun.many },
    flag: AUDIENCES[audience].flag,
  });
  const mail = await latestMail(tx, known);
  // Taken back with the invitation: nobody has its link.
  if (!mail) return sendInvitation(tx, back, { operationId, now });
  // It was leaving when the invitation was deleted, and was held back then.
  if (mail.lastError === DELETED) await tryAgain(tx, shop, mail.id);
  return back;
}

const latestMail = async (tx: ShopTransaction, { shop, mailId }: Invitation) => {
  if (mailId === null) return undefined;
  const isIt = and(eq(mails.shop, shop), eq(mails.id, mailId));
  const [mail] = await tx.select({ id: mails.id, lastError: mails.lastError }).from(mails).where(isIt);
  return mail;
};
