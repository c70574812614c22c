/** The calls of a product's media list, against the local store. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { addProduct } from "../products/support.ts";

let shop: TestShop;
let ann: Awaited<ReturnType<typeof signedInCalls>>;
let second: Awaited<ReturnType<typeof signedInCalls>>;
let count = 0;

beforeAll(async () => {
  shop = await openTestShop("product_media");
  ann = await signedInCalls(shop);
  second = await signedInCalls(shop, "1", SECOND);
});
afterEach(() => {
  vi.useRealTimers();
  shop.localStore.store.faults.reset(DEMO);
});
afterAll(() => shop.close());

/** Adds a product with three pictures. @returns its SKU, handle and number, and the pictures' ids */
async function addPictures() {
  count += 1;
  const sku = `MEDIA/${count}`;
  const handle = `media-${count}`;
  const images = ["front", "side", "back"].map((alt) => ({
    source: `https://cdn.example/${count}-${alt}.jpg`,
    alt,
  }));
  const number = await addProduct(shop.localStore, {
    handle,
    title: `Drill ${count}`,
    variants: [{ sku }],
    images,
  });
  const { item } = await ann.productMedia.read({ sku: handle });
  return { sku, handle, number, ids: item.productMedia.list.map(({ id }) => id) };
}

/** The product's own media in the store, in their order. */
async function ownMedia(number: number): Promise<{ id: string; alt: string }[]> {
  const { rows } = await shop.localStore.store.pool.query<{ id: number; alt: string }>(
    `SELECT f.id, f.alt FROM product_media m JOIN media_files f ON f.shop = m.shop AND f.id = m.media_id
      WHERE m.shop = $1 AND m.product_id = $2 ORDER BY m.position`,
    [DEMO, number],
  );
  return rows.map(({ id, alt }) => ({ id: String(id), alt }));
}

const textsOf = ({ item }: Awaited<ReturnType<typeof ann.productMedia.read>>) =>
  item.productMedia.list.map(({ text }) => text);

const audited = async (number: number) =>
  (await ann.activity.ofSubject({ subjectType: "productMedia", subjectId: String(number) })).rows;

test("a product is found by SKU, handle and id, and its list is what its own media make", async () => {
  const { sku, handle, number, ids } = await addPictures();
  for (const identifier of [sku, handle, String(number), ` ${sku} `]) {
    const { msg, item } = await ann.productMedia.read({ sku: identifier });
    expect(msg).toBe("3 media found.");
    expect(item).toMatchObject({ title: `Drill ${count}`, handle, digest: null, unlisted: 0 });
    expect(item.productMedia.list[0]).toEqual({
      id: ids[0],
      type: "image",
      src: `https://cdn.example/${count}-front.jpg`,
      active: true,
      order: 1,
      text: "front",
      newText: "",
      thumbnail: `https://cdn.example/${count}-front.jpg`,
      attached: true,
      fileText: "front",
      fromSalsify: false,
    });
  }
  await expect(ann.productMedia.read({ sku: sku.toLowerCase() })).rejects.toMatchObject({ status: 404 });
  await expect(ann.productMedia.read({ sku: "  " })).rejects.toMatchObject({
    status: 400,
    message: "Enter a SKU, a handle or an id.",
  });
  await expect(second.productMedia.read({ sku: String(number) })).rejects.toMatchObject({ status: 404 });
});

test("a SKU of several products names them", async () => {
  for (const handle of ["twin-a", "twin-b"])
    await addProduct(shop.localStore, { handle, variants: [{ sku: "TWIN" }] });
  await expect(ann.productMedia.read({ sku: "TWIN" })).rejects.toMatchObject({
    status: 409,
    message: "The SKU TWIN belongs to several products: twin-a, twin-b. Search by handle instead.",
  });
});

test("the status changes only the list, and is audited once", async () => {
  const { sku, number, ids } = await addPictures();
  const mediaId = ids[1] ?? "";
  const before = await ownMedia(number);
  const hidden = await ann.productMedia.setStatus({ sku, mediaId });
  expect(hidden.item.productMedia.list.map(({ active }) => active)).toEqual([true, false, true]);
  await ann.productMedia.setStatus({ sku, mediaId, active: false });
  expect(await ownMedia(number)).toEqual(before);
  const entries = await audited(number);
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ what: "Changed the status of media", who: { name: "Olivia Owner" } });
  const shown = await ann.productMedia.setStatus({ sku, mediaId });
  expect(shown.item.productMedia.list.every(({ active }) => active)).toBe(true);
});

