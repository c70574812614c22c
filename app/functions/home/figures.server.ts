import type { Backend } from "~/backend.server";
import { contract } from "~/contract";
import { refusalIn } from "~/platform/contract/answer";
import { log } from "~/platform/log.server";
import type { FunctionEntry } from "../entry";

/** A function's live figure: what there is to do and how fresh that is (ISO 8601), or why it cannot be told. */
export type Figure = { text: string; asOf: string | null } | { unavailable: string };

type FigureCall = () => Promise<{ text: string; asOf: string | null }>;

/**
 * The live figures of the functions that have one, all asked for at once. One that fails says why in its own place, so
 * that a single system that is down does not take the home page with it.
 */
export async function readFigures(
  backend: Backend,
  functions: readonly FunctionEntry[],
): Promise<Record<string, Figure>> {
  const asked = functions.flatMap(({ name }) => {
    const figure = figureCallOf(backend, name);
    return figure ? [readFigure(name, figure)] : [];
  });
  return Object.fromEntries(await Promise.all(asked));
}

/** A function has a live figure when its contract declares the call `figure`. */
function figureCallOf(backend: Backend, name: string): FigureCall | undefined {
  const declared = Object.entries(contract).some(([key, calls]) => key === name && "figure" in calls);
  return declared ? (backend as unknown as Record<string, { figure: FigureCall }>)[name]?.figure : undefined;
}

async function readFigure(name: string, figure: FigureCall): Promise<[string, Figure]> {
  try {
    return [name, await figure()];
  } catch (error) {
    log.warn({ err: error, function: name }, "a figure of the home page failed");
    const reason = refusalIn(error)?.message ?? "The figure could not be read. Reload the page to try again.";
    return [name, { unavailable: reason }];
  }
}
