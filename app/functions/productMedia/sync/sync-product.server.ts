import { mergingAdminApi } from "~/connectors/shopify/merging-admin-api.server";
import type { AdminApi } from "~/connectors/shopify/port";
import type { RunContext } from "~/core/runs/run-kind.server";
import { isOutdatedRun } from "~/core/runs/run-kind.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, Refusal, upstreamFailed } from "~/platform/errors";
import type { ItemOutcome } from "~/platform/jobs/job.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { mediaSynced } from "../audit.server";
import { type ProductWithMedia, readMediaProduct } from "../find-media-product.server";
import { changeMediaList } from "../media-changes.server";
import { isSameList } from "../media-list";
import { mediaNumber } from "../native-media";
import { mediaTab } from "../tabs";
import { attachFiles } from "./attach-files.server";
import { compareWithSalsify, type SalsifyComparison, withFile } from "./merge-salsify.server";
import { SECTION } from "./section";

/** A product whose media differ from those in Salsify. */
export interface ProductStep {
  /** Shopify's id. */
  productGid: string;
  sku: string;
  /** In Salsify. */
  urls: string[];
}

/**
 * Brings one product's media in line with Salsify: new files become its own media and items of its list. The product is read again,
 * so that a repetition finds what an interrupted attempt did.
 * @throws 400 for a video that Shopify doesn't take, 502 for a file that it can't use. The rest is written before, unless no file would
 * be active after it
 * @throws 409 when a newer sync has started, or the list was changed at the same time
 */
export async function syncProduct(
  { productGid, sku, urls }: ProductStep,
  context: RunContext,
): Promise<ItemOutcome> {
  const { shop, jobId, signal } = context;
  if (await withShop(shop, (tx) => isOutdatedRun(tx, shop, SECTION, jobId)))
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
  { shop, jobId, signal, administrator }: RunContext,
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