test("the order changes in the list and among the product's own media", async () => {
  const { sku, number, ids } = await addPictures();
  const moved = await ann.productMedia.setOrder({ sku, mediaId: ids[2] ?? "", order: 1 });
  expect(moved.item.productMedia.list.map(({ id, order }) => [id, order])).toEqual([
    [ids[2], 1],
    [ids[0], 2],
    [ids[1], 3],
  ]);
  expect((await ownMedia(number)).map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1]]);
  expect((await audited(number))[0]?.what).toBe("Changed the order of media");
});

test("a text changes in the list and in the file, also when Shopify failed the first time", async () => {
  const { sku, number, ids } = await addPictures();
  const request = { sku, mediaId: ids[0] ?? "", text: " Front of the drill " };
  shop.localStore.store.faults.setFor(DEMO, "FileUpdate", { userError: 1 });
  await expect(ann.productMedia.setText(request)).rejects.toMatchObject({
    status: 502,
    message: expect.stringMatching(
      /^The list was saved, but the product's own media may not have changed\. .* Save the text again\.$/,
    ),
  });
  expect((await ann.productMedia.read({ sku })).item.productMedia.list[0]).toMatchObject({
    text: "Front of the drill",
    fileText: "front",
  });
  expect((await ownMedia(number))[0]?.alt).toBe("front");
  shop.localStore.store.faults.reset(DEMO);
  const answer = await ann.productMedia.setText(request);
  expect(textsOf(answer)).toEqual(["Front of the drill", "side", "back"]);
  expect((await ownMedia(number))[0]?.alt).toBe("Front of the drill");
  expect(await audited(number)).toHaveLength(1);
  await expect(ann.productMedia.setText({ ...request, text: "x".repeat(513) })).rejects.toMatchObject({
    status: 400,
    message: "text: must be at most 512 characters",
  });
});

test("a list that was changed since it was read isn't overwritten", async () => {
  const { sku, ids } = await addPictures();
  const mediaId = ids[0] ?? "";
  const { item: opened } = await ann.productMedia.read({ sku });
  const { item } = await ann.productMedia.setStatus({ sku, mediaId, digest: opened.digest });
  const outdated = { sku, mediaId, text: "Mine", digest: opened.digest };
  await expect(ann.productMedia.setText(outdated)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("was changed since you loaded it"),
  });
  const attempts = ["A", "B", "C"].map((text) =>
    ann.productMedia.setText({ sku, mediaId, text, digest: item.digest }),
  );
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
});

test("reset rebuilds the list from the product's own media, and a detached file leaves both", async () => {
  const { sku, number, ids } = await addPictures();
  await ann.productMedia.setStatus({ sku, mediaId: ids[0] ?? "" });
  const detached = await ann.productMedia.detach({ sku, mediaId: ids[1] ?? "" });
  expect(detached.item.productMedia.list.map(({ id, order }) => [id, order])).toEqual([
    [ids[0], 1],
    [ids[2], 2],
  ]);
  expect((await ownMedia(number)).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  const { rows } = await shop.localStore.store.pool.query(
    "SELECT 1 FROM media_files WHERE shop = $1 AND id = $2",
    [DEMO, ids[1]],
  );
  expect(rows).toHaveLength(1);
  const reset = await ann.productMedia.reset({ sku });
  expect(reset.item.productMedia.list).toMatchObject([
    { id: ids[0], active: true },
    { id: ids[2], active: true },
  ]);
  expect((await audited(number)).map(({ what }) => what)).toEqual([
    "Reset a product's media list",
    "Detached media from a product",
    "Changed the status of media",
  ]);
  await expect(ann.productMedia.setStatus({ sku, mediaId: ids[1] ?? "" })).rejects.toMatchObject({
    status: 404,
  });
});

test("a list that was stored while Shopify processed a file gets its address later, and isn't reset until then", async () => {
  const { sku, ids } = await addPictures();
  const [mediaId = ""] = ids;
  const makeReady = (after: string) =>
    shop.localStore.store.pool.query(
      "UPDATE media_files SET ready_at = now() + $3::interval WHERE shop = $1 AND id = $2",
      [DEMO, mediaId, after],
    );
  await makeReady("1 hour");
  const hidden = await ann.productMedia.setStatus({ sku, mediaId });
  expect(hidden.item.productMedia.list[0]).toMatchObject({ src: "", active: false });
  await expect(ann.productMedia.reset({ sku })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("Shopify is still processing a file of this product."),
  });
  await makeReady("-1 hour");
  const shown = await ann.productMedia.setStatus({ sku, mediaId });
  expect(shown.item.productMedia.list[0]).toMatchObject({
    src: `https://cdn.example/${count}-front.jpg`,
    active: true,
  });
});

