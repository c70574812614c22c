import { BACKROOM } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import type { SyncContext } from "./define-sync.server";

/**
 * Whether an administrator has confirmed what a sync refused, by starting this one within an hour of it. A retry of the refused sync
 * confirms nothing.
 * @param refusal what the refused sync has saved
 */
export async function isConfirmed(
  { shop, jobId, administrator }: Pick<SyncContext, "shop" | "jobId" | "administrator">,
  refusal: object,
): Promise<boolean> {
  if (administrator.id === BACKROOM.id) return false;
  const { rowCount } = await withShop(shop, (tx) =>
    tx.$client.query(
      // The hour begins with the refusal and ends with the start: a sync may take longer than that. A later sync of
      // which a step is done has used the confirmation up, also while it is retried. An older one that is retried changes nothing.
      // The sync itself may have steps that are done: after a crash it checks again.
      `SELECT 1 FROM runs AS sync
         JOIN runs AS refused ON refused.shop = sync.shop AND refused.section = sync.section AND refused.id <> sync.id
         JOIN jobs AS job ON job.shop = refused.shop AND job.id = refused.id
        WHERE sync.shop = $1 AND sync.id = $2 AND refused.data @> $3::jsonb
          AND job.finished_at BETWEEN sync.started_at - interval '1 hour' AND sync.started_at
          AND NOT EXISTS (SELECT 1 FROM runs AS later JOIN jobs AS later_job ON later_job.shop = later.shop AND later_job.id = later.id
                           WHERE later.shop = sync.shop AND later.section = sync.section AND later.id <> sync.id
                             AND later.started_at > refused.started_at AND later_job.done > 0)
        LIMIT 1`,
      [shop, jobId, JSON.stringify(refusal)],
    ),
  );
  return rowCount === 1;
}
