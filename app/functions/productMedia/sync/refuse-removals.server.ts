import { isConfirmed } from "~/core/runs/confirmation.server";
import type { RunContext } from "~/core/runs/run-kind.server";
import { conflict } from "~/platform/errors";

/** A larger share is refused. */
const MAX_SHARE = 0.5;
/** A small catalog may have all of its pictures replaced. */
const FEW = 10;

const REFUSAL = { refusedRemovals: true };

/**
 * Refuses a sync that would make most of the media from Salsify inactive, which is more often a mistake in its file than a decision
 * about each of them. An administrator confirms it by starting another sync within an hour.
 * @param removed how many of all active media from Salsify it no longer has
 */
export async function refuseRemovals(
  context: RunContext,
  { removed, all }: { removed: number; all: number },
): Promise<void> {
  if (removed <= FEW || removed <= all * MAX_SHARE) return;
  const counts = `Salsify no longer has ${removed} of the ${all} active media that came from it.`;
  if (await isConfirmed(context, REFUSAL))
    return context.log(
      "findChanged",
      "warning",
      `${counts} They become inactive, because the sync was started again.`,
    );
  await context.saveData(REFUSAL);
  throw conflict(
    `${counts} That is more than half, so nothing was changed. If it is right, start a new sync within an hour. A retry is refused again.`,
  );
}
