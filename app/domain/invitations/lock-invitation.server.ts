import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import type { AudienceId } from "./audiences";
import type { Invitation } from "./invitation.server";
import { INVITATION_NOT_FOUND } from "./messages";
import { invitations } from "./tables.server";

/**
 * An invitation by its id, locked until the transaction ends. The calling function sets the audience: another audience's
 * invitation isn't found.
 * @throws 404 for an unknown invitation
 */
export async function lockInvitation(
  tx: ShopTransaction,
  shop: string,
  audience: AudienceId,
  id: string,
): Promise<Invitation> {
  const [found] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.shop, shop), eq(invitations.id, id), eq(invitations.audience, audience)))
    .for("update");
  if (!found) throw notFound(INVITATION_NOT_FOUND);
  return found;
}
