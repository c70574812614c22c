import { mayOpenTab } from "~/core/access/tab-limits";
import type { CallsOf } from "~/core/function-entry";
import type { Administrator } from "~/platform/auth/permission";
import { refusalIn, sentenceIn } from "~/platform/contract/answer";
import { forbidden } from "~/platform/errors";
import { hasEnded } from "~/platform/jobs/states";
import { type LoadedRun, MAX_LIVE_LINES } from "~/platform/realtime/live-run";
import { rememberTab } from "~/platform/tab-memory.server";
import type { MediaProductRow, MediaRun, MediaRunLine } from "./contract";
import type { productMediaFunction } from "./function";
import { LOG_FILE_NOT_LOADED, LOGS_NOT_LOADED, LOGS_REFUSED, NO_TAB } from "./messages";
import { SECTION } from "./sync/section";
import { MEDIA_TABS, type MediaTab } from "./tabs";

type Calls = CallsOf<typeof productMediaFunction>["productMedia"];

/** A banner's title and its reason. */
export interface PageProblem {
  title: string;
  text: string;
}

/** The tab Product Media. */
export interface MediaTabData {
  /** The SKU, handle or id that was searched. Empty before a search. */
  search: string;
  product: MediaProductRow | null;
  /** Why the search failed. */
  problem: string | null;
}

/** The tab Sync. */
export interface SyncTabData {
  runs: MediaRun[];
  /** The sync in progress, with its log so far. */
  current: LoadedRun | null;
  /** The log that is shown below the runs. */
  log: { fileName: string; lines: MediaRunLine[] } | null;
  problem: PageProblem | null;
}

/** Reads a product's media list. A failure clears the list and the title. */
async function readMediaTab(calls: Calls, search: string): Promise<MediaTabData> {
  if (!search) return { search, product: null, problem: null };
  try {
    const { item } = await calls.read({ sku: search });
    return { search, product: item, problem: null };
  } catch (error) {
    return { search, product: null, problem: sentenceIn(error) };
  }
}

/** Reads the newest syncs, the log of the one in progress, and the log that was opened. */
async function readSyncTab(calls: Calls, fileName: string | null): Promise<SyncTabData> {
  let runs: MediaRun[] = [];
  try {
    ({ list: runs } = await calls.logs({ section: SECTION }));
    const [newest] = runs;
    const current = newest && !hasEnded(newest.state) ? await readCurrent(calls, newest) : null;
    return { runs, current, log: null, problem: null, ...(fileName && (await readLog(calls, fileName))) };
  } catch (error) {
    const title = refusalIn(error) ? LOGS_REFUSED : LOGS_NOT_LOADED;
    return { runs, current: null, log: null, problem: { title, text: sentenceIn(error) } };
  }
}

async function readCurrent(calls: Calls, { fileName, progress }: MediaRun): Promise<LoadedRun> {
  const { json } = await calls.log({ f: fileName });
  const lines = json
    .slice(-MAX_LIVE_LINES)
    .map(({ id, functionName, logLevel, msg, date }) => ({ id, functionName, level: logLevel, msg, date }));
  return { id: fileName, progress, lines };
}

async function readLog(calls: Calls, fileName: string): Promise<Partial<SyncTabData>> {
  try {
    const { json } = await calls.log({ f: fileName });
    return { log: { fileName, lines: json } };
  } catch (error) {
    return { problem: { title: LOG_FILE_NOT_LOADED, text: sentenceIn(error) } };
  }
}

export type ProductMediaPageData = { tabs: MediaTab[] } & (
  | ({ tab: "media" } & MediaTabData)
  | ({ tab: "sync" } & SyncTabData)
);

/** Reads the tab that a request names, or the one of the last visit. @throws 403 for an administrator without any tab */
export async function readProductMediaPage(
  request: Request,
  calls: Calls,
  administrator: Pick<Administrator, "isOwner" | "tabLimits">,
): Promise<{ page: ProductMediaPageData; headers: HeadersInit }> {
  const [first, ...others] = MEDIA_TABS.filter((id) => mayOpenTab(administrator, "showProductMedia", id));
  if (!first) throw forbidden(NO_TAB);
  const tabs: [MediaTab, ...MediaTab[]] = [first, ...others];
  const { tab, headers } = await rememberTab(request, "productMediaTab", tabs);
  const parameters = new URL(request.url).searchParams;
  const page: ProductMediaPageData =
    tab === "media"
      ? { tabs, tab, ...(await readMediaTab(calls, parameters.get("q")?.trim() ?? "")) }
      : { tabs, tab, ...(await readSyncTab(calls, parameters.get("log"))) };
  return { page, headers };
}
