/** An upload whose worker is killed (-9) after Shopify created a file, and before it got the answer: another worker continues it. */
import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { addProduct } from "../integration/products/support.ts";
import { signedInCalls } from "../support/calls.ts";
import { startWorkerKilledAt } from "../support/killed-worker.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { openTestShop, type TestShop } from "../support/test-shop.ts";

const NAMES = ["front.png", "side.png", "back.png"];
let shop: TestShop;
let ann: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("upload_killed");
  ann = await signedInCalls(shop);
});
afterAll(() => shop.close());

test("each picture is added once, in the order of the upload", {
  timeout: withMachineFactor(300_000),
}, async () => {
  const sku = "killed-drill";
  const product = await addProduct(shop.localStore, { handle: sku, variants: [{ sku: "KILLED" }] });
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#2a5db0" } })
    .png()
    .toBuffer();
  const uploads: string[] = [];
  for (const name of NAMES) {
    const body = new File([Uint8Array.from(png)], name, { type: "image/png" });
    uploads.push((await ann.productMedia.upload({ query: { name }, body })).upload);
  }
  const died = await startWorkerKilledAt(shop.localStore.store, "fileCreate");
  const { jobId } = await ann.productMedia.addUploads({ sku, uploads });
  await died();
  expect((await ann.jobs.detail({ id: jobId })).state).toBe("running");

  const { startWorker } = await import("~/worker.server");
  const worker = await startWorker();
  onTestFinished(() => worker.stop());
  const stateOf = async () => (await ann.jobs.detail({ id: jobId })).state;
  await expect.poll(stateOf, { timeout: withMachineFactor(180_000) }).toBe("completed");
  expect((await ann.jobs.items({ id: jobId })).rows.map(({ label, state }) => [label, state])).toEqual(
    NAMES.map((name) => [name, "done"]),
  );
  const { list } = (await ann.productMedia.read({ sku })).item.productMedia;
  expect(list.map(({ newText }) => newText)).toEqual(["front", "side", "back"]);
  const { rows } = await shop.localStore.store.pool.query<{ own: number; files: number }>(
    `SELECT (SELECT count(*) FROM product_media WHERE product_id = $1) AS own,
            (SELECT count(*) FROM media_files WHERE filename ~ '^(front|side|back)') AS files`,
    [product],
  );
  expect(rows.map(({ own, files }) => [Number(own), Number(files)])).toEqual([[3, 3]]);
  const { database } = await import("~/platform/db/pool.server");
  const added = await database().query("SELECT FROM audit_entries WHERE action = 'media.uploaded'");
  expect(added.rowCount).toBe(NAMES.length);
});
