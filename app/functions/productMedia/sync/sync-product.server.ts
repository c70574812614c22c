import type { RunContext } from "~/core/runs/run-kind.server";
import { isOutdatedRun } from "~/core/runs/run-kind.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import type { ItemOutcome } from "~/platform/jobs/job.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { mediaSynced } from "../audit.server";
import { readMediaProduct } from "../find-media-product.server";
import { changeMediaList } from "../media-changes.server";
import { mediaNumber } from "../native-media";
import { attachFiles } from "./attach-files.server";
import { compareWithSalsify, withFile } from "./merge-salsify";
import { mergingAdminApi } from "./merging-admin-api.server";
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
  if (!product) throw notFound("The product was deleted.");
  const { list, missing, isChanged } = compareWithSalsify(product.list, urls);
  if (!isChanged) return { state: "skipped", message: "Nothing changed.", reason: "unchanged" };
  let next = list;
  if (missing.length > 0) {
    const files = await attachFiles(api, shop, productGid, missing, call);
    for (const [url, gid] of files) next = withFile(next, { id: mediaNumber(gid), url, src: url });
  }
  const removed = list.filter(({ source }, index) => !source && product.list[index]?.source).length;
  await changeMediaList({
    api,
    shop,
    product,
    next,
    call,
    entry: {
      action: mediaSynced,
      before: { items: product.list.length },
      after: { items: next.length, added: missing.length, removed },
      actor: context.administrator,
      jobId,
    },
  });
  publishChange(shop, "showProductMedia", { list: "productMedia", ids: [productGid] });
  const message = `${product.title}: ${describeChanges(missing.length, removed)}.`;
  await context.log("syncProduct", "info", `${sku}: ${message}`);
  return { state: "done", message };
}

function describeChanges(added: number, removed: number): string {
  const parts = [added > 0 && `${added} added`, removed > 0 && `${removed} no longer in Salsify`];
  return parts.filter(Boolean).join(", ") || "matched with its files in Salsify";
}