test("a change whose answer was lost is audited once when its outcome is known", async () => {
  const { sku, number, ids } = await addPictures();
  const { store } = shop.localStore;
  const request = store.counters.request.bind(store.counters);
  store.counters.request = (domain, operation) => {
    request(domain, operation);
    // From here on, Backroom can't find out.
    if (operation === "MetafieldsSet") store.faults.setFor(DEMO, "ProductForMedia", { denied: 1 });
  };
  store.faults.setFor(DEMO, "MetafieldsSet", { cutAfterCommit: 1 });
  await expect(ann.productMedia.setStatus({ sku, mediaId: ids[0] ?? "" })).rejects.toMatchObject({
    status: 502,
  });
  store.counters.request = request;
  store.faults.reset(DEMO);
  expect(await audited(number)).toEqual([]);

  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE media_changes SET lease_until = now()");
  const { finishMediaChanges } = await import("~/functions/productMedia/media-changes.server");
  for (const _run of [1, 2]) await finishMediaChanges.run(DEMO, new AbortController().signal);
  expect(await audited(number)).toMatchObject([
    { what: "Changed the status of media", who: { name: "Olivia Owner" } },
  ]);
  expect((await database().query("SELECT 1 FROM media_changes")).rowCount).toBe(0);
});

test("a change that was lost before Shopify made it, and then repeated, is audited once", async () => {
  const { sku, number, ids } = await addPictures();
  const { faults } = shop.localStore.store;
  const change = () => ann.productMedia.setStatus({ sku, mediaId: ids[0] ?? "" });
  faults.setFor(DEMO, "MetafieldsSet", { cutBeforeCommit: 1 });
  await expect(change()).rejects.toMatchObject({ status: 502 });
  faults.reset(DEMO);
  await change();
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE media_changes SET lease_until = now()");
  const { finishMediaChanges } = await import("~/functions/productMedia/media-changes.server");
  await finishMediaChanges.run(DEMO, new AbortController().signal);
  expect(await audited(number)).toHaveLength(1);
});

test("a change that waits for Shopify longer than an intent lasts is audited once", async () => {
  const { sku, number, ids } = await addPictures();
  const { faults } = shop.localStore.store;
  const { database } = await import("~/platform/db/pool.server");
  const { finishMediaChanges } = await import("~/functions/productMedia/media-changes.server");
  const isOld = async () =>
    (await database().query("SELECT lease_until < now() AS is_old FROM media_changes")).rows;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  faults.setFor(DEMO, "MetafieldsSet", { latencyMs: 60_000 });
  const changed = ann.productMedia.setStatus({ sku, mediaId: ids[0] ?? "" });
  await expect.poll(isOld).toEqual([{ is_old: false }]);
  await database().query("UPDATE media_changes SET lease_until = now()");
  const isOldLater = () => {
    vi.advanceTimersByTime(20_000);
    return isOld();
  };
  await expect.poll(isOldLater).toEqual([{ is_old: false }]);
  await finishMediaChanges.run(DEMO, new AbortController().signal);
  expect(await isOld()).toHaveLength(1);
  faults.reset(DEMO);
  await changed;
  expect(await audited(number)).toMatchObject([{ what: "Changed the status of media" }]);
});

test("an administrator whose tabs don't include the list is refused", async () => {
  const { sku } = await addPictures();
  await signedInCalls(shop, "3");
  await grantAccess("3", ["showProductMedia"]);
  const nora = await signedInCalls(shop, "3");
  expect((await nora.productMedia.read({ sku })).item.title).toBe(`Drill ${count}`);
  await grantAccess("3", ["showProductMedia"], { tabLimits: { showProductMedia: ["sync"] } });
  const limited = await signedInCalls(shop, "3");
  await expect(limited.productMedia.read({ sku })).rejects.toMatchObject({ status: 403 });
});
