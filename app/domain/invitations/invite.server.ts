import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "~/domain/audit/record.server";
import { tryAgain } from "~/domain/mail/queue.server";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, Refusal } from "~/platform/errors";
import { lockAtAddress } from "./addresses.server";
import { AUDIENCES, type InvitationScope } from "./audiences";
import { pauseUntil } from "./cooldown";
import { lockInvitation } from "./find.server";
import { type Invitation, invitedName } from "./invitation.server";
import { alreadyRegistered, GONE, ID_OF_ANOTHER, inCooldown } from "./messages";
import type { Invitee } from "./person";
import { sendInvitation } from "./send.server";
import { invitations } from "./tables.server";

/** The codes of refusals that mean: there is nothing to do for this person, or not now. */
export const ALREADY_REGISTERED = "ALREADY_REGISTERED";
export const IN_COOLDOWN = "IN_COOLDOWN";

/** Who invites, when, and in which request. */
export interface Inviting {
  by: Pick<Administrator, "id" | "name">;
  now: Date;
  /** Made by the caller; the same again is the same invitation, with no second mail. */
  operationId: string;
  jobId?: string;
}

/**
 * Invites somebody: a new invitation with its link and its mail, all in the caller's transaction. Somebody who was invited before
 * is invited once more, with the names and tags of now: the same person is one invitation. Call `publishInvitations` afterwards.
 * @throws 409 for somebody who has registered already or was invited a moment ago, and for an operation id that asked for other
 *   names or tags; as `sendInvitation`
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
  if (added) return sendAndWriteDown(tx, added, inviting);

  const known = await lockAtAddress(tx, shop, scope, email);
  if (!known) throw new Error("The invitation of the same person is gone again.");
  if (known.operationId === operationId) {
    assertSameRequest(known, person, inviting);
    return askedAlready(tx, known);
  }
  assertInvitable(known, now);
  const [renewed] = await tx
    .update(invitations)
    .set({
      email,
      firstName,
      lastName,
      additionalTags,
      isMtd,
      version: sql`${invitations.version} + 1`,
      // Deleted and invited anew, it stands where a new one would.
      ...(known.state === "revoked" && { invitedAt: now, invitedById: by.id, invitedByName: by.name }),
    })
    .where(and(eq(invitations.shop, shop), eq(invitations.id, known.id)))
    .returning();
  if (!renewed) throw conflict(GONE);
  return sendAndWriteDown(tx, renewed, inviting);
}

/**
 * Sends somebody's invitation once more, with a new link; the older ones go on working until one is used.
 * @throws 404 for an invitation that is not there, 409 for one that was deleted, accepted, or sent a moment ago
 */
export async function reinvite(
  tx: ShopTransaction,
  shop: string,
  { audience, id }: { audience: InvitationScope["audience"]; id: string },
  inviting: Inviting,
): Promise<Invitation> {
  const known = await lockInvitation(tx, shop, audience, id);
  if (known.operationId === inviting.operationId) return askedAlready(tx, known);
  if (known.state === "revoked") throw conflict(GONE);
  assertInvitable(known, inviting.now);
  return sendAndWriteDown(tx, known, inviting);
}

/** The same request again asks for no second mail. One that came to nothing is tried again: a job's failed rows are retried so. */
async function askedAlready(tx: ShopTransaction, known: Invitation): Promise<Invitation> {
  if (known.mailId) await tryAgain(tx, known.shop, known.mailId);
  return known;
}

/** An id of a request stands for what it asked. A job's rows have ids of their own, and what they ask never changes. */
function assertSameRequest(
  { state, firstName, lastName, additionalTags, isMtd }: Invitation,
  asked: Invitee,
  { jobId }: Inviting,
): void {
  const isSame =
    firstName === asked.firstName &&
    lastName === asked.lastName &&
    isMtd === (asked.isMtd ?? false) &&
    additionalTags.join() === asked.additionalTags.join();
  // Who registers writes their own names.
  if (!jobId && state !== "accepted" && !isSame) throw conflict(ID_OF_ANOTHER);
}

function assertInvitable(known: Invitation, now: Date): void {
  const { state, email, lastInvitedAt } = known;
  if (state === "accepted") throw new Refusal(409, ALREADY_REGISTERED, alreadyRegistered(email));
  const until = pauseUntil(known, now);
  if (until) throw new Refusal(409, IN_COOLDOWN, inCooldown(email, lastInvitedAt, until, now));
}

async function sendAndWriteDown(
  tx: ShopTransaction,
  invitation: Invitation,
  { by, now, operationId, jobId }: Inviting,
): Promise<Invitation> {
  const sent = await sendInvitation(tx, invitation, { operationId, now, isBulk: jobId !== undefined });
  await recordAudit(tx, sent.shop, {
    action: "invitation.sent",
    actor: by,
    subject: { type: "invitation", id: sent.id },
    before: null,
    after: {
      name: invitedName(sent),
      email: sent.email,
      to: AUDIENCES[sent.audience].noun.many,
      mails: sent.mailCount,
    },
    jobId,
    flag: AUDIENCES[sent.audience].flag,
  });
  return sent;
}
