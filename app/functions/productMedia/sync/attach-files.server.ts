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

/**
 * Adds files from Salsify to a product's own media. A file that exists already is used again, also after an interrupted attempt.
 * @returns the files' Shopify ids by URL
 * @throws 502 when Shopify can't read a file
 */
export async function attachFiles(
  api: AdminApi,
  shop: string,
  productGid: string,
  urls: readonly string[],
  call: CallOptions,
): Promise<Map<string, string>> {
  const files = await filesFor(api, shop, urls, call);
  await waitUntilReady(api, shop, files, call);
  const { fileUpdate: answer } = await api.run(
    fileUpdate,
    { files: [...files.values()].map((id) => ({ id, referencesToAdd: [productGid] })) },
    call,
  );
  refuseUserErrors("add the files to the product", answer);
  return files;
}

async function waitUntilReady(
  api: AdminApi,
  shop: string,
  files: ReadonlyMap<string, string>,
  call: CallOptions,
): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const { nodes } = await api.run(fileStatus, { ids: [...files.values()] }, call);
    const states = new Map(
      nodes.flatMap((node) => (node && "fileStatus" in node ? [[node.id, node] as const] : [])),
    );
    const unusable = [...files].find(([, id]) => !states.has(id) || states.get(id)?.fileStatus === "FAILED");
    if (unusable) {
      const [url, id] = unusable;
      // A retry makes the file again.
      await withShop(shop, (tx) => forgetFile(tx, { shop, url }));
      throw upstreamFailed(
        `Shopify can't use ${url}. ${states.get(id)?.fileErrors[0]?.message ?? "The file was deleted."}`,
      );
    }
    if ([...states.values()].every((state) => state.fileStatus === "READY")) return;
    await pause(POLL_MS, { signal: call.signal });
  }
  throw upstreamFailed("Shopify is still processing the files. Retry this row later.");
}
