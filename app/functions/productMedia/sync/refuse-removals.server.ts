import { subHours } from "date-fns";
import { readRuns } from "~/core/runs/read-runs.server";
import type { RunContext } from "~/core/runs/run-kind.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { SECTION } from "./section";

/** A larger share is refused. */
const MAX_SHARE = 0.5;
/** A small catalog may have all of its pictures replaced. */
const FEW = 10;

/**
 * Refuses a sync that would make most of the media from Salsify inactive, which is more often a mistake in its file than a decision
 * about each of them. An administrator confirms it by starting another sync within an hour.
 * @param removed how many of all media from Salsify it no longer has
 */
export async function refuseRemovals(
  context: RunContext,
  { removed, all }: { removed: number; all: number },
): Promise<void> {
  if (removed <= FEW || removed <= all * MAX_SHARE) return;
  const counts = `${removed} of the ${all} media from Salsify are no longer there.`;
  if (await isConfirmed(context))
    return context.log(
      "findChanged",
      "warning",
      `${counts} They become inactive, because the sync was started again.`,
    );
  await context.saveData({ refusedRemovals: true });
  throw conflict(
    `${counts} That is more than half, so nothing was changed. If it is right, start the sync again within an hour.`,
  );
}

/** Whether the sync before this one was refused within the hour before this one was started. */
async function isConfirmed({ shop, jobId }: RunContext): Promise<boolean> {
  const runs = await withShop(shop, (tx) => readRuns(tx, shop, SECTION));
  const position = runs.findIndex(({ id }) => id === jobId);
  const [run, earlier] = runs.slice(position);
  if (!run || !earlier?.finishedAt || earlier.data.refusedRemovals !== true) return false;
  return earlier.finishedAt >= subHours(run.startedAt, 1);
}
