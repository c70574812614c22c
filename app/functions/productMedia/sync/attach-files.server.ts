import { fileStatus, fileUpdate } from "~/connectors/shopify/operations/product-media";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { refuseUserErrors } from "~/connectors/shopify/user-errors";
import { withShop } from "~/platform/db/with-shop.server";
import { pause } from "~/platform/pauses.server";
import { filesFor, forgetFile, type SalsifyFiles } from "./create-files.server";

const POLL_MS = 500;
/** Shopify can process a file for minutes. A retry of the product's step finds the file. */
const MAX_POLLS = 120;

/**
 * Adds files from Salsify to a product's own media. A file that exists already is used again, also after an interrupted attempt. One
 * that Shopify refuses, can't use or is still processing doesn't hold up the others.
 * @returns those that were added
 */
export async function attachFiles(
  api: AdminApi,
  shop: string,
  productGid: string,
  urls: readonly string[],
  call: CallOptions,
): Promise<SalsifyFiles> {
  const { files, problems } = await filesFor(api, shop, urls, call);
  if (files.size === 0) return { files, problems };
  const { unusable, processing } = await waitUntilProcessed(api, files, call);
  for (const [url, reason] of unusable) {
    // A retry makes the file again.
    await withShop(shop, (tx) => forgetFile(tx, { shop, url }));
    files.delete(url);
    problems.push(`Shopify can't use ${url}. ${reason}`);
  }
  for (const url of processing) {
    files.delete(url);
    problems.push(`Shopify is still processing ${url}. Retry this row later.`);
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

/** @returns why Shopify can't use files, by URL, and the URLs of those that it is still processing */
async function waitUntilProcessed(
  api: AdminApi,
  files: ReadonlyMap<string, string>,
  call: CallOptions,
): Promise<{ unusable: Map<string, string>; processing: string[] }> {
  for (let polls = 1; ; polls += 1) {
    const { nodes } = await api.run(fileStatus, { ids: [...files.values()] }, call);
    const states = new Map(
      nodes.flatMap((node) => (node && "fileStatus" in node ? [[node.id, node] as const] : [])),
    );
    const unusable = new Map<string, string>();
    const processing: string[] = [];
    for (const [url, id] of files) {
      const state = states.get(id);
      if (!state || state.fileStatus === "FAILED")
        unusable.set(url, state?.fileErrors[0]?.message ?? "The file was deleted.");
      else if (state.fileStatus !== "READY") processing.push(url);
    }
    if (processing.length === 0 || polls === MAX_POLLS) return { unusable, processing };
    await pause(POLL_MS, { signal: call.signal });
  }
}
