import type { Declarations } from "~/core/context.server";
import type { FunctionEntry } from "~/core/function-entry";
import { refusalIn } from "~/platform/contract/answer";
import { log } from "~/platform/log.server";

/** A function's live figure with its time (ISO 8601), or why it isn't available. */
export type Figure = { text: string; asOf: string | null } | { unavailable: string };

type FigureCall = () => Promise<{ text: string; asOf: string | null }>;

/**
 * The live figures of the functions that have one, read in parallel. A failed one shows its reason, so that a single failing
 * system doesn't fail the home page.
 */
export async function readFigures(
  calls: object,
  functions: readonly FunctionEntry[],
  { figures }: Pick<Declarations, "figures">,
): Promise<Record<string, Figure>> {
  // `createApp` has checked that the contracts of these functions have the call.
  const byName = calls as Record<string, { figure: FigureCall }>;
  const reads = functions.flatMap(({ name }) => {
    const figure = byName[figures.get(name) ?? ""]?.figure;
    return figure ? [readFigure(name, figure)] : [];
  });
  return Object.fromEntries(await Promise.all(reads));
}

async function readFigure(name: string, figure: FigureCall): Promise<[string, Figure]> {
  try {
    return [name, await figure()];
  } catch (error) {
    log.warn({ err: error, function: name }, "a figure of the home page failed");
    const reason =
      refusalIn(error)?.message ?? "The figure couldn't be loaded. Reload the page to try again.";
    return [name, { unavailable: reason }];
  }
}

/** What waits for the administrator. Null when it can't be read, so that the rest of the home page is shown. */
export async function readDeskOrNull<Desk>(read: () => Promise<Desk>): Promise<Desk | null> {
  try {
    return await read();
  } catch (error) {
    log.warn({ err: error }, "the desk of the home page failed");
    return null;
  }
}
