import { liveSalsify } from "~/connectors/salsify/live.server";
import type { Salsify } from "~/connectors/salsify/port";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { mediaLists } from "~/connectors/shopify/operations/product-media";
import type { SyncContext } from "~/core/syncs/define-sync.server";
import { requireProducts } from "~/domain/products/read-products.server";
import { variantsBySku } from "~/domain/products/read-variants.server";
import {
  mediaPropertiesIn,
  readExportFile,
  type SalsifyProduct,
  salsifyConnection,
} from "~/domain/salsify/connection.server";
import { withShop } from "~/platform/db/with-shop.server";
import { pause, pauseMs } from "~/platform/deadline.server";
import { upstreamFailed } from "~/platform/errors";
import type { ItemOutcome } from "~/platform/jobs/job.server";
import { startIn } from "~/platform/jobs/start-later.server";
import { pluralize } from "~/platform/text/pluralize";
import { readStoredList } from "../find-media-product.server";
import { compareWithSalsify, nameOfStep, type ProductStep, refuseRemovals } from "./sync-product.server";

/** Salsify's export is polled at first, and then looked at again when the sync starts again. */
const POLL_MS = { first: 500, most: 1_000, later: 5_000 };
/** A product costs two points of the 1,000 that Shopify allows for a query. */
const PRODUCTS_PER_CALL = 200;
/** Enough to hide the latency. The shop's rate limit sets the pace. */
const CALLS_AT_ONCE = 4;
/** SKUs that are named in the log. The others are counted. */
const MAX_NAMED = 50;
/** The share of a sync's progress that reading takes (percent). */
const READING = { export: 10, compare: 20 };

/** Exports what Salsify has, compares it with the store, and adds a step for each product that differs. */
export async function readSalsify(context: SyncContext): Promise<ItemOutcome> {
  const { shop, signal, log } = context;
  // It may be erased and read again since the sync was started. A SKU that isn't read yet isn't missing in the store.
  await withShop(shop, (tx) => requireProducts(tx, shop));
  const access = await salsifyConnection.access(shop);
  const salsify = liveSalsify(access);
  const columns = { skuProperty: access.skuProperty, mediaProperties: access.mediaProperties };
  const url = await exportFile(salsify, [columns.skuProperty, ...mediaPropertiesIn(columns)], context);
  const products = readExportFile(await salsify.download(url, signal), columns);
  await log("readSalsify", "info", `${products.length} products read from Salsify.`);
  const found = await findProducts(products, context);
  const changed = await findChanged(found, context);
  await context.addItems(
    changed.map((step) => ({ label: nameOfStep(step), input: { kind: "product", ...step } })),
  );
  await context.saveData({
    notes: [
      `${pluralize(products.length, "product")} read from Salsify`,
      `${found.length.toLocaleString("en-US")} found in the store`,
      `${changed.length.toLocaleString("en-US")} different`,
    ],
  });
  const message = `${products.length} products read, ${found.length} found in the store, ${changed.length} differ.`;
  await log("readSalsify", "info", message);
  return { state: "done", message };
}

/** Waits for an export. After a crash, the one that was started before is continued. @returns the address of its file */
async function exportFile(
  salsify: Salsify,
  properties: readonly string[],
  context: SyncContext,
): Promise<string> {
  const { signal, log } = context;
  const { exportId } = await context.readData();
  let id = typeof exportId === "string" ? exportId : undefined;
  const isContinued = id !== undefined;
  if (!id) {
    id = await salsify.startExport(properties, signal);
    await context.saveData({ exportId: id });
    await log("exportFile", "info", `Salsify's export ${id} was started.`);
  }
  for (let interval = isContinued ? POLL_MS.most : POLL_MS.first; ; interval *= 1.5) {
    const { status, progress, url, reason } = await salsify.readExport(id, signal);
    await context.setProgress((READING.export * progress) / 100);
    if (status === "completed" && url) return url;
    if (status !== "running")
      throw upstreamFailed(`Salsify's export failed. ${reason || "It gave no reason."} Retry this row.`);
    if (interval >= POLL_MS.most)
      throw startIn(pauseMs(POLL_MS.later), "Salsify is still writing its export.");
    await pause(interval, { signal });
  }
}

/** The store's products by their SKUs. Those that the store doesn't have, or has twice, are in the log. */
async function findProducts(
  products: readonly SalsifyProduct[],
  { shop, log }: SyncContext,
): Promise<ProductStep[]> {
  const variants = await withShop(shop, (tx) =>
    variantsBySku(
      tx,
      products.map(({ sku }) => sku),
    ),
  );
  const steps = new Map<string, ProductStep>();
  let problems = 0;
  const warn = async (message: string) => {
    problems += 1;
    if (problems <= MAX_NAMED) await log("findProducts", "warning", message);
  };
  for (const { sku, urls } of products) {
    const found = variants.get(sku) ?? [];
    const ids = new Set(found.map(({ product }) => product.id));
    const [productGid] = ids;
    const title = found[0]?.product.title;
    if (!productGid) await warn(`${sku}: no product has this SKU.`);
    else if (ids.size > 1) await warn(`${sku}: ${ids.size} products have this SKU. None was changed.`);
    else {
      // Variants of one product share its media.
      const earlier = steps.get(productGid);
      const all = [...new Set([...(earlier?.urls ?? []), ...urls])];
      steps.set(productGid, { productGid, sku: earlier?.sku ?? sku, title, urls: all });
    }
  }
  if (problems > MAX_NAMED)
    await log("findProducts", "warning", `${problems - MAX_NAMED} more SKUs weren't found.`);
  return [...steps.values()];
}

/**
 * Those whose stored list differs. Reading them changes nothing in the store.
 * @throws 409 when most media of all lists would become inactive
 */
async function findChanged(steps: readonly ProductStep[], context: SyncContext): Promise<ProductStep[]> {
  const api = liveAdminApi(context.shop);
  const isChanged = new Set<ProductStep>();
  const fromSalsify = { removed: 0, all: 0 };
  let compared = 0;
  const slices = Array.from({ length: Math.ceil(steps.length / PRODUCTS_PER_CALL) }, (_, index) =>
    steps.slice(index * PRODUCTS_PER_CALL, (index + 1) * PRODUCTS_PER_CALL),
  );
  const compare = async (slice: readonly ProductStep[]) => {
    const ids = slice.map(({ productGid }) => productGid);
    const { nodes } = await api.run(mediaLists, { ids }, { priority: "bulk", signal: context.signal });
    for (const [index, step] of slice.entries()) {
      const node = nodes[index];
      const value = node && "metafield" in node ? node.metafield?.jsonValue : undefined;
      // A list that isn't readable fails in its own step, with the reason.
      const list = value === undefined || value === null ? [] : readStoredList(value);
      const comparison = list && compareWithSalsify(list, step.urls);
      const sources = (list ?? []).flatMap(({ source, active }) => (source && active ? [source] : []));
      fromSalsify.all += sources.length;
      fromSalsify.removed += sources.filter((source) => !step.urls.includes(source)).length;
      // A video that Shopify can't read fails in its product's step as well.
      if (!comparison || comparison.isChanged || comparison.unsupported.length > 0) isChanged.add(step);
    }
    compared += slice.length;
    const share = compared / steps.length;
    await context.setProgress(READING.export + (READING.compare - READING.export) * share);
  };
  const queue = slices.values();
  const lane = async () => {
    for (const slice of queue) await compare(slice);
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, lane));
  await refuseRemovals(context, fromSalsify);
  return steps.filter((step) => isChanged.has(step));
}
