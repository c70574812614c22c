import { withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";
import type { AudienceId } from "./audiences";
import { publishInvitations } from "./publish.server";

/**
 * Every minute: invitations whose last link has run out say so. The links themselves end by their own time, not by this. One that
 * somebody changes at this moment is left to the next minute: to wait for it while holding others could be to wait for each other.
 */
export const expireInvitations: Task = {
  name: "invitations.expire",
  schedule: "* * * * *",
  async run(shop) {
    const { rows } = await withShop(shop, (tx) =>
      tx.$client.query<{ audience: AudienceId }>(
        `WITH expired AS (
           UPDATE invitations SET state = 'expired'
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
};
