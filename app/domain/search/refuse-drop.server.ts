import type { RunContext } from "~/core/runs/run-kind.server";
import { BACKROOM } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";

/** A smaller share of the live index is refused. */
const MIN_SHARE = 0.5;

/**
 * Refuses to replace the live index by one of less than half its size, which is more often a mistake than a smaller catalog. An
 * administrator confirms it by starting another sync within an hour.
 * @param live how many products the live index has. Null without one
 */
export async function refuseDrop(
  context: RunContext,
  section: string,
  { next, live }: { next: number; live: number | null },
): Promise<void> {
  if (live === null || next >= live * MIN_SHARE) return;
  const counts = `The new index has ${next} products, and the live one has ${live}.`;
  if (await isConfirmed(context, section))
    return context.log("check", "warning", `${counts} It is replaced, because the sync was started again.`);
  await context.saveData({ refusedDrop: true });
  throw conflict(
    `${counts} That is less than half, so the live index was kept. If it is right, start the sync again within an hour.`,
  );
}

async function isConfirmed({ shop, jobId, administrator }: RunContext, section: string): Promise<boolean> {
  if (administrator.id === BACKROOM.id) return false;
  const { rowCount } = await withShop(shop, (tx) =>
    tx.$client.query(
      // The hour begins with the refusal and ends with the start: a sync may take longer than that. An index that was published
      // since has used the confirmation up.
      `SELECT 1 FROM runs AS run
         JOIN runs AS refused ON refused.shop = run.shop AND refused.section = run.section AND refused.id <> run.id
         JOIN jobs AS job ON job.shop = refused.shop AND job.id = refused.id
        WHERE run.shop = $1 AND run.section = $2 AND run.id = $3 AND refused.data -> 'refusedDrop' = 'true'
          AND job.finished_at BETWEEN run.started_at - interval '1 hour' AND run.started_at
          AND NOT EXISTS (SELECT 1 FROM search_indexes AS published
                           WHERE published.shop = $1 AND published.engine = $2 AND published.published_at > job.finished_at)
        LIMIT 1`,
      [shop, section, jobId],
    ),
  );
  return rowCount === 1;
}
