import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "~/domain/audit/record.server";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { AUDIENCES, type AudienceId } from "./audiences";
import { lockInvitation } from "./find.server";
import { type Invitation, invitedName } from "./invitation.server";
import { revokeLinks } from "./links.server";
import { withdrawMails } from "./mails.server";
import { alreadyRegistered, CHANGED_MEANWHILE, GONE } from "./messages";
import { invitations } from "./tables.server";

/** Who changes an invitation, and when. */
interface Changing {
  by: Pick<Administrator, "id" | "name">;
  now: Date;
}

/**
 * Changes the names of somebody invited (section 2.6 of the first specification text).
 * @param version of the invitation that was seen; without one nothing is compared
 * @throws 404, 409 for one that was deleted, accepted, or changed since
 */
export async function editInvitation(
  tx: ShopTransaction,
  shop: string,
  { audience, id, version }: { audience: AudienceId; id: string; version?: number },
  names: Pick<Invitation, "firstName" | "lastName">,
  { by }: Changing,
): Promise<Invitation> {
  const known = await lockInvitation(tx, shop, audience, id);
  if (known.state === "revoked") throw conflict(GONE);
  if (known.state === "accepted") throw conflict(alreadyRegistered(known.email));
  if (version !== undefined && version !== known.version) throw conflict(CHANGED_MEANWHILE);
  const { firstName, lastName } = names;
  if (firstName === known.firstName && lastName === known.lastName) return known;
  const edited = await update(tx, known, { firstName, lastName });
  await recordAudit(tx, shop, {
    action: "invitation.edited",
    actor: by,
    subject: { type: "invitation", id },
    before: { name: invitedName(known) },
    after: { name: invitedName(edited) },
    flag: AUDIENCES[audience].flag,
  });
  return edited;
}

/**
 * Takes an invitation back: its links stop working, mails that have not left stay here, and it leaves the lists. Taken back
 * already, it stays so.
 * @param alsoRegistered also somebody who accepted: they are registered no longer
 * @throws 404, 409 for one that was accepted
 */
export async function revokeInvitation(
  tx: ShopTransaction,
  shop: string,
  { audience, id, alsoRegistered = false }: { audience: AudienceId; id: string; alsoRegistered?: boolean },
  { by, now }: Changing,
): Promise<Invitation> {
  const known = await lockInvitation(tx, shop, audience, id);
  if (known.state === "revoked") return known;
  if (known.state === "accepted" && !alsoRegistered) throw conflict(alreadyRegistered(known.email));
  await revokeLinks(tx, known, now);
  await withdrawMails(tx, known);
  const revoked = await update(tx, known, { state: "revoked", revokedAt: now, acceptedAt: null });
  await recordAudit(tx, shop, {
    action: "invitation.deleted",
    actor: by,
    subject: { type: "invitation", id },
    before: { name: invitedName(known), email: known.email, to: AUDIENCES[audience].noun.many },
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
