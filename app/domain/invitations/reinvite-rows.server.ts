import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { isSwitchOn } from "~/core/settings/stored-setting.server";
import { mayUse } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, notFound } from "~/platform/errors";
import { cleanIdentifier } from "~/platform/text/identifier";
import { findAtAddresses } from "./addresses.server";
import { AUDIENCES, type InvitationScope } from "./audiences";
import { startBulkInvite, startBulkReinvite } from "./bulk.server";
import { type Invitation, lockInvitation, publishInvitations, whyNotSent } from "./invitation.server";
import { invite, reinvite } from "./invite.server";
import { ADDRESS_NOT_INVITED, EMAIL_NOT_EDITABLE, INVITATION_NOT_FOUND } from "./messages";
import type { Invitee } from "./person";
import { editInvitation } from "./restore.server";
import type { InvitedRows } from "./row";
import {
  checkEmail,
  checkInvitee,
  checkNames,
  type InvitedUserRow,
  oncePerAddress,
  oncePerInvitation,
  rowRefused,
  workOnRows,
} from "./sheet-row";
import { mtdUsers } from "./switches";
import { invitations } from "./tables.server";

/** An invitation to resend. */
type Wanted = Pick<Invitation, "audience" | "id" | "email">;

/**
 * Resends the invitations of the addresses in a sheet. A problem refuses only its row. A single invitation is sent immediately;
 * several are sent by a job in which each has its own outcome.
 * @throws for a single row its refusal
 */
export async function reinviteBySheet(
  context: CallContext,
  scope: InvitationScope,
  rows: readonly InvitedUserRow[],
  operationId?: string,
): Promise<InvitedRows> {
  const shop = context.shop.domain;
  const emails = rows.map(({ email }) => cleanIdentifier(email));
  const existing = await withShop(shop, (tx) => findAtAddresses(tx, shop, scope, emails));
  const refuseRepeated = oncePerAddress();
  const { done, refused } = await workOnRows(rows, (row) => {
    const checked = checkEmail(row);
    if ("problems" in checked) throw rowRefused(checked.problems);
    refuseRepeated(checked.value);
    const invitation = existing.get(checked.value);
    if (!invitation || invitation.state === "revoked")
      throw badRequest(ADDRESS_NOT_INVITED, { email: ADDRESS_NOT_INVITED });
    return invitation;
  });
  return reinviteAll(context, done, refused, { operationId, isOne: rows.length === 1 });
}

/**
 * Resends invitations of any audience. Each one needs the flag of its own audience, otherwise it isn't found. A single invitation
 * is sent immediately; several are sent by one job per audience.
 * @throws for a single one its refusal
 */
export async function reinviteMany(
  context: CallContext,
  wanted: readonly { id: string; email: string }[],
  operationId?: string,
): Promise<InvitedRows> {
  const shop = context.shop.domain;
  const ids = wanted.map(({ id }) => id);
  const existing = await withShop(shop, (tx) => findByIds(tx, shop, ids));
  const refuseRepeated = oncePerInvitation();
  const { done, refused } = await workOnRows(wanted, ({ id, email }) => {
    const invitation = existing.get(id.toLowerCase());
    if (!invitation || !mayUse(context.administrator, AUDIENCES[invitation.audience].flag))
      throw notFound(INVITATION_NOT_FOUND);
    const isAnother =
      email.trim() !== "" && cleanIdentifier(email).toLowerCase() !== invitation.email.toLowerCase();
    const sentence = `This invitation went to ${invitation.email}.`;
    if (isAnother) throw badRequest(sentence, { email: sentence });
    refuseRepeated(id);
    return invitation;
  });
  return reinviteAll(context, done, refused, { operationId, isOne: wanted.length === 1 });
}

async function reinviteAll(
  { shop: { domain: shop }, administrator: by, clock }: CallContext,
  wanted: readonly Wanted[],
  refused: InvitedRows["refused"],
  { operationId = randomUUID(), isOne }: { operationId?: string; isOne: boolean },
): Promise<InvitedRows> {
  const answer: InvitedRows = { invited: wanted.length, changed: 0, refused, jobIds: [], notSent: null };
  const [one] = wanted;
  if (!one) return answer;
  if (isOne) {
    const inviting = { by, now: clock.now(), operationId };
    const invitation = await withShop(shop, (tx) => reinvite(tx, shop, one, inviting));
    publishInvitations(shop, one.audience);
    return { ...answer, notSent: whyNotSent(invitation) };
  }
  const audiences = new Set(wanted.map(({ audience }) => audience));
  const jobIds = await withShop(shop, async (tx) => {
    const started: string[] = [];
    for (const audience of audiences) {
      const ids = wanted.filter((invitation) => invitation.audience === audience).map(({ id }) => id);
      const asking = { by, operationId: `${operationId}:${audience}` };
      started.push(await startBulkReinvite(tx, shop, { audience, ids, ...asking }));
    }
    return started;
  });
  return { ...answer, jobIds };
}

