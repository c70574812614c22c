import { BACKROOM } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import type { RunContext } from "./run-kind.server";

/**
 * Whether an administrator has confirmed what a run refused, by starting this one within an hour of it. A retry of the refused run
 * confirms nothing.
 * @param refusal what the refused run has saved
 */
export async function isConfirmed(
  { shop, jobId, administrator }: Pick<RunContext, "shop" | "jobId" | "administrator">,
  refusal: object,
): Promise<boolean> {
  if (administrator.id === BACKROOM.id) return false;
  const { rowCount } = await withShop(shop, (tx) =>
    tx.$client.query(
      // The hour begins with the refusal and ends with the start: a run may take longer than that. A later run of
      // which a step is done has used the confirmation up, also while it is retried. An older one that is retried changes nothing.
      // The run itself may have steps that are done: after a crash it checks again.
      `SELECT 1 FROM runs AS run
         JOIN runs AS refused ON refused.shop = run.shop AND refused.section = run.section AND refused.id <> run.id
         JOIN jobs AS job ON job.shop = refused.shop AND job.id = refused.id
        WHERE run.shop = $1 AND run.id = $2 AND refused.data @> $3::jsonb
          AND job.finished_at BETWEEN run.started_at - interval '1 hour' AND run.started_at
          AND NOT EXISTS (SELECT 1 FROM runs AS later JOIN jobs AS later_job ON later_job.shop = later.shop AND later_job.id = later.id
                           WHERE later.shop = run.shop AND later.section = run.section AND later.id <> run.id
                             AND later.started_at > refused.started_at AND later_job.done > 0)
        LIMIT 1`,
      [shop, jobId, JSON.stringify(refusal)],
    ),
  );
  return rowCount === 1;
}
