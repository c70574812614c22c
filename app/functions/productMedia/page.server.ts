import type { Texts } from "~/core/answer-call.server";
import { exportTexts } from "~/core/exports/texts.server";
import type { CallsOf, ContractsOf } from "~/core/function-entry";
import { readSyncPage, type SyncPageData } from "~/core/syncs/read-sync-page.server";
import { textsOfStart } from "~/core/syncs/sync";
import { productGid } from "~/domain/products/mirror-row";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { refusalIn, sentenceIn } from "~/platform/contract/answer";
import { forbidden } from "~/platform/errors";
import { type ListResult, type ListState, readListState } from "~/platform/list";
import { rememberTab } from "~/platform/tab-memory.server";
import type { MediaProductRow } from "./change-media.server";
import type { productMediaFunction } from "./function";
import {
  MEDIA_TABS,
  MESSAGE_SECONDS,
  type MediaTab,
  mediaTab,
  NO_TAB,
  type ProductView,
  SECTION,
  SYNC_TITLES,
} from "./media-list";
import { type MediaProductsRow, mediaProductsList, type ProductWithoutTexts } from "./products-list.server";

type AllCalls = CallsOf<typeof productMediaFunction>;
type Calls = AllCalls["productMedia"];

const saved = ({ msg: text }: { msg: string }) => ({ text, seconds: MESSAGE_SECONDS });
const started = textsOfStart(SECTION);

/** The calls that the page posts, and what it says after them. */
export const mediaTexts: Texts<ContractsOf<typeof productMediaFunction>> = {
  "productMedia.reset": saved,
  "productMedia.setStatus": saved,
  "productMedia.setOrder": saved,
  "productMedia.setText": saved,
  "productMedia.setTexts": saved,
  "productMedia.detach": saved,
  "productMedia.addUploads": ({ msg: text, jobId }) => ({
    text,
    level: "info",
    link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
    job: { id: jobId, title: "Upload of pictures" },
  }),
  "productMedia.sync": started,
  "productMedia.retry": started,
  ...exportTexts("exports.mediaProducts"),
};

/** The products that the tab lists, with what their media lack. */
export interface ProductsData {
  list: typeof mediaProductsList.declaration;
  state: ListState;
  show: ProductView;
  result: ListResult<MediaProductsRow>;
  /** How many products have work to do. */
  work: Awaited<ReturnType<Calls["work"]>>;
  /** What these products have without alt text, while the texts of many are edited. */
  missing: ProductWithoutTexts[] | null;
  /** Whether the search was found in titles. */
  isTitle: boolean;
  views: Awaited<ReturnType<AllCalls["views"]["list"]>>["views"];
}

/** The tab Product Media: one product, or the products to choose from. */
export interface MediaTabData {
  /** What was searched, or the handle of the product that a link opened. Empty before a search. */
  search: string;
  product: MediaProductRow | null;
  /** Why the search failed. */
  problem: string | null;
  /** Null beside a product, and where there is a problem. */
  products: ProductsData | null;
}

/**
 * Reads what an address shows: the product that was opened in the list, or the one whose SKU, handle or id was searched, or the products
 * that the search finds. What finds no product is searched in Shopify, which may have a new one.
 */
async function readMediaTab({ productMedia: calls, views }: AllCalls, url: URL): Promise<MediaTabData> {
  const opened = url.searchParams.get("product");
  const search = url.searchParams.get("q")?.trim() ?? "";
  if (opened) return { ...(await readProduct(calls, productGid(opened))), search };
  if (search.length > MAX_SEARCH_LENGTH) return readProduct(calls, search);
  const products = await readProducts(calls, views, url);
  if ("problem" in products)
    return search ? readProduct(calls, search) : { ...NOTHING, search, problem: products.problem };
  const { isExact, ...data } = products;
  const isUnknown = search !== "" && data.result.rows.length === 0 && data.show === "all";
  if (isExact || isUnknown) return readProduct(calls, search);
  return { ...NOTHING, search, products: data };
}

const MAX_SEARCH_LENGTH = mediaProductsList.declaration.search?.maxLength ?? 0;

const NOTHING = { product: null, problem: null, products: null };

/** Reads a product's media list. After a search, a failure clears the list and the title. */
async function readProduct(calls: Calls, search: string): Promise<MediaTabData> {
  try {
    const { item } = await calls.read({ sku: search });
    return { ...NOTHING, search: search === item.id ? item.handle : search, product: item };
  } catch (error) {
    return { ...NOTHING, search, problem: sentenceIn(error) };
  }
}

/** Until the mirror is complete, the problem says so. */
async function readProducts(
  calls: Calls,
  views: AllCalls["views"],
  url: URL,
): Promise<(ProductsData & { isExact: boolean }) | { problem: string }> {
  const state = readListState(url, mediaProductsList);
  const { show } = mediaProductsList.filterIn(url.searchParams);
  try {
    const [{ isExact, isTitle, ...result }, work, saved] = await Promise.all([
      calls.products({
        search: state.search,
        sort: state.sort,
        direction: state.direction,
        last_id: state.cursor,
        show,
      }),
      calls.work(),
      views.list({ list: mediaProductsList.name }),
    ]);
    const ids = result.rows.map(({ id }) => id).join(",");
    const isEditing = url.searchParams.get("edit") === "texts";
    // None, and not null: the page stays on which someone still writes, when someone else was faster.
    const missing = !isEditing ? null : ids === "" ? [] : (await calls.missingTexts({ ids })).rows;
    const list = mediaProductsList.declaration;
    return { list, state, show, result, work, missing, isExact, isTitle, views: saved.views };
  } catch (error) {
    if (refusalIn(error)?.status !== 409) throw error;
    return { problem: sentenceIn(error) };
  }
}

interface SyncTabData extends SyncPageData {
  /** Whether Salsify is set up. True while that isn't known. */
  configured: boolean;
}

/** Reads the newest syncs, the log of the one in progress, and the log that was opened. */
async function readSyncTab(calls: Calls, fileName: string | null): Promise<SyncTabData> {
  let configured = true;
  const list = async () => {
    const answer = await calls.logs({ section: SECTION });
    ({ configured } = answer);
    return answer;
  };
  const page = await readSyncPage({ list, log: calls.log }, fileName, SYNC_TITLES);
  return { ...page, configured };
}

export type ProductMediaPageData = { tabs: MediaTab[] } & (
  | ({ tab: "media" } & MediaTabData)
  | ({ tab: "sync" } & SyncTabData)
);

/** Reads the tab that a request names, or the one of the last visit. @throws 403 for an administrator without any tab */
export async function readProductMediaPage(
  request: Request,
  calls: AllCalls,
  administrator: Administrator,
): Promise<{ page: ProductMediaPageData; headers: HeadersInit }> {
  const [first, ...others] = MEDIA_TABS.filter((id) => mayUse(administrator, mediaTab(id)));
  if (!first) throw forbidden(NO_TAB);
  const tabs: [MediaTab, ...MediaTab[]] = [first, ...others];
  const { tab, headers } = await rememberTab(request, "productMediaTab", tabs);
  const url = new URL(request.url);
  const page: ProductMediaPageData =
    tab === "media"
      ? { tabs, tab, ...(await readMediaTab(calls, url)) }
      : { tabs, tab, ...(await readSyncTab(calls.productMedia, url.searchParams.get("log"))) };
  return { page, headers };
}
