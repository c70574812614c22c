import type { RunContext } from "~/core/runs/run-kind.server";
import { conflict } from "~/platform/errors";
import { isConfirmed } from "./confirmation.server";
import { type RefusedProduct, refusedText } from "./refused-product";

/** Products that are named in the reason. The log has all of them. */
const MAX_NAMED = 3;

/**
 * Refuses to publish an index without products that the engine refuses. An administrator confirms it by starting another sync
 * within an hour, which refuses none but these.
 */
export async function assertNoneRefused(
  context: RunContext,
  { name, system }: { name: string; system: string },
  refused: readonly RefusedProduct[],
): Promise<void> {
  if (refused.length === 0) return;
  const refusal = { refusedProducts: refused.map(({ id }) => id) };
  const products = refused.length === 1 ? "1 product" : `${refused.length} products`;
  if (await isConfirmed(context, name, refusal))
    return context.log(
      "check",
      "warning",
      `The live index is replaced without ${products}, because the sync was started again.`,
    );
  await context.saveData(refusal);
  const named = refused.slice(0, MAX_NAMED).map(refusedText).join("; ").replace(/\.$/, "");
  const others = refused.length > MAX_NAMED ? "; the log names the others" : "";
  throw conflict(
    `${system} refuses ${products}, so the live index was kept. ${named}${others}. Correct them in Shopify, or start the sync again within an hour to publish the index without them.`,
  );
}
