import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { hashOf, PERSONAL_LINK, storefrontUrl, tokenOf } from "~/platform/personal-link.server";
import type { Invitation } from "./invitation.server";
import { invitationLinks } from "./tables.server";

/** The invitation URL in the stored email; the secret token is filled in when it is sent. */
export const writtenLink = (shop: string): string => storefrontUrl(shop, `invitation/${PERSONAL_LINK}`);

/** Creates a new personal link. Older ones keep working until one is used. @returns the link's id */
export async function addLink(
  tx: ShopTransaction,
  { shop, id }: Pick<Invitation, "shop" | "id">,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<string> {
  const linkId = randomUUID();
  await tx.insert(invitationLinks).values({
    shop,
    id: linkId,
    invitationId: id,
    tokenHash: hashOf(tokenOf(shop, linkId)),
    createdAt: now,
    expiresAt,
  });
  return linkId;
}

/** Revokes all unused links of an invitation. */
export async function revokeLinks(
  tx: ShopTransaction,
  { shop, id }: Pick<Invitation, "shop" | "id">,
  now: Date,
): Promise<void> {
  await tx
    .update(invitationLinks)
    .set({ revokedAt: now })
    .where(
      and(
        eq(invitationLinks.shop, shop),
        eq(invitationLinks.invitationId, id),
        isNull(invitationLinks.usedAt),
        isNull(invitationLinks.revokedAt),
      ),
    );
}

/** The newest link of an invitation. */
export async function latestLink(
  tx: ShopTransaction,
  { shop, id }: Pick<Invitation, "shop" | "id">,
): Promise<{ id: string } | undefined> {
  const [link] = await tx
    .select({ id: invitationLinks.id })
    .from(invitationLinks)
    .where(and(eq(invitationLinks.shop, shop), eq(invitationLinks.invitationId, id)))
    .orderBy(desc(invitationLinks.createdAt))
    .limit(1);
  return link;
}
