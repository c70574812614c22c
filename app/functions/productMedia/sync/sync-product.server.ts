import { mergingAdminApi } from "~/connectors/shopify/merging-admin-api.server";
import type { AdminApi } from "~/connectors/shopify/port";
import { isConfirmed } from "~/core/syncs/confirmation.server";
import { isOutdatedSync, type SyncContext } from "~/core/syncs/define-sync.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, Refusal, upstreamFailed } from "~/platform/errors";
import type { ItemOutcome } from "~/platform/jobs/job.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { mediaSynced } from "../audit.server";
import { type ProductWithMedia, readMediaProduct } from "../find-media-product.server";
import { changeMediaList } from "../media-changes.server";
import { isSameList, mediaTab, numbered, SECTION, type StoredItem } from "../media-list";
import { mediaNumber } from "../native-media";
import {
  attachFiles,
  fileName,
  isExternalVideo,
  shopifyFileName,
  suggestedText,
} from "./create-files.server";

/** A product whose media differ from those in Salsify. */
export interface ProductStep {
  /** Shopify's id. */
  productGid: string;
  sku: string;
  /** Absent in steps of an earlier version. */
  title?: string;
  /** In Salsify. */
  urls: string[];
}

/** What a step is called in the job and in the log. */
export const nameOfStep = ({ sku, title }: Pick<ProductStep, "sku" | "title">): string =>
  title ? `${sku}, ${title}` : sku;

/**
 * Brings one product's media in line with Salsify: new files become its own media and items of its list. The product is read again,
 * so that a repetition finds what an interrupted attempt did.
 * @throws 400 for a video that Shopify doesn't take, 502 for a file that it can't use. The rest is written before, unless no file would
 * be active after it
 * @throws 409 when a newer sync has started, or the list was changed at the same time
 */
export async function syncProduct(
  { productGid, sku, urls }: ProductStep,
  context: SyncContext,
): Promise<ItemOutcome> {
  const { shop, jobId, signal } = context;
  if (await withShop(shop, (tx) => isOutdatedSync(tx, shop, SECTION, jobId)))
    throw conflict("A newer sync has started. Start a sync instead of retrying this row.");
  const call = { priority: "bulk", signal } as const;
  const api = mergingAdminApi(shop, signal);
  const product = await readMediaProduct(api, { id: productGid }, call);
  if (!product) return { state: "skipped", message: "The product was deleted.", reason: "deleted" };
  const comparison = compareWithSalsify(product.list, urls);
  const { isChanged, unsupported } = comparison;
  const written = isChanged ? await writeChanges(product, comparison, api, context) : UNCHANGED;
  const { message, problems } = written;
  if (message) await context.log("syncProduct", "info", `${sku}: ${message}`);
  // After the write, so that a video or a file doesn't hold up the product's other pictures.
  if (unsupported.length > 0) throw badRequest([...problems, unsupportedText(unsupported)].join(" "));
  if (problems.length > 0) throw upstreamFailed(problems.join(" "));
  if (!message) return { state: "skipped", message: "Nothing changed.", reason: "unchanged" };
  return { state: "done", message };
}

interface WrittenChanges {
  /** What changed. Null for nothing. */
  message: string | null;
  /** Why files weren't added, as sentences. */
  problems: string[];
}

const CHANGED_AT_SAME_TIME = "The media list was changed at the same time. Retry this row.";

const UNCHANGED: WrittenChanges = { message: null, problems: [] };

const OLD_FILES_STAY = "The old files stay active until one of the new ones can be used.";

const isActive = ({ active }: { active: boolean }): boolean => active;

/** Attaches the missing files and stores the list. */
async function writeChanges(
  product: ProductWithMedia,
  { list, removed, missing, unsupported }: SalsifyComparison,
  api: AdminApi,
  { shop, jobId, signal, administrator }: SyncContext,
): Promise<WrittenChanges> {
  const call = { priority: "bulk", signal } as const;
  const { files, problems } = await attachFiles(api, shop, product.id, missing, call);
  let next = list;
  for (const [url, gid] of files) next = withFile(next, { id: mediaNumber(gid), url, src: url });
  if (isSameList(product.list, next)) return { message: null, problems };
  const isIncomplete = problems.length > 0 || unsupported.length > 0;
  if (isIncomplete && product.list.some(isActive) && !next.some(isActive))
    return { message: null, problems: [OLD_FILES_STAY, ...problems] };
  await changeMediaList({
    api,
    shop,
    product,
    next,
    call,
    entry: {
      action: mediaSynced,
      before: { items: product.list.length },
      after: { items: next.length, added: files.size, removed },
      actor: administrator,
      jobId,
    },
  }).catch((error: unknown) => {
    // Its own sentence is for a person who has the list on a page.
    if (error instanceof Refusal && error.status === 409) throw conflict(CHANGED_AT_SAME_TIME);
    throw error;
  });
  publishChange(shop, mediaTab("media"), { list: "productMedia", ids: [product.id] });
  return { message: `${product.title}: ${describeChanges(files.size, removed)}.`, problems };
}

