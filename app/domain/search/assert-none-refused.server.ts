import { isConfirmed } from "~/core/runs/confirmation.server";
import type { RunContext } from "~/core/runs/run-kind.server";
import { conflict } from "~/platform/errors";
import { pluralize } from "~/platform/text/pluralize";
import { type RefusedProduct, refusedText } from "./refused-product";

/** Products that are named in the reason. The log has all of them. */
const MAX_NAMED = 3;

/**
 * Keeps the live index when the engine refused products. An administrator publishes without them by starting a new sync within an
 * hour. That sync may refuse only products that were refused before.
 */
export async function assertNoneRefused(
  context: RunContext,
  system: string,
  refused: readonly RefusedProduct[],
): Promise<void> {
  if (refused.length === 0) return;
  const refusal = { refusedProducts: refused.map(({ id }) => id) };
  const products = pluralize(refused.length, "product");
  if (await isConfirmed(context, refusal))
    return context.log(
      "check",
      "warning",
      `The index is published without ${products}, because an administrator started the sync again.`,
    );
  await context.saveData(refusal);
  const them = refused.length === 1 ? "it" : "them";
  // An engine's reason may or may not end in a period.
  const sentences = refused.slice(0, MAX_NAMED).map((product) => refusedText(product).replace(/\.?$/, "."));
  if (refused.length > MAX_NAMED) sentences.push("The log names the others.");
  throw conflict(
    `${system} refuses ${products}, so the live index was kept. Correct ${them} in Shopify, or start a new sync within an hour to publish the index without ${them}. ${sentences.join(" ")}`,
  );
}
