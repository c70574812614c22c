import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { hashOf, linkIdOf } from "~/platform/personal-link.server";
import type { Invitation } from "../invitation.server";
import { invitationLinks, invitations } from "../tables.server";

/** Where a personal link leads: it works, or why it does not. */
export type FoundLink =
  | { is: "open"; linkId: string; invitation: Invitation }
  /** Its person has registered, by this link or another one. */
  | { is: "used"; invitation: Invitation }
  | { is: "expired"; invitation: Invitation; expiredAt: Date }
  | { is: "revoked" }
  /** Altered, another shop's, or never made by us. */
  | { is: "unknown" };

/**
 * Finds out where a link leads, and holds its invitation until the transaction ends: what the answer says stays true in it.
 * @param token the secret part of the address, as it came
 */
export async function findLink(
  tx: ShopTransaction,
  shop: string,
  token: string,
  now: Date,
): Promise<FoundLink> {
  const linkId = linkIdOf(shop, token);
  if (!linkId) return { is: "unknown" };
  const [link] = await tx
    .select()
    .from(invitationLinks)
    .where(
      and(
        eq(invitationLinks.shop, shop),
        eq(invitationLinks.id, linkId),
        eq(invitationLinks.tokenHash, hashOf(token)),
      ),
    );
  if (!link) return { is: "unknown" };
  const [invitation] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.shop, shop), eq(invitations.id, link.invitationId)))
    .for("update");
  if (!invitation) return { is: "unknown" };
  if (invitation.state === "accepted") return { is: "used", invitation };
  // Read once more: whoever held the invitation a moment ago may have taken the link back.
  const [current] = await tx
    .select()
    .from(invitationLinks)
    .where(and(eq(invitationLinks.shop, shop), eq(invitationLinks.id, linkId)));
  if (!current || current.revokedAt || invitation.state === "revoked") return { is: "revoked" };
  if (current.expiresAt <= now) return { is: "expired", invitation, expiredAt: current.expiresAt };
  return { is: "open", linkId, invitation };
}
