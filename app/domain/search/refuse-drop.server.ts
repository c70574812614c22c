import { isConfirmed } from "~/core/runs/confirmation.server";
import type { RunContext } from "~/core/runs/run-kind.server";
import { conflict } from "~/platform/errors";

/** A smaller share of the live index is refused. */
const MIN_SHARE = 0.5;

const REFUSAL = { refusedDrop: true };

/**
 * Refuses to replace the live index by one of less than half its size, which is more often a mistake than a smaller catalog. An
 * administrator confirms it by starting another sync within an hour.
 * @param live how many products the live index has. Null without one
 */
export async function refuseDrop(
  context: RunContext,
  { next, live }: { next: number; live: number | null },
): Promise<void> {
  if (live === null || next >= live * MIN_SHARE) return;
  const counts = `The new index has ${next} products, and the live one has ${live}.`;
  if (await isConfirmed(context, REFUSAL))
    return context.log("check", "warning", `${counts} It is replaced, because the sync was started again.`);
  await context.saveData(REFUSAL);
  throw conflict(
    `${counts} That is less than half, so the live index was kept. If it is right, start a new sync within an hour. A retry is refused again.`,
  );
}
