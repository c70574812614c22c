/** Readings of the mirror that overlap with changes in the store. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteProduct } from "../../../local-store/catalog/change-product.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { deliver } from "../../guarantees/support/webhooks.ts";
import { deleteJobs } from "../../support/jobs.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { addProduct, refreshProducts, runRebuild, startRebuild } from "./support.ts";

let shop: TestShop;
let product: number;
let serial = 0;

beforeAll(async () => {
  shop = await openTestShop("product_races");
  await signIn([shop.token("1")]);
});
beforeEach(async () => {
  // The first sign-in has started a rebuild.
  await deleteJobs();
  serial += 1;
  product = await addProduct(shop.localStore, {
    handle: `lamp-${serial}`,
    variants: [{ sku: `LAMP-${serial}`, price_cents: 1000 }],
  });
});
afterAll(() => shop.close());

async function query<Row = Record<string, unknown>>(text: string): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, [product])).rows as Row[];
}
const mirroredPrice = async () =>
  (await query<{ price: number }>("SELECT price_cents::int AS price FROM variants WHERE product_id = $1"))[0]
    ?.price;

/** Sets the price in the store within the second of the product's last change. */
async function setPriceInSameSecond(cents: number): Promise<void> {
  await shop.localStore.store.pool.query("UPDATE variants SET price_cents = $2 WHERE product_id = $1", [
    product,
    cents,
  ]);
}
async function readProduct(): Promise<void> {
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.readIntoMirror(DEMO, [product], {});
}

/** Does something once in the store, right after its first answer to a request that matches. */
async function whileReading(
  matches: (url: string, body: string) => boolean,
  work: () => Promise<void>,
  read: () => Promise<void>,
): Promise<void> {
  const original = globalThis.fetch;
  let isDone = false;
  globalThis.fetch = async (input, init) => {
    const response = await original(input, init);
    if (isDone || !matches(String(input), String(init?.body ?? ""))) return response;
    isDone = true;
    await work();
    return response;
  };
  try {
    await read();
  } finally {
    globalThis.fetch = original;
  }
  expect(isDone).toBe(true);
}
const isRead = (_url: string, body: string) => body.includes("query ProductsByIds");
const isDownload = (url: string, body: string) => body === "" && !url.includes("graphql");

const changeAndRead = async () => {
  await setPriceInSameSecond(900);
  await readProduct();
};

test("a slower reading doesn't replace one of the same second that began later", async () => {
  await whileReading(isRead, changeAndRead, readProduct);
  expect(await mirroredPrice()).toBe(900);
});

test("a rebuild doesn't replace what was read since it began, in the same second", async () => {
  const jobId = await startRebuild();
  await whileReading(isDownload, changeAndRead, () => runRebuild(jobId));
  expect(await mirroredPrice()).toBe(900);
});

test("a reading without a change also counts: an earlier one doesn't replace it", async () => {
  await setPriceInSameSecond(900);
  await readProduct();
  await setPriceInSameSecond(1000);
  // The slower reading has 1000. In the store, the price is 900 again before its answer arrives.
  await whileReading(isRead, changeAndRead, readProduct);
  expect(await mirroredPrice()).toBe(900);
});

const removeFromStore = async () => {
  await deleteProduct(shop.localStore.store, DEMO, product);
  expect(await deliver({ shop: DEMO, topic: "products/delete", payload: { id: product } })).toBe(200);
  await refreshProducts();
};

test.each([
  ["it is read", isRead, readProduct],
  ["a rebuild reads all", isDownload, async () => runRebuild(await startRebuild())],
] as const)("a product that is deleted while %s isn't added again", async (_what, matches, read) => {
  await whileReading(matches, removeFromStore, read);
  expect(await query("SELECT 1 FROM products WHERE id = $1")).toEqual([]);
  expect(await mirroredPrice()).toBeUndefined();
});

/** The mirror, and transactions of the shop. */
async function mirrorTools() {
  const [{ productsMirror, readProductsFromShopify }, { withShop }] = await Promise.all([
    import("~/domain/products/mirror.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  return { productsMirror, readProductsFromShopify, withShop };
}
/** Waits until other work has ended, or waits for an open transaction. */
const endedOrWaiting = (work: Promise<unknown>) =>
  Promise.race([work, expect.poll(countWaitingSessions).toBeGreaterThan(0)]);

test("a product that is added while its deletion is being written doesn't stay", async () => {
  const { productsMirror, withShop } = await mirrorTools();
  let reading: Promise<void> = Promise.resolve();
  let deletion: Promise<void> = Promise.resolve();
  const beginDeletion = async () => {
    await deleteProduct(shop.localStore.store, DEMO, product);
    await new Promise<void>((onWritten) => {
      deletion = withShop(DEMO, async (tx) => {
        await productsMirror.forget(tx, DEMO, [product]);
        onWritten();
        await endedOrWaiting(reading);
      });
    });
  };
  await whileReading(isRead, beginDeletion, () => {
    reading = readProduct();
    return reading;
  });
  await deletion;
  expect(await query("SELECT 1 FROM products WHERE id = $1")).toEqual([]);
});

test("a product that is deleted while its addition is being written doesn't stay", async () => {
  const { productsMirror, readProductsFromShopify, withShop } = await mirrorTools();
  const [{ liveAdminApi }, { requireShop }] = await Promise.all([
    import("~/connectors/shopify/live.server"),
    import("~/platform/auth/shops.server"),
  ]);
  const rows = await readProductsFromShopify(liveAdminApi(DEMO), [product], {}, await requireShop(DEMO));
  const { removal } = await withShop(DEMO, async (tx) => {
    await productsMirror.write(tx, DEMO, rows);
    const removal = removeFromStore();
    await endedOrWaiting(removal);
    return { removal };
  });
  await removal;
  expect(await query("SELECT 1 FROM products WHERE id = $1")).toEqual([]);
  expect(await mirroredPrice()).toBeUndefined();
  // The mark that the two exclude each other with doesn't stay.
  expect(await query("SELECT 1 FROM mirror_tombstones WHERE id = $1 AND deleted_at = '-infinity'")).toEqual(
    [],
  );
});
