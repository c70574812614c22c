import type { Texts } from "~/core/answer-call.server";
import type { CallsOf, ContractsOf } from "~/core/function-entry";
import { readSyncPage, type SyncPageData } from "~/core/syncs/read-sync-page.server";
import { textsOfStart } from "~/core/syncs/sync";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { sentenceIn } from "~/platform/contract/answer";
import { forbidden } from "~/platform/errors";
import { rememberTab } from "~/platform/tab-memory.server";
import type { MediaProductRow } from "./change-media.server";
import type { productMediaFunction } from "./function";
import {
  MEDIA_TABS,
  MESSAGE_SECONDS,
  type MediaTab,
  mediaTab,
  NO_TAB,
  SECTION,
  SYNC_TITLES,
} from "./media-list";

type Calls = CallsOf<typeof productMediaFunction>["productMedia"];

const saved = ({ msg: text }: { msg: string }) => ({ text, seconds: MESSAGE_SECONDS });
const started = textsOfStart(SECTION);

/** The calls that the page posts, and what it says after them. */
export const mediaTexts: Texts<ContractsOf<typeof productMediaFunction>> = {
  "productMedia.reset": saved,
  "productMedia.setStatus": saved,
  "productMedia.setOrder": saved,
  "productMedia.setText": saved,
  "productMedia.detach": saved,
  "productMedia.sync": started,
  "productMedia.retry": started,
};

/** The tab Product Media. */
export interface MediaTabData {
  /** The SKU, handle or id that was searched, or the handle of the product that a link opened. Empty before a search. */
  search: string;
  product: MediaProductRow | null;
  /** Why the search failed. */
  problem: string | null;
}

/** Reads a product's media list. A failure clears the list and the title. */
async function readMediaTab(calls: Calls, search: string): Promise<MediaTabData> {
  if (!search) return { search, product: null, problem: null };
  try {
    const { item } = await calls.read({ sku: search });
    return { search: search === item.id ? item.handle : search, product: item, problem: null };
  } catch (error) {
    return { search, product: null, problem: sentenceIn(error) };
  }
}

/** Reads the newest syncs, the log of the one in progress, and the log that was opened. */
const readSyncTab = (calls: Calls, fileName: string | null): Promise<SyncPageData> =>
  readSyncPage({ list: () => calls.logs({ section: SECTION }), log: calls.log }, fileName, SYNC_TITLES);

export type ProductMediaPageData = { tabs: MediaTab[] } & (
  | ({ tab: "media" } & MediaTabData)
  | ({ tab: "sync" } & SyncPageData)
);

/** Reads the tab that a request names, or the one of the last visit. @throws 403 for an administrator without any tab */
export async function readProductMediaPage(
  request: Request,
  calls: Calls,
  administrator: Administrator,
): Promise<{ page: ProductMediaPageData; headers: HeadersInit }> {
  const [first, ...others] = MEDIA_TABS.filter((id) => mayUse(administrator, mediaTab(id)));
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
