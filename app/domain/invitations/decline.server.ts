import { recordAudit } from "~/core/audit/record-audit.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { INVITED_PERSON, isBeingAccepted } from "./accept/acceptance.server";
import { AUDIENCES } from "./audiences";
import { invitationDeclined, invitationSubject } from "./audit.server";
import { type Invitation, invitedName } from "./invitation.server";
import { withdrawMails } from "./mails.server";
import { storeResponse } from "./waiting.server";

/** Whether a person can decline: they were invited, and haven't answered. */
export const canDecline = ({ state }: Pick<Invitation, "state">): boolean =>
  state === "queued" || state === "sent" || state === "delivered" || state === "bounced";

/**
 * Records that a person doesn't want to register. Their link still registers them, so that they can change their mind. Declining again
 * changes nothing. The caller holds the invitation.
 * @throws 409 for one that was answered already
 */
export async function declineInvitation(
  tx: ShopTransaction,
  invitation: Invitation,
  now: Date,
): Promise<void> {
  if (invitation.state === "declined") return;
  if (!canDecline(invitation) || (await isBeingAccepted(tx, invitation)))
    throw conflict("You have answered this invitation already. Nothing was changed.");
  await withdrawMails(tx, invitation);
  await storeResponse(tx, invitation, { state: "declined", canceledAt: now });
  await recordAudit(tx, invitation.shop, invitationDeclined, {
    actor: INVITED_PERSON,
    subject: { type: invitationSubject, id: invitation.id },
    before: { state: invitation.state },
    after: { name: invitedName(invitation), state: "declined" },
    flag: AUDIENCES[invitation.audience].flag,
  });
}
