import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { AUDIENCES, type AudienceId } from "./audiences";
import { invitationDeleted, invitationEdited, invitationSubject } from "./audit.server";
import { type Invitation, invitedName, lockInvitation } from "./invitation.server";
import { revokeLinks } from "./links.server";
import { withdrawMails } from "./mails.server";
import { alreadyRegistered, GONE, STALE_VERSION } from "./messages";
import { invitations } from "./tables.server";

/** The actor and time of a change. */
interface Changing {
  by: Pick<Administrator, "id" | "name">;
  now: Date;
}

/**
 * Changes the names on an invitation.
 * @param version that the change is based on; without one there is no comparison
 * @throws 404, 409 for one that was deleted, accepted, or changed since
 */
export async function editInvitation(
  tx: ShopTransaction,
  shop: string,
  { audience, id, version }: { audience: AudienceId; id: string; version?: number },
  names: Pick<Invitation, "firstName" | "lastName">,
  { by }: Changing,
): Promise<Invitation> {
  const existing = await lockInvitation(tx, shop, audience, id);
  if (existing.state === "revoked") throw conflict(GONE);
  if (existing.state === "accepted") throw conflict(alreadyRegistered(existing.email));
  if (version !== undefined && version !== existing.version) throw conflict(STALE_VERSION);
  const { firstName, lastName } = names;
  if (firstName === existing.firstName && lastName === existing.lastName) return existing;
  const edited = await update(tx, existing, { firstName, lastName });
  await recordAudit(tx, shop, invitationEdited, {
    actor: by,
    subject: { type: invitationSubject, id },
    before: { name: invitedName(existing) },
    after: { name: invitedName(edited) },
    flag: AUDIENCES[audience].flag,
  });
  return edited;
}

/**
 * Revokes an invitation: its links stop working, unsent emails are canceled, and it leaves the lists. Revoking it again changes
 * nothing.
 * @param alsoRegistered also revokes an accepted invitation
 * @throws 404, 409 for one that was accepted
 */
export async function revokeInvitation(
  tx: ShopTransaction,
  shop: string,
  { audience, id, alsoRegistered = false }: { audience: AudienceId; id: string; alsoRegistered?: boolean },
  { by, now }: Changing,
): Promise<Invitation> {
  const existing = await lockInvitation(tx, shop, audience, id);
  if (existing.state === "revoked") return existing;
  if (existing.state === "accepted" && !alsoRegistered) throw conflict(alreadyRegistered(existing.email));
  await revokeLinks(tx, existing, now);
  await withdrawMails(tx, existing);
  const revoked = await update(tx, existing, { state: "revoked", revokedAt: now, acceptedAt: null });
  await recordAudit(tx, shop, invitationDeleted, {
    actor: by,
    subject: { type: invitationSubject, id },
    before: { name: invitedName(existing), email: existing.email, to: AUDIENCES[audience].noun.many },
    after: null,
    flag: AUDIENCES[audience].flag,
  });
  return revoked;
}

async function update(
  tx: ShopTransaction,
  { shop, id }: Invitation,
  set: Partial<Pick<Invitation, "firstName" | "lastName" | "state" | "revokedAt" | "acceptedAt">>,
): Promise<Invitation> {
  const [changed] = await tx
    .update(invitations)
    .set({ ...set, version: sql`${invitations.version} + 1` })
    .where(and(eq(invitations.shop, shop), eq(invitations.id, id)))
    .returning();
  if (!changed) throw conflict(GONE);
  return changed;
}
