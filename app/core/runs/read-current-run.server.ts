import { sentenceIn } from "~/platform/contract/answer";
import { hasEnded } from "~/platform/jobs/states";
import { type LoadedRun, MAX_LIVE_LINES } from "~/platform/realtime/live-run";
import type { RunAnswer, RunLineAnswer } from "./run-contract";

/** The call of a function that answers the log of a run. */
export type LogCall = (input: { f: string }) => Promise<{ json: RunLineAnswer[] }>;

/** The run in progress with its log so far, for its page. Without the log, the page shows the rest. @param runs newest first */
export async function readCurrentRun(
  log: LogCall,
  [newest]: readonly RunAnswer[],
): Promise<LoadedRun | null> {
  if (!newest || hasEnded(newest.state)) return null;
  const { fileName, progress } = newest;
  try {
    const { json } = await log({ f: fileName });
    const lines = json
      .slice(-MAX_LIVE_LINES)
      .map(({ id, functionName, logLevel, msg, date }) => ({ id, functionName, level: logLevel, msg, date }));
    return { id: fileName, progress, lines };
  } catch (error) {
    return { id: fileName, progress, lines: [], logProblem: sentenceIn(error) };
  }
}
