import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import { tryAgain } from "~/core/mail/queue-mail.server";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, Refusal } from "~/platform/errors";
import { lockAtAddress } from "./addresses.server";
import { AUDIENCES, type InvitationScope } from "./audiences";
import { invitationNotSent, invitationSent, invitationSentAgain, invitationSubject } from "./audit.server";
import { pauseUntil } from "./cooldown";
import { type Invitation, invitedName, lockInvitation, whyNotSent } from "./invitation.server";
import { invitationTextOf } from "./mail-texts.server";
import * as messages from "./messages";
import type { Invitee } from "./person";
import { sendInvitation } from "./send.server";
import { invitations } from "./tables.server";

/** Refusal codes for people who need no invitation, or not yet. */
export const ALREADY_REGISTERED = "ALREADY_REGISTERED";
export const IN_COOLDOWN = "IN_COOLDOWN";
export const DECLINED = "DECLINED";

/** The actor, time and request of an invitation. */
export interface Inviting {
  by: Pick<Administrator, "id" | "name">;
  now: Date;
  /** Chosen by the caller; repeating it returns the same invitation and sends no second email. */
  operationId: string;
  jobId?: string;
  /** Not alone, as all of a job: who declined is left out. */
  isAmongMany?: boolean;
}

/**
 * Invites a person: a new invitation with its link and its email, in the caller's transaction. A repeated invitation updates the
 * existing one with the current names and tags. Call `publishInvitations` after the commit.
 * @throws 409 for a person who has already registered or is in the cooldown, for one among many who declined, and for an operation id used with other names or
 *   tags; as `sendInvitation`
 */
export async function invite(
  tx: ShopTransaction,
  shop: string,
  scope: InvitationScope,
  person: Invitee,
  inviting: Inviting,
): Promise<Invitation> {
  const { by, now, operationId } = inviting;
  const { email, firstName, lastName, additionalTags, isMtd = false } = person;
  const [added] = await tx
    .insert(invitations)
    .values({
      shop,
      id: randomUUID(),
      ...scope,
      email,
      firstName,
      lastName,
      additionalTags,
      isMtd,
      invitedAt: now,
      invitedById: by.id,
      invitedByName: by.name,
      lastInvitedAt: now,
      expiresAt: now,
      operationId,
    })
    .onConflictDoNothing()
    .returning();
  if (added) return sendAndRecord(tx, added, inviting);

  const existing = await lockAtAddress(tx, shop, scope, email);
  if (!existing) throw new Error("The conflicting invitation disappeared.");
  if (existing.operationId === operationId) {
    assertSameRequest(existing, person, inviting);
    return resendIfFailed(tx, existing);
  }
  assertInvitable(existing, inviting);
  const [renewed] = await tx
    .update(invitations)
    .set({
      email,
      firstName,
      lastName,
      additionalTags,
      isMtd,
      version: sql`${invitations.version} + 1`,
      // A deleted invitation that is sent again sorts like a new one.
      ...(existing.state === "revoked" && { invitedAt: now, invitedById: by.id, invitedByName: by.name }),
    })
    .where(and(eq(invitations.shop, shop), eq(invitations.id, existing.id)))
    .returning();
  if (!renewed) throw conflict(messages.GONE);
  return sendAndRecord(tx, renewed, inviting);
}

/**
 * Resends an invitation with a new link; older links keep working until one is used.
 * @throws 404 for an unknown invitation, 409 for one that was deleted or accepted, or is in the cooldown
 */
export async function reinvite(
  tx: ShopTransaction,
  shop: string,
  { audience, id }: { audience: InvitationScope["audience"]; id: string },
  inviting: Inviting,
): Promise<Invitation> {
  const existing = await lockInvitation(tx, shop, audience, id);
  if (existing.operationId === inviting.operationId) return resendIfFailed(tx, existing);
  if (existing.state === "revoked") throw conflict(messages.GONE);
  assertInvitable(existing, inviting);
  return sendAndRecord(tx, existing, inviting);
}

/** A repeated request sends no second email, unless the first one failed: that is how a job's failed rows are retried. */
async function resendIfFailed(tx: ShopTransaction, existing: Invitation): Promise<Invitation> {
  const { shop, id, audience, mailId } = existing;
  if (!mailId) return existing;
  const why = await tryAgain(tx, shop, mailId, invitationTextOf(audience));
  const current = await lockInvitation(tx, shop, audience, id);
  // The stored reason is the first attempt's.
  return why ? { ...current, lastError: why } : current;
}

/** An operation id is bound to its input. A job's items have their own ids, and their input never changes. */
function assertSameRequest(
  { state, firstName, lastName, additionalTags, isMtd }: Invitation,
  invitee: Invitee,
  { jobId }: Inviting,
): void {
  const isSame =
    firstName === invitee.firstName &&
    lastName === invitee.lastName &&
    isMtd === (invitee.isMtd ?? false) &&
    additionalTags.join() === invitee.additionalTags.join();
  // People who register enter their own names.
  if (!jobId && state !== "accepted" && !isSame) throw conflict(messages.OPERATION_ID_CONFLICT);
}

function assertInvitable(
  existing: Invitation,
  { now, jobId, isAmongMany = jobId !== undefined }: Pick<Inviting, "now" | "jobId" | "isAmongMany">,
): void {
  const { state, email, lastInvitedAt } = existing;
  if (state === "accepted") throw new Refusal(409, ALREADY_REGISTERED, messages.alreadyRegistered(email));
  if (state === "waiting") throw conflict(messages.onWaitingList(email));
  if (state === "declined" && isAmongMany) throw new Refusal(409, DECLINED, messages.declinedBefore(email));
  const until = pauseUntil(existing, now);
  if (until) throw new Refusal(409, IN_COOLDOWN, messages.inCooldown(email, lastInvitedAt, until, now));
}

async function sendAndRecord(
  tx: ShopTransaction,
  invitation: Invitation,
  { by, now, operationId, jobId }: Inviting,
): Promise<Invitation> {
  const updated = await sendInvitation(tx, invitation, {
    operationId,
    now,
    isBulk: jobId !== undefined,
  });
  const entry = {
    actor: by,
    subject: { type: invitationSubject, id: updated.id },
    before: null,
    jobId,
    flag: AUDIENCES[updated.audience].flag,
  };
  const side = {
    name: invitedName(updated),
    email: updated.email,
    to: AUDIENCES[updated.audience].noun.many,
  };
  const problem = whyNotSent(updated);
  if (problem)
    await recordAudit(tx, updated.shop, invitationNotSent, { ...entry, after: { ...side, problem } });
  else
    await recordAudit(tx, updated.shop, invitation.mailCount > 0 ? invitationSentAgain : invitationSent, {
      ...entry,
      after: { ...side, mails: updated.mailCount },
    });
  return updated;
}
