import { refusalIn, sentenceIn } from "~/platform/contract/answer";
import { hasEnded } from "~/platform/jobs/states";
import { type LoadedRun, MAX_LIVE_LINES } from "~/platform/realtime/live-run";
import { LOGS_NOT_LOADED, type RunTitles } from "./run";
import type { RunAnswer, RunLineAnswer } from "./run-contract";

/** The calls of a function about its runs. */
interface RunCalls {
  list(): Promise<{ list: RunAnswer[] }>;
  log: LogCall;
}

/** A page with the runs of a function. */
export interface RunsPageData {
  runs: RunAnswer[];
  /** The run in progress, with its log so far. */
  current: LoadedRun | null;
  /** The log that is shown below the runs. */
  log: { fileName: string; lines: RunLineAnswer[] } | null;
  /** A banner's title and its reason. */
  problem: { title: string; text: string } | null;
}

/** Reads the newest runs, the log of the one in progress, and the log that was opened. */
export async function readRunsPage(
  calls: RunCalls,
  fileName: string | null,
  titles: RunTitles,
): Promise<RunsPageData> {
  let runs: RunAnswer[] = [];
  try {
    ({ list: runs } = await calls.list());
    const current = await readCurrentRun(calls.log, runs);
    const opened = fileName ? await readLog(calls, fileName, titles) : null;
    return { runs, current, log: null, problem: null, ...opened };
  } catch (error) {
    const title = refusalIn(error) ? titles.logsRefused : LOGS_NOT_LOADED;
    return { runs, current: null, log: null, problem: { title, text: sentenceIn(error) } };
  }
}

async function readLog(
  calls: RunCalls,
  fileName: string,
  { logFileRefused, logFileNotLoaded }: RunTitles,
): Promise<Partial<RunsPageData>> {
  try {
    const { json } = await calls.log({ f: fileName });
    return { log: { fileName, lines: json } };
  } catch (error) {
    const title = refusalIn(error) ? logFileRefused : logFileNotLoaded;
    return { problem: { title, text: sentenceIn(error) } };
  }
}

/** The call of a function that answers the log of a run. */
type LogCall = (input: { f: string }) => Promise<{ json: RunLineAnswer[] }>;

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
