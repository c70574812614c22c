import { randomUUID } from "node:crypto";
import { addDays } from "date-fns";
import { RENEWABLE_DAYS } from "~/core/requests/limits";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { INVITED_PERSON } from "./accept/acceptance.server";
import { pauseUntil } from "./cooldown";
import type { Invitation } from "./invitation.server";
import { reinvite } from "./invite.server";

/** Whether a person can still ask for a new link themselves. */
export const isRenewable = (expiredAt: Date, now: Date): boolean => addDays(expiredAt, RENEWABLE_DAYS) > now;

/**
 * Invites a person again on their own wish, unless they were invited a moment ago. The email goes to the address that was invited, never to
 * one that is typed. The caller holds the invitation.
 * @throws as `reinvite`
 */
export async function renewInvitation(tx: ShopTransaction, invitation: Invitation, now: Date): Promise<void> {
  if (pauseUntil(invitation, now)) return;
  await reinvite(tx, invitation.shop, invitation, { by: INVITED_PERSON, now, operationId: randomUUID() });
}