function unsupportedText(urls: readonly string[]): string {
  const [what, these] =
    urls.length === 1
      ? ["a video file from another address, so this one wasn't", "its address"]
      : ["video files from other addresses, so these weren't", "their addresses"];
  return `Shopify doesn't take ${what} added: ${urls.join(", ")}. In Salsify, enter ${these} on YouTube or Vimeo instead, then start a sync.`;
}

function describeChanges(added: number, removed: number): string {
  const parts = [added > 0 && `${added} added`, removed > 0 && `${removed} no longer in Salsify`];
  return parts.filter(Boolean).join(", ") || "matched with its files in Salsify";
}

/** A larger share is refused. */
const MAX_SHARE = 0.5;

/** A small catalog may have all of its pictures replaced. */
const FEW = 10;

const REFUSAL = { refusedRemovals: true };

/**
 * Refuses a sync that would make most of the media from Salsify inactive, which is more often a mistake in its file than a decision
 * about each of them. An administrator confirms it by starting another sync within an hour.
 * @param removed how many of all active media from Salsify it no longer has
 */
export async function refuseRemovals(
  context: SyncContext,
  { removed, all }: { removed: number; all: number },
): Promise<void> {
  if (removed <= FEW || removed <= all * MAX_SHARE) return;
  const counts = `Salsify no longer has ${removed} of the ${all} active media that came from it.`;
  if (await isConfirmed(context, REFUSAL))
    return context.log(
      "findChanged",
      "warning",
      `${counts} They become inactive, because the sync was started again.`,
    );
  await context.saveData(REFUSAL);
  throw conflict(
    `${counts} That is more than half, so nothing was changed. If it is right, start a new sync within an hour. A retry is refused again.`,
  );
}

/** A product's list beside what Salsify has for it. */
interface SalsifyComparison {
  /** The list with what changes without new files. */
  list: StoredItem[];
  /** How many items Salsify no longer has. */
  removed: number;
  /** URLs that the list doesn't have, and that Shopify can read. */
  missing: string[];
  /** Addresses of video files. Shopify takes those only as uploads. */
  unsupported: string[];
  /** Whether there is something to write. */
  isChanged: boolean;
}

/**
 * Compares a list with the URLs in Salsify. Order, status and texts are people's: they aren't changed. An item with the file name of
 * a URL is taken as that file. One that Salsify no longer has becomes inactive, and is no longer compared.
 */
export function compareWithSalsify(list: readonly StoredItem[], urls: readonly string[]): SalsifyComparison {
  const wanted = new Set(urls);
  const sources = new Set(list.flatMap(({ source }) => source ?? []));
  const unknown = new Map<string, string>();
  for (const url of urls)
    if (!sources.has(url)) for (const name of [fileName(url), shopifyFileName(url)]) unknown.set(name, url);
  const compared = list.map((item): StoredItem => {
    const { source, ...rest } = item;
    if (source) return wanted.has(source) ? item : { ...rest, active: false };
    const url = unknown.get(fileName(item.src));
    if (!url || sources.has(url)) return item;
    sources.add(url);
    return { ...rest, source: url };
  });
  const added = urls.filter((url) => !sources.has(url));
  const unsupported = added.filter(isVideoFile);
  const missing = added.filter((url) => !isVideoFile(url));
  const removed = compared.filter(({ source }, index) => !source && list[index]?.source).length;
  const isChanged = missing.length > 0 || compared.some((item, index) => item.source !== list[index]?.source);
  return { list: compared, removed, missing, unsupported, isChanged };
}

/** Appends a file from Salsify. Its text is a suggestion, until a person accepts it. */
const withFile = (
  list: readonly StoredItem[],
  file: { id: string; url: string; src: string },
): StoredItem[] =>
  numbered([
    ...list.filter(({ id }) => id !== file.id),
    {
      id: file.id,
      type: isExternalVideo(file.url) ? "video" : "image",
      src: file.src || file.url,
      active: true,
      order: 0,
      text: "",
      newText: isExternalVideo(file.url) ? "" : suggestedText(file.url),
      source: file.url,
    },
  ]);

const isVideoFile = (url: string): boolean => /\.(mp4|m4v|mov|webm)$/i.test(fileName(url));
