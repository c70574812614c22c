/** A sync whose worker is killed (-9) after Shopify created the files, and before it got the answer: another worker continues it. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { setSalsifyProducts } from "../../local-store/salsify/products.ts";
import { addProduct } from "../integration/products/support.ts";
import { signedInCalls } from "../support/calls.ts";
import { startWorkerKilledAt } from "../support/killed-worker.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { completeMirror } from "../support/mirrors.ts";
import { DEMO, openTestShop, type TestShop } from "../support/test-shop.ts";

const PRODUCTS = 30;
let shop: TestShop;
let ann: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("media_killed");
  ann = await signedInCalls(shop);
  const numbers: number[] = [];
  for (let n = 0; n < PRODUCTS; n += 1)
    numbers.push(await addProduct(shop.localStore, { handle: `nut-${n}`, variants: [{ sku: `NUT-${n}` }] }));
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.readIntoMirror(DEMO, numbers, {});
  await completeMirror("products");
  await ann.connectors.salsify.save({
    base_url: `${shop.localStore.url}/salsify`,
    organization: "s-backroom-demo",
    skuProperty: "SKU",
    mediaProperties: "Images",
    token: "salsify-local-backroom-demo",
  });
  const images = (n: number) => ({ Images: `https://images.salsify.example/nut-${n}.jpg` });
  const products = Array.from({ length: PRODUCTS }, (_, n) => ({ sku: `NUT-${n}`, properties: images(n) }));
  await setSalsifyProducts(shop.localStore.store, DEMO, products);
});
afterAll(() => shop.close());

const newest = async () => (await ann.productMedia.logs({ section: "productMedia" })).list[0];
/** How many of the pictures the store has as files. */
async function countFiles(): Promise<number> {
  const { rows } = await shop.localStore.store.pool.query(
    "SELECT count(*) FROM media_files WHERE source LIKE 'https://images.salsify.example/nut-%'",
  );
  return Number(rows[0].count);
}
/** How many products the record of changes has as synced. */
async function countSynced(): Promise<number> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query("SELECT count(*) FROM audit_entries WHERE action = 'media.synced'");
  return Number(rows[0].count);
}

/** How many files Backroom has to look up. */
async function countOpen(): Promise<number> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query("SELECT count(*) FROM salsify_files WHERE state = 'started'");
  return Number(rows[0].count);
}

test("the run completes, and each product has its picture once", {
  timeout: withMachineFactor(300_000),
}, async () => {
  const died = await startWorkerKilledAt(shop.localStore.store, "fileCreate");
  const { jobId } = await ann.productMedia.sync();
  await died();
  expect(await newest()).toMatchObject({ fileName: jobId, status: "Running" });
  expect(await countFiles()).toBeGreaterThan(0);
  expect(await countOpen()).toBeGreaterThan(0);
  expect(await countSynced()).toBe(0);

  const { startWorker } = await import("~/worker.server");
  const worker = await startWorker();
  onTestFinished(() => worker.stop());
  await expect
    .poll(async () => (await newest())?.status, { timeout: withMachineFactor(180_000) })
    .toBe("Completed");
  expect(await newest()).toMatchObject({ fileName: jobId, failed: 0, progress: 100, reason: null });
  const { rows } = await shop.localStore.store.pool.query(
    `SELECT count(*) AS pictures, count(DISTINCT m.product_id) AS products
       FROM product_media m JOIN media_files f ON f.shop = m.shop AND f.id = m.media_id
      WHERE f.source LIKE 'https://images.salsify.example/nut-%'`,
  );
  expect(rows).toEqual([{ pictures: PRODUCTS, products: PRODUCTS }]);
  expect([await countFiles(), await countOpen()]).toEqual([PRODUCTS, 0]);
  // A list that was written just before the kill is in the record as well.
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE media_changes SET lease_until = now()");
  const { finishMediaChanges } = await import("~/functions/productMedia/media-changes.server");
  await finishMediaChanges.run(DEMO, new AbortController().signal);
  expect(await countSynced()).toBe(PRODUCTS);
});
