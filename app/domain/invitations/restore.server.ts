import { and, eq, isNull, sql } from "drizzle-orm";
import { assertOwnDeletion, type Deletion, readDeletions } from "~/core/audit/deletion.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { tryAgain } from "~/core/mail/queue-mail.server";
import { mails } from "~/core/mail/tables.server";
import type { Administrator } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { AUDIENCES, type AudienceId } from "./audiences";
import { invitationDeleted, invitationEdited, invitationRestored, invitationSubject } from "./audit.server";
import { type Invitation, invitedName, lockInvitation } from "./invitation.server";
import { revokeLinks } from "./links.server";
import { invitationTextOf } from "./mail-texts.server";
import { DELETED, withdrawMails } from "./mails.server";
import { alreadyRegistered, GONE, STALE_VERSION } from "./messages";
import { LINK_DAYS, sendInvitation } from "./send.server";
import { REOPENED_STATE, STATES_OF_PART } from "./states";
import { invitationLinks, invitations } from "./tables.server";

/**
 * Restores a revoked invitation: the links revoked with it work again, and an email canceled by the revocation is requested again.
 * An invitation that isn't revoked stays as it is.
 * @throws 404, 409 for an Undo as `assertOwnDeletion`, and as `sendInvitation`
 */
export async function restoreInvitation(
  tx: ShopTransaction,
  shop: string,
  { audience, id }: { audience: AudienceId; id: string },
  { by, now, operationId, isUndo }: Changing & { operationId: string; isUndo?: boolean },
): Promise<Invitation> {
  const existing = await lockInvitation(tx, shop, audience, id);
  if (existing.state !== "revoked" || !existing.revokedAt) return existing;
  if (isUndo) {
    const context = { shop: { domain: shop }, administrator: by };
    await assertOwnDeletion(tx, context, { ...DELETION, id }, "deleted this invitation");
  }
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
      // Who declined after the latest invitation has still declined.
      state: sql`CASE WHEN ${invitations.canceledAt} > ${invitations.lastInvitedAt} THEN 'declined'
        WHEN ${invitations.expiresAt} <= ${now} THEN 'expired' ELSE ${sql.raw(REOPENED_STATE)} END`,
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
  if (back.state === "declined") return back;
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

/** The states in which a person can register, or could if their link hadn't expired. */
const OPEN = STATES_OF_PART.unregistered.map((state) => `'${state}'`).join(", ");

/** When a link expires that was made at `madeAt`, in SQL. */
const expiryOf = (madeAt: string, groupEndsAt: string): string =>
  `least(${madeAt} + make_interval(days => ${LINK_DAYS}), ${groupEndsAt})`;

/**
 * Selects the open invitations to a group whose expiry doesn't follow from its end, in SQL with the shop as `$1`.
 * @param group SQL expressions of its id and its end
 */
export const selectOtherExpiry = (audience: AudienceId, group: { id: string; endsAt: string }): string =>
  `SELECT id FROM invitations
    WHERE shop = $1 AND audience = '${audience}' AND group_id = ${group.id} AND state IN (${OPEN})
      AND expires_at <> ${expiryOf("last_invited_at", group.endsAt)}`;

/**
 * Moves the expiry of a group's invitations and their links to the group's end, unless they are too old. Expired links work again
 * if the group ends later.
 * @param most the largest number of invitations to move
 * @returns of how many invitations the expiry was another one
 */
export async function moveExpiry(
  tx: ShopTransaction,
  shop: string,
  group: { audience: AudienceId; id: string; endsAt: Date },
  most: number,
): Promise<number> {
  // Locks invitations in order, then their links, as registration and deletion do. An invitation's older links expire before its
  // newest, so links are only updated together with their invitation.
  // The rows are selected before they are sorted, because an index scan in that order would read all invitations of the shop.
  const { rows } = await tx.$client.query<{ id: string }>(
    `WITH others AS MATERIALIZED (${selectOtherExpiry(group.audience, { id: "$2", endsAt: "$3" })})
     SELECT id FROM invitations WHERE shop = $1 AND id IN (SELECT id FROM others ORDER BY id LIMIT $4)
      ORDER BY id FOR UPDATE`,
    [shop, group.id, group.endsAt, most],
  );
  if (rows.length === 0) return 0;
  const values = [shop, rows.map(({ id }) => id), group.endsAt];
  const linkExpiry = expiryOf("created_at", "$3");
  await tx.$client.query(
    `UPDATE invitation_links SET expires_at = ${linkExpiry}
      WHERE shop = $1 AND invitation_id = ANY($2::uuid[]) AND used_at IS NULL AND revoked_at IS NULL
        AND expires_at <> ${linkExpiry}`,
    values,
  );
  const expiry = expiryOf("last_invited_at", "$3");
  await tx.$client.query(
    `UPDATE invitations SET expires_at = ${expiry},
            state = CASE WHEN state <> 'expired' OR ${expiry} <= now() THEN state ELSE ${REOPENED_STATE} END
      WHERE shop = $1 AND id = ANY($2::uuid[]) AND state IN (${OPEN})`,
    values,
  );
  return rows.length;
}

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

/** Whose the latest deletion of each of these deleted invitations is. */
export const readInvitationDeletions = (
  { shop, administrator }: Pick<CallContext, "shop" | "administrator">,
  ids: readonly string[],
): Promise<(id: string) => Deletion> =>
  withShop(shop.domain, (tx) => readDeletions(tx, { shop, administrator }, DELETION, ids));

const DELETION = { type: invitationSubject, action: invitationDeleted };

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
