import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { isSwitchOn } from "~/core/settings/stored-setting.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import type { InvitationScope } from "./audiences";
import { startBulkInvite } from "./bulk.server";
import { editInvitation } from "./change-invitation.server";
import { lockInvitation, publishInvitations, whyNotSent } from "./invitation.server";
import { invite } from "./invite.server";
import { EMAIL_NOT_EDITABLE, INVITATION_NOT_FOUND } from "./messages";
import type { Invitee } from "./person";
import type { InvitedRows } from "./row";
import {
  checkInvitee,
  checkNames,
  type InvitedUserRow,
  oncePerAddress,
  rowRefused,
  workOnRows,
} from "./sheet-row";
import { mtdUsers } from "./switches";

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
    if (row.email && row.email.toLowerCase() !== existing.email.toLowerCase())
      throw badRequest(EMAIL_NOT_EDITABLE, { email: EMAIL_NOT_EDITABLE });
    const which = { audience, id: row.id, version: row.version };
    await editInvitation(tx, shop.domain, which, checked.value, { by: administrator, now: clock.now() });
  });
  return null;
}
