import { fileStatus, fileUpdate } from "~/connectors/shopify/operations/product-media";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { refuseUserErrors } from "~/connectors/shopify/user-errors";
import { withShop } from "~/platform/db/with-shop.server";
import { upstreamFailed } from "~/platform/errors";
import { pause } from "~/platform/pauses.server";
import { filesFor, forgetFile } from "./create-files.server";

const POLL_MS = 500;
/** Shopify downloads large videos for minutes. Then the product's step fails, and its retry finds the file. */
const MAX_POLLS = 120;

/** Files from Salsify that were added to a product. */
export interface AttachedFiles {
  /** Their Shopify ids by URL. */
  files: Map<string, string>;
  /** Why Shopify can't use the others, as sentences. */
  problems: string[];
}

/**
 * Adds files from Salsify to a product's own media. A file that exists already is used again, also after an interrupted attempt. One
 * that Shopify can't use doesn't hold up the others.
 */
export async function attachFiles(
  api: AdminApi,
  shop: string,
  productGid: string,
  urls: readonly string[],
  call: CallOptions,
): Promise<AttachedFiles> {
  if (urls.length === 0) return { files: new Map(), problems: [] };
  const files = await filesFor(api, shop, urls, call);
  const problems: string[] = [];
  for (const [url, reason] of await waitUntilProcessed(api, files, call)) {
    // A retry makes the file again.
    await withShop(shop, (tx) => forgetFile(tx, { shop, url }));
    files.delete(url);
    problems.push(`Shopify can't use ${url}. ${reason}`);
  }
  if (files.size > 0) {
    const { fileUpdate: answer } = await api.run(
      fileUpdate,
      { files: [...files.values()].map((id) => ({ id, referencesToAdd: [productGid] })) },
      call,
    );
    refuseUserErrors("add the files to the product", answer);
  }
  return { files, problems };
}

/** @returns why Shopify can't use files, by URL @throws 502 when it is still processing one of them */
async function waitUntilProcessed(
  api: AdminApi,
  files: ReadonlyMap<string, string>,
  call: CallOptions,
): Promise<Map<string, string>> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const { nodes } = await api.run(fileStatus, { ids: [...files.values()] }, call);
    const states = new Map(
      nodes.flatMap((node) => (node && "fileStatus" in node ? [[node.id, node] as const] : [])),
    );
    const unusable = new Map<string, string>();
    let isProcessing = false;
    for (const [url, id] of files) {
      const state = states.get(id);
      if (!state || state.fileStatus === "FAILED")
        unusable.set(url, state?.fileErrors[0]?.message ?? "The file was deleted.");
      else if (state.fileStatus !== "READY") isProcessing = true;
    }
    if (!isProcessing) return unusable;
    await pause(POLL_MS, { signal: call.signal });
  }
  throw upstreamFailed("Shopify is still processing the files. Retry this row later.");
}
