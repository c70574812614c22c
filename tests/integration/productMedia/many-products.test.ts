/** A sync of many products: few calls to Shopify, and a product that fails alone. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { addProduct } from "../products/support.ts";

const PRODUCTS = 40;
/** Shopify takes video files only as uploads. */
const MP4 = "https://images.salsify.example/bit-7.mp4";
const YOUTUBE = "https://www.youtube.com/watch?v=bit8";
let shop: TestShop;
let ann: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("media_many");
  ann = await signedInCalls(shop);
  const numbers: number[] = [];
  for (let n = 0; n < PRODUCTS; n += 1)
    numbers.push(await addProduct(shop.localStore, { handle: `bit-${n}`, variants: [{ sku: `BIT-${n}` }] }));
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.readIntoMirror(DEMO, numbers, {});
  const { store, url } = shop.localStore;
  await ann.connectors.salsify.save({
    base_url: `${url}/salsify`,
    organization: "s-backroom-demo",
    skuProperty: "SKU",
    mediaProperties: "Images",
    token: "salsify-local-backroom-demo",
  });
  const { setSalsifyProducts } = await import("../../../local-store/salsify/products.ts");
  await setSalsifyProducts(
    store,
    DEMO,
    Array.from({ length: PRODUCTS }, (_, n) => ({
      sku: `BIT-${n}`,
      properties: {
        Images: `https://images.salsify.example/bit-${n}.jpg${n === 7 ? ` ${MP4}` : n === 8 ? ` ${YOUTUBE}` : ""}`,
      },
    })),
  );
});
afterAll(() => shop.close());

test("products share their calls, and a video that Shopify can't read holds up nothing else", async () => {
  const { jobId } = await ann.productMedia.sync();
  const [{ runJob }, { mediaSync }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/functions/productMedia/sync/media-sync.server"),
  ]);
  await runJob(DEMO, jobId, new Map([[mediaSync.name, mediaSync.job]]), new AbortController().signal);
  const { list } = await ann.productMedia.logs({ section: "productMedia" });
  expect(list[0]).toMatchObject({ status: "Completed, 1 failed", failed: 1 });
  const { json } = await ann.productMedia.log({ f: jobId });
  expect(json.filter(({ logLevel }) => logLevel === "error")).toMatchObject([
    { msg: expect.stringContaining(`BIT-7: Shopify doesn't take a video file`) },
  ]);
  expect(list[0]?.reason).toContain(MP4);
  for (const n of [0, 6, 7, PRODUCTS - 1]) {
    const { item } = await ann.productMedia.read({ sku: `BIT-${n}` });
    expect(item.productMedia.list).toMatchObject([
      { src: `https://images.salsify.example/bit-${n}.jpg`, attached: true, newText: `bit ${n}` },
    ]);
  }
  const { item: withVideo } = await ann.productMedia.read({ sku: "BIT-8" });
  expect(withVideo.productMedia.list).toMatchObject([
    { src: "https://images.salsify.example/bit-8.jpg", newText: "bit 8" },
    { type: "video", src: YOUTUBE, attached: true, newText: "" },
  ]);
  const { requests } = shop.localStore.store.counters.of(DEMO);
  expect(requests.MediaLists).toBe(1);
  for (const operation of ["FileUpdate", "MetafieldsSet"])
    expect(requests[operation], operation).toBeLessThan(PRODUCTS / 2);
  const { rows } = await ann.activity.list({ kind: "media.synced" });
  expect(rows[0]).toMatchObject({ jobId });
});
