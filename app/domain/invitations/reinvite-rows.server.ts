import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { mayUse } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, notFound } from "~/platform/errors";
import { cleanIdentifier } from "~/platform/text/identifier";
import { findAtAddresses } from "./addresses.server";
import { AUDIENCES, type InvitationScope } from "./audiences";
import { startBulkReinvite } from "./bulk.server";
import { type Invitation, publishInvitations, whyNotSent } from "./invitation.server";
import { reinvite } from "./invite.server";
import { ADDRESS_NOT_INVITED, INVITATION_NOT_FOUND } from "./messages";
import type { InvitedRows } from "./row";
import {
  checkEmail,
  type InvitedUserRow,
  oncePerAddress,
  oncePerInvitation,
  rowRefused,
  workOnRows,
} from "./sheet-row";
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
  const emails = rows.map(({ email }) => email);
  const existing = await withShop(shop, (tx) => findAtAddresses(tx, shop, scope, emails));
  const refuseRepeated = oncePerAddress();
  const { done, refused } = await workOnRows(rows, (row) => {
    const checked = checkEmail(row);
    if ("problems" in checked) throw rowRefused(checked.problems);
    refuseRepeated(checked.value);
    const invitation = existing.get(row.email);
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
