import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import type { AudienceId } from "./audiences";
import type { Invitation } from "./invitation.server";
import { NO_SUCH_INVITATION } from "./messages";
import { invitations } from "./tables.server";

/**
 * An invitation by its id, its row locked until the transaction ends. Its audience comes from the function that asks: another
 * one's invitation is not there.
 * @throws 404 for one that is not there
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
  if (!found) throw notFound(NO_SUCH_INVITATION);
  return found;
}
