import type { Texts } from "~/core/answer-call.server";
import type { CallsOf, ContractsOf } from "~/core/function-entry";
import { readCurrentSync } from "~/core/syncs/read-sync-page.server";
import { syncsListOf } from "~/core/syncs/sync";
import type { SyncLineAnswer } from "~/core/syncs/sync-schemas";
import { sentenceIn } from "~/platform/contract/answer";
import { SUCCESS_SECONDS } from "~/platform/notice";
import type { LoadedSync } from "~/platform/realtime/live-sync";
import type { priceSpiderFunction } from "./function";
import type { SettingsAnswer, Transfer } from "./schemas";
import {
  PRICESPIDER_NOT_UPDATED,
  SECTION,
  SETTINGS_LIST,
  SETTINGS_NOT_LOADED,
  SETTINGS_NOT_UPDATED,
} from "./settings-fields";

type Calls = CallsOf<typeof priceSpiderFunction>["priceSpider"];

/** Without a notice: the page shows what runs, and a notice when it has ended. */
const startedTransfer = {
  say: () => null,
  failure: { notice: { title: PRICESPIDER_NOT_UPDATED, topic: syncsListOf(SECTION) } },
};

/** Of the notices about a test: the newest replaces the one before. */
const TEST = "priceSpider.test";

/** The calls that the page posts, and what it says after them. */
export const priceSpiderTexts: Texts<ContractsOf<typeof priceSpiderFunction>> = {
  "priceSpider.update": {
    // The page shows the problems of settings that failed at their fields.
    say: ({ status, msg }) =>
      status
        ? { text: msg, seconds: SUCCESS_SECONDS, topic: SETTINGS_LIST }
        : { level: "critical", text: msg, topic: SETTINGS_LIST },
    failure: { notice: { title: SETTINGS_NOT_UPDATED, topic: SETTINGS_LIST } },
  },
  "priceSpider.transfer": startedTransfer,
  "priceSpider.retry": startedTransfer,
  "priceSpider.test": ({ status, msg }) => ({
    level: status ? "success" : "critical",
    text: msg,
    topic: TEST,
  }),
  "priceSpider.acceptKey": ({ msg }) => msg,
};

/** The page PriceSpider. */
export interface PriceSpiderPageData {
  /** Null when they couldn't be read. */
  settings: SettingsAnswer | null;
  /** Null when they couldn't be read. */
  transfers: Transfer[] | null;
  /** The transfer in progress, with its log so far. */
  current: LoadedSync | null;
  /** The log that is shown below the transfers. */
  log: { fileName: string; lines: SyncLineAnswer[] } | null;
  /** What couldn't be read, with its reason. */
  problems: string[];
}

/** Reads the settings, the newest transfers, the log of the one in progress, and the log that the address names. */
export async function readPriceSpiderPage(request: Request, calls: Calls): Promise<PriceSpiderPageData> {
  const problems: string[] = [];
  const orNull = async <T>(read: () => Promise<T>, text: string): Promise<T | null> => {
    try {
      return await read();
    } catch (error) {
      problems.push(text + sentenceIn(error));
      return null;
    }
  };
  const fileName = new URL(request.url).searchParams.get("log");
  const [settings, transfers, log] = await Promise.all([
    orNull(() => calls.read(), SETTINGS_NOT_LOADED),
    orNull(async () => (await calls.logs()).list, "Error getting transfers: "),
    fileName ? orNull(() => readLog(calls, fileName), "Error getting the log: ") : null,
  ]);
  const current = await readCurrentSync(calls.log, transfers ?? []);
  return { settings, transfers, current, log, problems };
}

async function readLog(calls: Calls, fileName: string) {
  const { json } = await calls.log({ f: fileName });
  return { fileName, lines: json };
}