async function findByIds(
  tx: ShopTransaction,
  shop: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Wanted>> {
  const found = await tx
    .select(WANTED)
    .from(invitations)
    .where(and(eq(invitations.shop, shop), sql`${invitations.id} = ANY(${sql.param(ids)}::uuid[])`));
  return new Map(found.map((invitation) => [invitation.id, invitation]));
}

const WANTED = { audience: invitations.audience, id: invitations.id, email: invitations.email };

/**
 * Invites the people in rows without an id, and changes the names in rows with one. A problem refuses only its row. A single person
 * is invited immediately; several are invited by a job in which each has their own outcome.
 * @throws for a single row its refusal
 */
export async function saveInvitedUsers(
  context: CallContext,
  scope: InvitationScope,
  rows: readonly InvitedUserRow[],
  operationId: string = randomUUID(),
): Promise<InvitedRows> {
  const shop = context.shop.domain;
  const mtd = { allowed: scope.audience === "retiree" && (await isMtdOn(shop)) };
  const refuseRepeated = oncePerAddress();
  const { done, refused } = await workOnRows(rows, async (row) => {
    if (row.id) return changeNames(context, scope, row);
    const checked = checkInvitee(row, mtd);
    if ("problems" in checked) throw rowRefused(checked.problems);
    refuseRepeated(checked.value.email);
    return checked.value;
  });
  const people = done.filter((person) => person !== null);
  const changed = done.length - people.length;
  const { jobId, notSent } = await inviteAll(context, scope, people, {
    operationId,
    isOne: rows.length === 1,
  });
  if (jobId === null && done.length > 0) publishInvitations(shop, scope.audience);
  return { invited: people.length, changed, refused, jobIds: jobId ? [jobId] : [], notSent };
}

/** Whether this shop may invite MTD users. */
export const isMtdOn = async (shop: string): Promise<boolean> =>
  await withShop(shop, (tx) => isSwitchOn(tx, shop, mtdUsers));

/** @returns the job that invites them, or why no email was sent to a single person, who is invited directly */
async function inviteAll(
  { shop: { domain: shop }, administrator: by, clock }: CallContext,
  scope: InvitationScope,
  people: readonly Invitee[],
  { operationId, isOne }: { operationId: string; isOne: boolean },
): Promise<{ jobId: string | null; notSent: string | null }> {
  const [person] = people;
  if (!person) return { jobId: null, notSent: null };
  return withShop(shop, async (tx) => {
    if (!isOne)
      return { jobId: await startBulkInvite(tx, shop, { scope, people, by, operationId }), notSent: null };
    const invitation = await invite(tx, shop, scope, person, { by, now: clock.now(), operationId });
    return { jobId: null, notSent: whyNotSent(invitation) };
  });
}

async function changeNames(
  { shop, administrator, clock }: CallContext,
  { audience }: InvitationScope,
  row: InvitedUserRow,
): Promise<null> {
  const checked = checkNames(row);
  if ("problems" in checked) throw rowRefused(checked.problems);
  // Any text of a sheet's column. PostgreSQL would fail at one that isn't a UUID.
  if (!z.uuid().safeParse(row.id).success)
    throw rowRefused([{ field: "id", sentence: INVITATION_NOT_FOUND }]);
  await withShop(shop.domain, async (tx) => {
    const existing = await lockInvitation(tx, shop.domain, audience, row.id);
    if (row.email && cleanIdentifier(row.email).toLowerCase() !== existing.email.toLowerCase())
      throw badRequest(EMAIL_NOT_EDITABLE, { email: EMAIL_NOT_EDITABLE });
    const which = { audience, id: row.id, version: row.version };
    await editInvitation(tx, shop.domain, which, checked.value, { by: administrator, now: clock.now() });
  });
  return null;
}
