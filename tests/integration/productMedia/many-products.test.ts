/** A sync of many products: few calls to Shopify, and a product that fails alone. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { completeMirror } from "../../support/mirrors.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { addProduct } from "../products/support.ts";
import { sync } from "./support.ts";

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
  await completeMirror("products");
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
  const jobId = await sync(ann);
  const { list } = await ann.productMedia.logs({ section: "productMedia" });
  expect(list[0]).toMatchObject({ status: "Completed, 1 failed", failed: 1 });
  const { json } = await ann.productMedia.log({ f: jobId });
  expect(json.filter(({ logLevel }) => logLevel === "error")).toMatchObject([
    { msg: expect.stringContaining(`BIT-7, bit-7: Shopify doesn't take a video file`) },
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

test("of files that are created together, a refused one fails alone, and the others stay with their products", async () => {
  const urlOf = (n: number) => `https://images.salsify.example/nail-${n}.jpg`;
  const { setSalsifyProducts } = await import("../../../local-store/salsify/products.ts");
  const { store } = shop.localStore;
  const skus = [0, 1, 2, 3].map((n) => ({ sku: `BIT-${n}`, properties: { Images: urlOf(n) } }));
  await setSalsifyProducts(store, DEMO, skus);
  const refused = urlOf(1);
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await realFetch(input, init);
    const request = String(input).includes("/graphql.json") ? JSON.parse(String(init?.body)) : {};
    const files: { originalSource: string }[] =
      request.operationName === "FileCreate" ? request.variables.files : [];
    const index = files.findIndex(({ originalSource }) => originalSource === refused);
    if (index === -1) return response;
    const body = await response.json();
    body.data.fileCreate.files.splice(index, 1);
    body.data.fileCreate.userErrors.push({
      code: "INVALID",
      field: ["files", String(index), "originalSource"],
      message: "Too large",
    });
    return Response.json(body);
  };
  try {
    await sync(ann);
  } finally {
    globalThis.fetch = realFetch;
  }
  const { list } = await ann.productMedia.logs({ section: "productMedia" });
  expect(list[0]).toMatchObject({ failed: 1, reason: expect.stringContaining("Too large") });
  const { rows } = await store.pool.query(
    `SELECT p.handle, f.source FROM product_media m JOIN media_files f ON f.shop = m.shop AND f.id = m.media_id
       JOIN products p ON p.shop = m.shop AND p.id = m.product_id
      WHERE m.shop = $1 AND f.source LIKE 'https://images.salsify.example/nail-%' ORDER BY p.handle`,
    [DEMO],
  );
  expect(rows).toEqual([0, 2, 3].map((n) => ({ handle: `bit-${n}`, source: urlOf(n) })));
});

test("of calls that are sent together, those whose check refuses are held back, and the others are sent", async () => {
  const [{ mergingAdminApi }, { fileUpdate }, { conflict }] = await Promise.all([
    import("~/connectors/shopify/merging-admin-api.server"),
    import("~/connectors/shopify/operations/product-media"),
    import("~/platform/errors"),
  ]);
  const { requests } = shop.localStore.store.counters.of(DEMO);
  const before = requests.FileUpdate;
  const api = mergingAdminApi(DEMO, new AbortController().signal);
  const change = (check: () => Promise<void>) =>
    api.run(fileUpdate, { files: [{ id: "gid://shopify/MediaImage/1" }] }, { beforeSending: check });
  const outcomes = await Promise.allSettled([
    change(async () => undefined),
    change(() => Promise.reject(conflict("The lease is lost."))),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(shop.localStore.store.counters.of(DEMO).requests.FileUpdate).toBe((before ?? 0) + 1);
});
