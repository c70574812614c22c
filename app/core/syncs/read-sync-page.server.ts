import { refusalIn, sentenceIn } from "~/platform/contract/answer";
import { hasEnded } from "~/platform/jobs/states";
import { type LoadedSync, MAX_LIVE_LINES } from "~/platform/realtime/live-sync";
import { LOGS_NOT_LOADED, SYNC_TITLES, type SyncTitles } from "./sync";
import type { SyncAnswer, SyncLineAnswer } from "./sync-schemas";

/** The calls of a function about its syncs. */
interface SyncCalls {
  list(): Promise<{ list: SyncAnswer[] }>;
  log: LogCall;
}

/** A page with the syncs of a function. */
export interface SyncPageData {
  syncs: SyncAnswer[];
  /** The sync in progress, with its log so far. */
  current: LoadedSync | null;
  /** The log that is shown below the syncs. */
  log: { fileName: string; lines: SyncLineAnswer[] } | null;
  /** A banner's title and its reason. */
  problem: { title: string; text: string } | null;
}

/** Reads the newest syncs, the log of the one in progress, and the log that was opened. */
export async function readSyncPage(
  calls: SyncCalls,
  fileName: string | null,
  titles: SyncTitles = SYNC_TITLES,
): Promise<SyncPageData> {
  let syncs: SyncAnswer[] = [];
  try {
    ({ list: syncs } = await calls.list());
    const current = await readCurrentSync(calls.log, syncs);
    const opened = fileName ? await readLog(calls, fileName, titles) : null;
    return { syncs, current, log: null, problem: null, ...opened };
  } catch (error) {
    const title = refusalIn(error) ? titles.logsRefused : LOGS_NOT_LOADED;
    return { syncs, current: null, log: null, problem: { title, text: sentenceIn(error) } };
  }
}

async function readLog(
  calls: SyncCalls,
  fileName: string,
  { logFileRefused, logFileNotLoaded }: SyncTitles,
): Promise<Partial<SyncPageData>> {
  try {
    const { json } = await calls.log({ f: fileName });
    return { log: { fileName, lines: json } };
  } catch (error) {
    const title = refusalIn(error) ? logFileRefused : logFileNotLoaded;
    return { problem: { title, text: sentenceIn(error) } };
  }
}

/** The call of a function that answers the log of a sync. */
type LogCall = (input: { f: string }) => Promise<{ json: SyncLineAnswer[] }>;

/** The sync in progress with its log so far, for its page. Without the log, the page shows the rest. @param syncs newest first */
export async function readCurrentSync(
  log: LogCall,
  [newest]: readonly SyncAnswer[],
): Promise<LoadedSync | null> {
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
