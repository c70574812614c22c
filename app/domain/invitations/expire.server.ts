import { withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import type { AudienceId } from "./audiences";
import { publishInvitations } from "./invitation.server";
import { invitationStates } from "./transitions.server";

/**
 * Runs every minute and marks invitations whose last link has expired. The links themselves end by their own time. A row locked by
 * a concurrent change is skipped until the next run, because waiting for it while holding others could deadlock.
 */
export const expireInvitations = defineTask({
  name: "invitations.expire",
  schedule: {
    cron: "* * * * *",
    due: "EXISTS (SELECT FROM invitations AS due WHERE due.shop = shops.shop AND due.state IN ('queued', 'sent', 'delivered', 'bounced') AND due.expires_at <= now())",
  },
  async run(shop) {
    const { rows } = await withShop(shop, (tx) =>
      tx.$client.query<{ audience: AudienceId }>(
        `WITH expired AS (
           UPDATE invitations SET ${invitationStates.set("expired")}
            WHERE shop = $1 AND id IN (
              SELECT id FROM invitations
               WHERE shop = $1 AND state IN ('queued', 'sent', 'delivered', 'bounced') AND expires_at <= now()
                 FOR UPDATE SKIP LOCKED)
            RETURNING audience)
         SELECT DISTINCT audience FROM expired`,
        [shop],
      ),
    );
    for (const { audience } of rows) publishInvitations(shop, audience);
  },
});
