/** What a sync of product media does when something is wrong in Salsify, or in Shopify. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { deleteProduct } from "../../../local-store/catalog/change-product.ts";
import { PAUSE_FACTOR } from "../../support/pause-factor.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import type { Calls } from "../imports/support.ts";
import { inSalsify, itemsOf, latest, openMediaShop, run, sync, urlOf } from "./support.ts";

let shop: TestShop;
let ann: Calls;
beforeAll(async () => {
  ({ shop, ann } = await openMediaShop("media_problems"));
});
afterEach(() => shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

const full = { "SYNC-one": { Images: Array.from({ length: 11 }, (_, n) => urlOf(`one-${n}`)).join(" ") } };
const blank = { "SYNC-one": { Images: "" } };
const refusal = {
  status: "Failed",
  reason:
    "Salsify no longer has 11 of the 11 active media that came from it. That is more than half, so nothing was changed. If it is right, start a new sync within an hour. A retry is refused again.",
};
async function activateItems(): Promise<void> {
  for (const { id: mediaId, active } of await itemsOf(ann, "SYNC-one"))
    if (!active) await ann.productMedia.setStatus({ sku: "SYNC-one", mediaId });
}

/** Removes all media in Salsify after a sync that activated them. */
async function syncIsRefused(): Promise<void> {
  await inSalsify(shop, full);
  await sync(ann);
  await activateItems();
  await inSalsify(shop, blank);
  await sync(ann);
  expect(await latest(ann)).toMatchObject(refusal);
}

test("more than half of the media aren't made inactive unless a new sync is started", async () => {
  const countActive = async () => (await itemsOf(ann, "SYNC-one")).filter(({ active }) => active).length;
  await inSalsify(shop, full);
  await sync(ann);
  expect(await countActive()).toBe(12);
  await inSalsify(shop, blank);
  const refused = await sync(ann);
  expect(await latest(ann)).toMatchObject(refusal);
  expect(await countActive()).toBe(12);
  await ann.productMedia.retry({ f: refused });
  await run(refused);
  expect(await latest(ann)).toMatchObject(refusal);
  // A new sync that fails before it compares uses no confirmation up.
  const { faults } = shop.localStore.store;
  faults.set(DEMO, { salsifyServerError: 1 });
  await sync(ann);
  expect(await latest(ann)).toMatchObject({ status: "Failed", reason: expect.stringContaining("503") });
  faults.reset(DEMO);
  await sync(ann);
  expect(await latest(ann)).toMatchObject({ status: "Completed" });
  expect(await countActive()).toBe(1);
  // They are inactive already, so they aren't counted.
  await inSalsify(shop, full);
  await sync(ann);
  await inSalsify(shop, blank);
  await sync(ann);
  expect(await latest(ann)).toMatchObject({ status: "Completed" });
  // The confirmation was for one sync.
  await syncIsRefused();
});

describe("a confirmation and a sync of which one product failed", () => {
  const failing = { "SYNC-three": { Images: "https://images.salsify.example:port/three.jpg" } };

  test("isn't used up by an older sync that is retried: it changes nothing", async () => {
    await inSalsify(shop, { ...full, ...failing });
    const older = await sync(ann);
    expect(await latest(ann)).toMatchObject({ status: "Completed, 1 failed" });
    await activateItems();
    await inSalsify(shop, blank);
    await sync(ann);
    expect(await latest(ann)).toMatchObject(refusal);
    await ann.jobs.retry({ id: older });
    await run(older);
    await sync(ann);
    expect(await latest(ann)).toMatchObject({ status: "Completed" });
  });

  test("is used up by a later sync, also while that one is retried", async () => {
    await syncIsRefused();
    await inSalsify(shop, { ...full, ...failing });
    const later = await sync(ann);
    expect(await latest(ann)).toMatchObject({ status: "Completed, 1 failed" });
    await inSalsify(shop, blank);
    const { jobId } = await ann.productMedia.sync();
    await ann.jobs.retry({ id: later });
    await run(jobId);
    expect(await latest(ann)).toMatchObject(refusal);
    await run(later);
  });
});

test("a confirmed sync whose process ended after it had added its products, and synced one, stays confirmed", async () => {
  await syncIsRefused();
  const { jobId } = await ann.productMedia.sync();
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE jobs SET done = 1 WHERE id = $1", [jobId]);
  await run(jobId);
  expect(await latest(ann)).toMatchObject({ status: "Completed" });
});

test("a file that Shopify can't use doesn't hold up the product's other changes", async () => {
  await inSalsify(shop, { "SYNC-two": { Images: urlOf("two-old") } });
  await sync(ann);
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `INSERT INTO salsify_files (shop, url, file_gid, state, attempt, started_at, lease_until)
     VALUES ($1, $2, 'gid://shopify/MediaImage/404', 'done', 1, now(), now())`,
    [DEMO, urlOf("two-gone")],
  );
  await inSalsify(shop, { "SYNC-two": { Images: `${urlOf("two-gone")} ${urlOf("two-new")}` } });
  const jobId = await sync(ann);
  expect(await latest(ann)).toMatchObject({
    status: "Completed, 1 failed",
    reason: `Shopify can't use ${urlOf("two-gone")}. The file was deleted.`,
  });
  expect(await itemsOf(ann, "SYNC-two")).toMatchObject([
    { text: "Front" },
    { src: urlOf("two-old"), active: false },
    { src: urlOf("two-new"), attached: true },
  ]);
  await ann.productMedia.retry({ f: jobId });
  await run(jobId);
  expect(await latest(ann)).toMatchObject({ status: "Completed" });
  expect((await itemsOf(ann, "SYNC-two")).at(-1)).toMatchObject({ src: urlOf("two-gone"), attached: true });
});

