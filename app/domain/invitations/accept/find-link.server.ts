import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { hashOf, linkIdOf } from "~/platform/personal-link.server";
import type { Invitation } from "../invitation.server";
import { invitationLinks, invitations } from "../tables.server";

/** The invitation behind a personal link, or why the link doesn't work. */
export type FoundLink =
  | { is: "open"; linkId: string; invitation: Invitation }
  /** Its person has registered, by this link or another one. */
  | { is: "used"; invitation: Invitation }
  | { is: "expired"; invitation: Invitation; expiredAt: Date }
  | { is: "revoked" }
  /** Altered, another shop's, or never issued. */
  | { is: "unknown" };

/**
 * Looks up a link and locks its invitation until the transaction ends.
 * @param token the secret part of the address, as it was sent
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
  // Read again under the lock: the link may have been revoked while we waited for it.
  const [current] = await tx
    .select()
    .from(invitationLinks)
    .where(and(eq(invitationLinks.shop, shop), eq(invitationLinks.id, linkId)));
  if (!current || current.revokedAt || invitation.state === "revoked") return { is: "revoked" };
  if (current.expiresAt <= now) return { is: "expired", invitation, expiredAt: current.expiresAt };
  return { is: "open", linkId, invitation };
}
