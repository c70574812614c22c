import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { invitations } from "./tables.server";

/** An invitation as stored. */
export type Invitation = typeof invitations.$inferSelect;

/** An invitation of any audience by its id. */
export async function findInvitation(
  tx: ShopTransaction,
  shop: string,
  id: string,
): Promise<Invitation | undefined> {
  const [found] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.shop, shop), eq(invitations.id, id)));
  return found;
}

/** The display name of an invited person in lists, emails and the audit log. */
export const invitedName = ({ firstName, lastName }: Pick<Invitation, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();

/** Why an invitation's latest email isn't sent, as a sentence. Null when it is queued or sent. */
export const whyNotSent = ({ state, lastError }: Pick<Invitation, "state" | "lastError">): string | null =>
  state === "bounced" ? lastError : null;
