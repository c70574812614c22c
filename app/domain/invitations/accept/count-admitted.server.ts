import { and, count, eq, not } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { invitations } from "../tables.server";
import { invitationAcceptances } from "./tables.server";

/**
 * How many people of an event or a type have registered, or have pressed the button and the store still makes their customer. Both are
 * counted in one statement: a person who is registered between two statements would be in neither count.
 */
export async function countAdmitted(
  tx: ShopTransaction,
  { shop, audience, groupId }: { shop: string; audience: "event" | "usertype"; groupId: string },
): Promise<number> {
  // In the index `invitations_counted`.
  const isOfGroup = and(
    eq(invitations.shop, shop),
    eq(invitations.audience, audience),
    eq(invitations.groupId, groupId),
  );
  const isRegistered = eq(invitations.state, "accepted");
  const [admitted] = await tx
    .select({ registered: tx.$count(invitations, and(isOfGroup, isRegistered)), pressed: count() })
    .from(invitationAcceptances)
    .innerJoin(
      invitations,
      and(
        eq(invitations.shop, invitationAcceptances.shop),
        eq(invitations.id, invitationAcceptances.invitationId),
      ),
    )
    .where(and(eq(invitationAcceptances.shop, shop), isOfGroup, not(isRegistered)));
  return (admitted?.registered ?? 0) + (admitted?.pressed ?? 0);
}