test.each([
  ["https://images.salsify.example:port/last.jpg", "Shopify didn't read"],
  ["https://images.salsify.example/last.mp4", "Shopify doesn't take a video file"],
])("a product's last active file stays while none of the new ones can be used: %s", async (url, problem) => {
  await inSalsify(shop, { "SYNC-two": { Images: urlOf("two-last") } });
  await sync(ann);
  const before = await itemsOf(ann, "SYNC-two");
  for (const { id, src } of before)
    if (src !== urlOf("two-last"))
      await ann.productMedia.setStatus({ sku: "SYNC-two", mediaId: id, active: false });
  await inSalsify(shop, { "SYNC-two": { Images: url } });
  await sync(ann);
  expect(await latest(ann)).toMatchObject({
    status: "Completed, 1 failed",
    reason: expect.stringContaining(
      `The old files stay active until one of the new ones can be used. ${problem}`,
    ),
  });
  expect((await itemsOf(ann, "SYNC-two")).find(({ src }) => src === urlOf("two-last"))).toMatchObject({
    active: true,
  });
});

test("an address that Shopify refuses doesn't hold up the product's other files", async () => {
  const invalid = "https://images.salsify.example:port/two.jpg";
  await inSalsify(shop, { "SYNC-two": { Images: `${invalid} ${urlOf("two-valid")}` } });
  await sync(ann);
  expect(await latest(ann)).toMatchObject({
    status: "Completed, 1 failed",
    reason: `Shopify didn't read ${invalid}: Image URL is invalid.`,
  });
  expect((await itemsOf(ann, "SYNC-two")).at(-1)).toMatchObject({ src: urlOf("two-valid"), attached: true });
});

test("an address that is too long to be stored doesn't hold up the product's other files", async () => {
  const long = `https://images.salsify.example/${randomBytes(2_000).toString("hex")}.jpg`;
  await inSalsify(shop, { "SYNC-three": { Images: `${long} ${urlOf("three-valid")}` } });
  await sync(ann);
  expect(await latest(ann)).toMatchObject({
    status: "Completed, 1 failed",
    reason: expect.stringMatching(
      /^An address in Salsify is longer than 2,048 bytes: https:\/\/images.{60,100}… Use/,
    ),
  });
  expect((await itemsOf(ann, "SYNC-three")).at(-1)).toMatchObject({ src: urlOf("three-valid") });
});

test("a file that Shopify is still processing doesn't hold up the product's other files", async () => {
  const [{ attachFiles }, { setPauseFactor }, { database }] = await Promise.all([
    import("~/functions/productMedia/sync/create-files.server"),
    import("~/platform/deadline.server"),
    import("~/platform/db/pool.server"),
  ]);
  const states = { slow: "PROCESSING", ready: "READY" };
  await database().query(
    `INSERT INTO salsify_files (shop, url, file_gid, state, attempt, started_at, lease_until)
     SELECT $1, url, url, 'done', 1, now(), now() FROM unnest($2::text[]) AS url`,
    [DEMO, Object.keys(states)],
  );
  const run = vi.fn(async ({ name }: { name: string }) =>
    name === "FileStatus"
      ? { nodes: Object.entries(states).map(([id, fileStatus]) => ({ id, fileStatus, fileErrors: [] })) }
      : { fileUpdate: { userErrors: [] } },
  );
  setPauseFactor(0);
  const attached = await attachFiles({ run } as never, DEMO, "product", Object.keys(states), {}).finally(() =>
    setPauseFactor(PAUSE_FACTOR),
  );
  expect(attached).toEqual({
    files: new Map([["ready", "ready"]]),
    problems: ["Shopify is still processing slow. Retry this row later."],
  });
  const files = [{ id: "ready", referencesToAdd: ["product"] }];
  expect(run).toHaveBeenLastCalledWith(expect.anything(), { files }, {});
});

test("a product whose list is changed at the same time says what to do, and one that was deleted hasn't failed", async () => {
  const { counters, faults } = shop.localStore.store;
  await inSalsify(shop, { "SYNC-three": { Images: urlOf("three-new") } });
  const { id, productMedia } = (await ann.productMedia.read({ sku: "SYNC-three" })).item;
  const mediaId = productMedia.list[0]?.id ?? "";
  faults.setFor(DEMO, "FileStatus", { latencyMs: 60_000 });
  const request = counters.request.bind(counters);
  const isWaiting = new Promise<void>((resolve) => {
    counters.request = (domain, operation) => {
      request(domain, operation);
      if (operation === "FileStatus") resolve();
    };
  });
  const synced = sync(ann);
  await isWaiting;
  counters.request = request;
  await ann.productMedia.setStatus({ sku: "SYNC-three", mediaId });
  faults.reset(DEMO);
  const jobId = await synced;
  expect(await latest(ann)).toMatchObject({
    status: "Completed, 1 failed",
    reason: "The media list was changed at the same time. Retry this row.",
  });
  await deleteProduct(shop.localStore.store, DEMO, Number(id.split("/").at(-1)));
  await ann.productMedia.retry({ f: jobId });
  await run(jobId);
  expect(await latest(ann)).toMatchObject({ status: "Completed", failed: 0, reason: null });
});
