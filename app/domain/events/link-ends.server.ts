import { LINK_DAYS } from "~/domain/invitations/send.server";
import { STANDING } from "~/domain/invitations/standing";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/**
 * Moves the ends of an event's personal links after its dates changed: nobody's link ends before one may no longer register,
 * unless it is too old. Who had let it run out can use it again when it is put off.
 * @param closesAt from when on nobody registers any more
 */
export async function moveLinkEnds(
  tx: ShopTransaction,
  shop: string,
  eventId: number,
  closesAt: Date,
): Promise<void> {
  const values = [shop, String(eventId), closesAt, LINK_DAYS];
  // First the invitations, in one order, and then their links, as whoever registers or takes one back.
  await tx.$client.query(
    `SELECT 1 FROM invitations WHERE shop = $1 AND audience = 'event' AND group_id = $2 ORDER BY id FOR UPDATE`,
    [shop, String(eventId)],
  );
  await tx.$client.query(
    `UPDATE invitation_links AS link SET expires_at = least(link.created_at + make_interval(days => $4), $3)
       FROM invitations AS invitation
      WHERE link.shop = $1 AND link.used_at IS NULL AND link.revoked_at IS NULL
        AND invitation.shop = $1 AND invitation.id = link.invitation_id
        AND invitation.audience = 'event' AND invitation.group_id = $2`,
    values,
  );
  await tx.$client.query(
    `UPDATE invitations SET expires_at = least(last_invited_at + make_interval(days => $4), $3),
            state = CASE WHEN state <> 'expired' OR least(last_invited_at + make_interval(days => $4), $3) <= now() THEN state
                         ELSE ${STANDING} END
      WHERE shop = $1 AND audience = 'event' AND group_id = $2
        AND state IN ('queued', 'sent', 'delivered', 'bounced', 'expired')`,
    values,
  );
}
