import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { InvitationScope } from "./audiences";
import type { Invitation } from "./invitation.server";
import { invitationLinks, invitations } from "./tables.server";

const waitsIn = (shop: string, { audience, groupId }: InvitationScope) =>
  and(
    eq(invitations.shop, shop),
    eq(invitations.audience, audience),
    eq(invitations.groupId, groupId),
    eq(invitations.state, "waiting"),
  );

/** SQL that is true for a row of `shops` in which someone waits for a place of an audience's groups. */
export const someoneWaits = (audience: InvitationScope["audience"]): string =>
  `EXISTS (SELECT FROM invitations AS due WHERE due.shop = shops.shop AND due.audience = '${audience}' AND due.state = 'waiting')`;

/** SQL that is true for a row of `shops` in which a registration of an audience was canceled. */
export const someoneCanceled = (audience: InvitationScope["audience"]): string =>
  `EXISTS (SELECT FROM invitations AS due WHERE due.shop = shops.shop AND due.audience = '${audience}' AND due.canceled_at IS NOT NULL)`;

/** How many people wait for a place of a group. */
export const countWaitingIn = (tx: ShopTransaction, shop: string, scope: InvitationScope): Promise<number> =>
  tx.$count(invitations, waitsIn(shop, scope));

/** Locks the person who has waited longest for a place of a group. Undefined also when that person has just left the list. */
export async function lockFirstWaiting(
  tx: ShopTransaction,
  shop: string,
  scope: InvitationScope,
): Promise<Invitation | undefined> {
  const [first] = await tx
    .select()
    .from(invitations)
    .where(waitsIn(shop, scope))
    .orderBy(asc(invitations.waitingAt), asc(invitations.id))
    .limit(1)
    .for("update");
  return first;
}

/** A person's turn among those who wait, counted from 1. */
export async function readTurn(
  tx: ShopTransaction,
  { shop, audience, groupId, id }: Invitation,
): Promise<number> {
  const own = sql`(SELECT own.waiting_at FROM invitations AS own WHERE own.shop = ${shop} AND own.id = ${id})`;
  const before = sql`(${invitations.waitingAt}, ${invitations.id}) <= (${own}, ${id}::uuid)`;
  return tx.$count(invitations, and(waitsIn(shop, { audience, groupId }), before));
}

type ChangedFields = Partial<
  Pick<Invitation, "state" | "firstName" | "lastName" | "acceptedAt" | "canceledAt">
> & {
  /** "keep" an earlier turn, or take the last one. */
  turn?: "keep" | null;
};

/** Stores the answer of a locked invitation's person, as its next version. */
export async function storeResponse(
  tx: ShopTransaction,
  { shop, id }: Pick<Invitation, "shop" | "id">,
  { turn, ...fields }: ChangedFields,
): Promise<Invitation> {
  // The group's places are locked, so the database's clock orders the list.
  const waitingAt = turn && sql`coalesce(${invitations.waitingAt}, clock_timestamp())`;
  const [updated] = await tx
    .update(invitations)
    .set({
      ...fields,
      ...(turn !== undefined && { waitingAt }),
      version: sql`${invitations.version} + 1`,
    })
    .where(and(eq(invitations.shop, shop), eq(invitations.id, id)))
    .returning();
  if (!updated) throw new Error("The locked invitation disappeared.");
  return updated;
}

/** The invitation of a link that wasn't revoked, and until when the link works. */
export async function findLinkedInvitation(
  tx: ShopTransaction,
  shop: string,
  { audience, linkId }: { audience: InvitationScope["audience"]; linkId: string },
): Promise<{ subjectId: string; expiresAt: Date } | undefined> {
  const [link] = await tx
    .select({ subjectId: invitations.id, expiresAt: invitationLinks.expiresAt })
    .from(invitationLinks)
    .innerJoin(invitations, and(eq(invitations.shop, shop), eq(invitations.id, invitationLinks.invitationId)))
    .where(
      and(
        eq(invitationLinks.shop, shop),
        eq(invitationLinks.id, linkId),
        isNull(invitationLinks.revokedAt),
        eq(invitations.audience, audience),
      ),
    );
  return link;
}
