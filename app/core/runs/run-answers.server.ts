import { withShop } from "~/platform/db/with-shop.server";
import type { CallContext } from "../context.server";
import { type Run, readRunLog, readRuns } from "./read-runs.server";
import type { RunAnswer, RunLineAnswer } from "./run-contract";

/** The newest runs of a section, newest first. */
export async function answerRuns({ shop, clock }: CallContext, section: string): Promise<RunAnswer[]> {
  const runs = await withShop(shop.domain, (tx) => readRuns(tx, shop.domain, section));
  return runs.map((run) => runAnswerOf(run, clock.now()));
}

/** A run as calls answer it. @param now up to when the duration of an unfinished run is counted */
export function runAnswerOf(run: Run, now: Date): RunAnswer {
  const { id, title, data: _data, startedById: _by, startedAt, beganAt, finishedAt, ...answer } = run;
  const milliseconds = (finishedAt ?? now).getTime() - beganAt.getTime();
  return {
    ...answer,
    fileName: id,
    displayName: `${title}, ${startedAt.toISOString()}`,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    duration: Math.max(0, Math.round(milliseconds / 1000)),
  };
}

/** The log of a run. @param fileName as the list of runs has it: an id, never a path. @throws 404 when there is none */
export async function answerRunLog(
  { shop }: CallContext,
  section: string,
  fileName: string,
): Promise<RunLineAnswer[]> {
  const lines = await withShop(shop.domain, (tx) => readRunLog(tx, shop.domain, section, fileName));
  return lines.map(({ id, functionName, level, message, at }) => ({
    id,
    functionName,
    logLevel: level,
    msg: message,
    date: at.toISOString(),
  }));
}
