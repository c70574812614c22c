import type { RunContext } from "~/core/runs/run-kind.server";
import { BACKROOM } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";

/**
 * Whether an administrator has confirmed what a sync refused to publish, by starting this sync within an hour of it.
 * @param refusal what the refused run has saved
 */
export async function isConfirmed(
  { shop, jobId, administrator }: RunContext,
  section: string,
  refusal: object,
): Promise<boolean> {
  if (administrator.id === BACKROOM.id) return false;
  const { rowCount } = await withShop(shop, (tx) =>
    tx.$client.query(
      // The hour begins with the refusal and ends with the start: a sync may take longer than that. An index that was published
      // since has used the confirmation up.
      `SELECT 1 FROM runs AS run
         JOIN runs AS refused ON refused.shop = run.shop AND refused.section = run.section AND refused.id <> run.id
         JOIN jobs AS job ON job.shop = refused.shop AND job.id = refused.id
        WHERE run.shop = $1 AND run.section = $2 AND run.id = $3 AND refused.data @> $4::jsonb
          AND job.finished_at BETWEEN run.started_at - interval '1 hour' AND run.started_at
          AND NOT EXISTS (SELECT 1 FROM search_indexes AS published
                           WHERE published.shop = $1 AND published.engine = $2 AND published.published_at > job.finished_at)
        LIMIT 1`,
      [shop, section, jobId, JSON.stringify(refusal)],
    ),
  );
  return rowCount === 1;
}
