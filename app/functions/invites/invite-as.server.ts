import type { Invitation } from "~/domain/invitations/invitation.server";
import { type Inviting, invite } from "~/domain/invitations/invite.server";
import { requireUserType } from "~/domain/invitations/user-types/find-user-types.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { InvitedUser } from "./invited-user";

/**
 * Invites a person with a user type.
 * @throws 400 for an unknown type, and as `invite`
 */
export async function inviteAs(
  tx: ShopTransaction,
  shop: string,
  { userType, tags, ...person }: InvitedUser,
  inviting: Inviting,
): Promise<Invitation> {
  const { id } = await requireUserType(tx, shop, userType);
  const scope = { audience: "usertype", groupId: String(id) } as const;
  return invite(tx, shop, scope, { ...person, additionalTags: tags }, inviting);
}
