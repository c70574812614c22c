import { randomUUID } from "node:crypto";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { mayUse } from "~/platform/auth/permission";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, notFound } from "~/platform/errors";
import { stableUuid } from "~/platform/stable-uuid.server";
import { AUDIENCES, type AudienceId, type InvitationScope } from "./audiences";
import type { InvitedRows } from "./contract";
import type { Invitation } from "./invitation.server";
import { reinvite } from "./invite.server";
import { NOBODY_INVITED_THERE, tooManyAtOnce } from "./messages";
import { publishInvitations } from "./publish.server";
import { oncePerAddress, rowRefused, workOnRows } from "./row-outcomes";
import { checkEmail, type InvitedUserRow } from "./sheet-row";
import { invitations } from "./tables.server";

const MOST_AT_ONCE = 100;
const NO_SUCH_INVITATION = "There is no such invitation.";

/**
 * Sends the invitations of everybody in a sheet once more, found by their addresses; each row by itself.
 * @throws 400 for more rows than are worked on at once; for a single row whatever refuses it
 */
export async function reinviteBySheet(
  context: CallContext,
  scope: InvitationScope,
  rows: readonly InvitedUserRow[],
  operationId: string = randomUUID(),
): Promise<InvitedRows> {
  if (rows.length > MOST_AT_ONCE) throw badRequest(tooManyAtOnce(MOST_AT_ONCE));
  const shop = context.shop.domain;
  const refuseRepeated = oncePerAddress();
  const outcome = await workOnRows(rows, async (row) => {
    const checked = checkEmail(row);
    if ("problems" in checked) throw rowRefused(checked.problems);
    refuseRepeated(checked.value);
    const known = await withShop(shop, (tx) => findByEmail(tx, shop, scope, checked.value));
    if (!known) throw badRequest(NOBODY_INVITED_THERE, { email: NOBODY_INVITED_THERE });
    await reinviteOne(context, known, operationId);
    return "invited";
  });
  if (outcome.invited > 0) publishInvitations(shop, scope.audience);
  return outcome;
}

/**
 * Sends invitations of any audience once more, each for who holds the flag of its own audience: for others it is not there.
 * @throws 400 for more than are worked on at once; for a single one whatever refuses it
 */
export async function reinviteMany(
  context: CallContext,
  wanted: readonly { id: string; email: string }[],
  operationId: string = randomUUID(),
): Promise<InvitedRows> {
  if (wanted.length > MOST_AT_ONCE) throw badRequest(tooManyAtOnce(MOST_AT_ONCE));
  const shop = context.shop.domain;
  const ids = wanted.map(({ id }) => id);
  const known = await withShop(shop, (tx) => findByIds(tx, shop, ids));
  const audiences = new Set<AudienceId>();
  const outcome = await workOnRows(wanted, async ({ id, email }) => {
    const invitation = known.get(id.toLowerCase());
    if (!invitation || !mayUse(context.administrator, AUDIENCES[invitation.audience].flag))
      throw notFound(NO_SUCH_INVITATION);
    if (email && email.trim().toLowerCase() !== invitation.email.toLowerCase())
      throw badRequest(`This invitation went to ${invitation.email}.`, {
        email: `This invitation went to ${invitation.email}.`,
      });
    await reinviteOne(context, invitation, operationId);
    audiences.add(invitation.audience);
    return "invited";
  });
  for (const audience of audiences) publishInvitations(shop, audience);
  return outcome;
}

const reinviteOne = (
  { shop, administrator, clock }: CallContext,
  { audience, id }: Pick<Invitation, "audience" | "id">,
  operationId: string,
): Promise<Invitation> =>
  withShop(shop.domain, (tx) =>
    reinvite(
      tx,
      shop.domain,
      { audience, id },
      { by: administrator, now: clock.now(), operationId: stableUuid(operationId, id) },
    ),
  );

/** The invitation of an address, unless it was deleted. */
async function findByEmail(
  tx: ShopTransaction,
  shop: string,
  { audience, groupId }: InvitationScope,
  email: string,
): Promise<Pick<Invitation, "audience" | "id"> | undefined> {
  const [known] = await tx
    .select({ audience: invitations.audience, id: invitations.id })
    .from(invitations)
    .where(
      and(
        eq(invitations.shop, shop),
        eq(invitations.audience, audience),
        eq(invitations.groupId, groupId),
        eq(sql`lower(${invitations.email})`, email.toLowerCase()),
        ne(invitations.state, "revoked"),
      ),
    );
  return known;
}

async function findByIds(
  tx: ShopTransaction,
  shop: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<Invitation, "audience" | "id" | "email">>> {
  const found = await tx
    .select({ audience: invitations.audience, id: invitations.id, email: invitations.email })
    .from(invitations)
    .where(and(eq(invitations.shop, shop), inArray(invitations.id, [...ids])));
  return new Map(found.map((invitation) => [invitation.id, invitation]));
}
