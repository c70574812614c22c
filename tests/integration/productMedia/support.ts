import { expect } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { completeMirror } from "../../support/mirrors.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import type { Calls } from "../imports/support.ts";
import { addProduct } from "../products/support.ts";

export const TOKEN = "salsify-local-backroom-demo";
export const LIST = { section: "productMedia" } as const;

export const settingsOf = ({ localStore }: TestShop) => ({
  base_url: `${localStore.url}/salsify`,
  organization: "s-backroom-demo",
  skuProperty: "SKU",
  mediaProperties: "Main Image, Images",
});

/** A shop with Salsify's settings and its products in the mirror: three with a picture each, and two that share a SKU. */
export async function openMediaShop(database: string) {
  const shop = await openTestShop(database);
  const ann = await signedInCalls(shop);
  const numbers: number[] = [];
  const add = async (product: Parameters<typeof addProduct>[1]) =>
    numbers.push(await addProduct(shop.localStore, product));
  for (const name of ["one", "two", "three"])
    await add({
      handle: name,
      title: `Drill ${name}`,
      variants: [{ sku: `SYNC-${name}` }],
      images: [{ source: `https://cdn.example/${name}-front.jpg`, alt: "Front" }],
    });
  for (const handle of ["twin-a", "twin-b"]) await add({ handle, variants: [{ sku: "SYNC-twin" }] });
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.readIntoMirror(DEMO, numbers, {});
  await completeMirror("products");
  await ann.connectors.salsify.save({ ...settingsOf(shop), token: TOKEN });
  return { shop, ann };
}

/** Replaces what Salsify has: the properties by SKU. */
export async function inSalsify(
  { localStore }: TestShop,
  products: Record<string, Record<string, string>>,
): Promise<void> {
  const response = await fetch(`${localStore.url}/salsify.json?shop=${DEMO}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(Object.entries(products).map(([sku, properties]) => ({ sku, properties }))),
  });
  expect(response.status).toBe(204);
}

export const urlOf = (name: string) => `https://images.salsify.example/${name}.jpg`;

/** Runs a sync as the worker would. */
export async function run(jobId: string, signal = new AbortController().signal): Promise<void> {
  const [{ runJob }, { mediaSync }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/functions/productMedia/sync/media-sync.server"),
  ]);
  await runJob(DEMO, jobId, new Map([[mediaSync.name, mediaSync.job]]), signal);
}

export async function sync(calls: Calls): Promise<string> {
  const { jobId } = await calls.productMedia.sync();
  await run(jobId);
  return jobId;
}

/** How many files the store has of a URL. */
export async function countFiles({ localStore }: TestShop, url: string): Promise<number> {
  const { rowCount } = await localStore.store.pool.query(
    "SELECT FROM media_files WHERE shop = $1 AND source = $2",
    [DEMO, url],
  );
  return rowCount ?? 0;
}

export const latest = async (calls: Calls) => (await calls.productMedia.logs(LIST)).list[0];
export const itemsOf = async (calls: Calls, sku: string) =>
  (await calls.productMedia.read({ sku })).item.productMedia.list;
