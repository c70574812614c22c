/** The sync of product media from Salsify: settings, run, log and retry, against the stand-in. */

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { BACKROOM } from "~/platform/auth/permission";
import { findText } from "../../guarantees/support/tables.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { completeMirror, unfinishMirror } from "../../support/mirrors.ts";
import { DEMO, SECOND, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import type { Calls } from "../imports/support.ts";
import {
  countFiles,
  inSalsify,
  itemsOf,
  LIST,
  latest,
  openMediaShop,
  run,
  settingsOf,
  sync,
  TOKEN,
  urlOf,
} from "./support.ts";

let shop: TestShop;
let ann: Calls;
let second: Calls;
beforeAll(async () => {
  ({ shop, ann } = await openMediaShop("media_sync"));
  second = await signedInCalls(shop, "1", SECOND);
});
beforeEach(() => inSalsify(shop, {}));
afterEach(() => shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

/** The message of the tab Sync instead of the syncs or the log. */
async function problemOf(calls: Calls, log: string) {
  const { readProductMediaPage } = await import("~/functions/productMedia/page.server");
  const request = new Request(`https://app.example/productMedia?tab=sync&log=${log}`);
  const everyTab = { ...BACKROOM, isOwner: true };
  const { page } = await readProductMediaPage(request, calls, everyTab);
  return page.problem;
}

const linesOf = async (f: string) => (await ann.productMedia.log({ f })).json.map(({ msg }) => msg);
const mutations = () => {
  const { effective } = shop.localStore.store.counters.of(DEMO);
  return structuredClone(effective);
};

test("new files become media and items with a suggested text, and what the store doesn't have is in the log", async () => {
  await inSalsify(shop, {
    "SYNC-one": {
      "Main Image": urlOf("one-front"),
      Images: `${urlOf("one-side_view")}, ${urlOf("one-back")}`,
    },
    "SYNC-twin": { Images: urlOf("twin") },
    "SYNC-unknown": { Images: urlOf("unknown") },
  });
  const jobId = await sync(ann);
  expect(await latest(ann)).toMatchObject({
    fileName: jobId,
    status: "Completed",
    progress: 100,
    reason: null,
  });
  expect(await itemsOf(ann, "SYNC-one")).toMatchObject([
    // It has the file name of one in Salsify, so it isn't added again.
    { src: "https://cdn.example/one-front.jpg", text: "Front", newText: "" },
    {
      src: urlOf("one-side_view"),
      text: "",
      newText: "one side view",
      attached: true,
      fromSalsify: true,
      active: true,
      order: 2,
    },
    { src: urlOf("one-back"), text: "", newText: "one back", attached: true, order: 3 },
  ]);
  const lines = await linesOf(jobId);
  expect(lines).toEqual(
    expect.arrayContaining([
      "SYNC-twin: 2 products have this SKU. None was changed.",
      "SYNC-unknown: no product has this SKU.",
      "3 products read, 1 found in the store, 1 differ.",
      "SYNC-one: Drill one: 2 added.",
    ]),
  );
  const { rows } = await ann.activity.list({});
  expect(rows[0]).toMatchObject({ action: "media.synced", jobId });

  // A repetition: no write, and no mutation.
  const before = mutations();
  await sync(ann);
  expect(await latest(ann)).toMatchObject({ status: "Completed" });
  expect(mutations()).toEqual(before);
});

test("people's order, status and texts stay, and a file that left Salsify becomes inactive", async () => {
  await inSalsify(shop, { "SYNC-two": { Images: `${urlOf("two-a")};${urlOf("two-b")}` } });
  await sync(ann);
  const [front, a, b] = await itemsOf(ann, "SYNC-two");
  await ann.productMedia.setText({ sku: "SYNC-two", mediaId: a?.id ?? "", text: a?.newText ?? "" });
  await ann.productMedia.setOrder({ sku: "SYNC-two", mediaId: b?.id ?? "", order: 1 });
  await inSalsify(shop, { "SYNC-two": { Images: urlOf("two-a") } });
  await sync(ann);
  expect(await itemsOf(ann, "SYNC-two")).toMatchObject([
    { id: b?.id, active: false, attached: true },
    { id: front?.id, text: "Front", active: true },
    { id: a?.id, text: "two a", newText: "", active: true },
  ]);
  // Salsify no longer decides about it.
  await ann.productMedia.setStatus({ sku: "SYNC-two", mediaId: b?.id ?? "", active: true });
  await sync(ann);
  expect((await itemsOf(ann, "SYNC-two"))[0]).toMatchObject({ id: b?.id, active: true });
});

test("a product that failed is named with its reason, and its retry succeeds", async () => {
  await inSalsify(shop, { "SYNC-three": { Images: urlOf("three-new") } });
  shop.localStore.store.faults.setFor(DEMO, "FileCreate", { userError: 1 });
  const jobId = await sync(ann);
  expect(await latest(ann)).toMatchObject({
    status: "Completed, 1 failed",
    reason: expect.stringContaining("Shopify didn't"),
  });
  expect(await linesOf(jobId)).toContainEqual(expect.stringMatching(/^SYNC-three, .+: Shopify didn't/));
  shop.localStore.store.faults.reset(DEMO);
  expect(await ann.productMedia.retry({ f: jobId })).toMatchObject({ msg: "1 product is being retried." });
  await run(jobId);
  expect(await latest(ann)).toMatchObject({ status: "Completed" });
  expect(await itemsOf(ann, "SYNC-three")).toHaveLength(2);
});

test("a sync that is retried while another one is being started is refused", async () => {
  shop.localStore.store.faults.setFor(DEMO, "MediaLists", { denied: 1 });
  const f = await sync(ann);
  shop.localStore.store.faults.reset(DEMO);
  const [{ startSync }, { mediaSync }, { withShop }] = await Promise.all([
    import("~/core/syncs/define-sync.server"),
    import("~/functions/productMedia/sync/media-sync.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const by = { id: "1", name: "Olivia Owner" };
  const started = await withShop(DEMO, async (tx) => {
    const jobId = await startSync(tx, DEMO, mediaSync, by, [{ label: "Read", input: { kind: "read" } }]);
    const retried = ann.productMedia.retry({ f }).catch((error: Error) => error.message);
    await expect.poll(countWaitingSessions).toBe(1);
    return { jobId, retried };
  });
  expect(await started.retried).toContain("A newer sync has started.");
  await run(started.jobId);
});

test("a run whose process stops continues with the same export and makes no file twice", async () => {
  await inSalsify(shop, { "SYNC-three": { Images: `${urlOf("three-new")} ${urlOf("three-late")}` } });
  const { jobId } = await ann.productMedia.sync();
  const stops = new AbortController();
  const { store } = shop.localStore;
  const request = store.counters.request.bind(store.counters);
  // The process stops when the new file is added to the product.
  store.counters.request = (domain, operation) => {
    request(domain, operation);
    if (operation === "FileStatus") stops.abort();
  };
  await expect(run(jobId, stops.signal)).rejects.toThrow("The process is stopping");
  store.counters.request = request;
  expect(await latest(ann)).toMatchObject({ status: "Running", finishedAt: null });
  await expect(ann.productMedia.sync()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("hasn't ended yet"),
  });
  await run(jobId);
  expect(await latest(ann)).toMatchObject({ status: "Completed" });
  expect(await countFiles(shop, urlOf("three-late"))).toBe(1);
  expect((await itemsOf(ann, "SYNC-three")).filter(({ src }) => src === urlOf("three-late"))).toHaveLength(1);
});

test("a sync that is retried after a refusal starts another export", async () => {
  await inSalsify(shop, { "SYNC-two": { Images: urlOf("two-again") } });
  shop.localStore.store.faults.setFor(DEMO, "MediaLists", { denied: 1 });
  const jobId = await sync(ann);
  expect(await latest(ann)).toMatchObject({ status: "Failed" });
  shop.localStore.store.faults.reset(DEMO);
  expect(await ann.productMedia.retry({ f: jobId })).toMatchObject({ msg: "The sync is being retried." });
  const { rows } = await ann.activity.list({});
  expect(rows[0]).toMatchObject({ action: "media sync.retried", changes: [] });
  await run(jobId);
  expect(await latest(ann)).toMatchObject({ status: "Completed" });
  const lines = await linesOf(jobId);
  expect(lines.filter((line) => /^Salsify's export \d+ was started\.$/.test(line))).toHaveLength(2);
});

test("a canceled sync that is retried starts another export", async () => {
  const { jobId } = await ann.productMedia.sync();
  const { counters } = shop.localStore.store;
  const request = counters.request.bind(counters);
  const stops = new AbortController();
  await inSalsify(shop, { "SYNC-two": { Images: urlOf("two-again") } });
  counters.request = (domain, operation) => {
    request(domain, operation);
    if (operation === "MediaLists") stops.abort();
  };
  await expect(run(jobId, stops.signal)).rejects.toThrow("The process is stopping");
  counters.request = request;
  await ann.jobs.cancel({ id: jobId });
  await run(jobId);
  expect(await latest(ann)).toMatchObject({ status: "Canceled" });
  await ann.productMedia.retry({ f: jobId });
  await run(jobId);
  expect(await latest(ann)).toMatchObject({ status: "Completed" });
  const lines = await linesOf(jobId);
  expect(lines.filter((line) => /^Salsify's export \d+ was started\.$/.test(line))).toHaveLength(2);
});

test("until the mirror has all products, a sync is refused, also one that was started before", async () => {
  const { jobId } = await ann.productMedia.sync();
  await unfinishMirror("products");
  await run(jobId);
  const reason = expect.stringContaining("The products are still being read from Shopify.");
  expect(await latest(ann)).toMatchObject({ status: "Failed", reason });
  await expect(ann.productMedia.sync()).rejects.toMatchObject({ status: 409, message: reason });
  await completeMirror("products");
});

test("when Salsify fails, so does the sync, with its answer as the reason", async () => {
  shop.localStore.store.faults.set(DEMO, { salsifyServerError: 1 });
  await sync(ann);
  expect(await latest(ann)).toMatchObject({
    status: "Failed",
    reason: "Salsify answered 503 (Service Unavailable). Backroom tried 5 times. Try again in a few minutes.",
  });
});

test("the settings are tested, and the token is stored encrypted and never answered", async () => {
  expect(await ann.connectors.salsify.testConnection()).toMatchObject({
    status: true,
    msg: "Salsify accepts the organization and the token.",
  });
  const shown = await ann.connectors.salsify.read();
  expect(shown).toEqual({ ...settingsOf(shop), hasToken: true });
  expect(await findText(TOKEN)).toEqual([]);
  await expect(
    ann.connectors.salsify.save({ ...settingsOf(shop), base_url: "https://salsify.example" }),
  ).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("is never sent to a new address"),
  });
  await expect(ann.connectors.salsify.save({ ...settingsOf(shop), organization: "" })).rejects.toMatchObject({
    status: 400,
  });

  await ann.connectors.salsify.save({ ...settingsOf(shop), token: "another" });
  expect(await ann.connectors.salsify.testConnection()).toMatchObject({
    status: false,
    msg: expect.stringContaining("doesn't accept the token"),
  });
  await ann.connectors.salsify.save({ ...settingsOf(shop), organization: "s-other", token: TOKEN });
  expect(await ann.connectors.salsify.testConnection()).toMatchObject({
    status: false,
    msg: expect.stringContaining("no such organization"),
  });
  expect((await ann.connectors.salsify.save({ ...settingsOf(shop), token: TOKEN })).changed).toBe(true);
});

test("a shop without Salsify, another shop and another tab are refused", async () => {
  await expect(second.productMedia.sync()).rejects.toMatchObject({
    status: 409,
    message: "Salsify isn't set up for this shop. The account owner can do it on Settings.",
  });
  const fileName = (await latest(ann))?.fileName ?? "";
  for (const f of [fileName, "../../etc/passwd"])
    await expect(second.productMedia.log({ f })).rejects.toMatchObject({ status: 404 });
  expect(await second.productMedia.logs(LIST)).toMatchObject({ list: [], configured: false });
  await signedInCalls(shop, "3");
  await grantAccess("3", ["showProductMedia"], { tabLimits: { showProductMedia: ["media"] } });
  const nora = await signedInCalls(shop, "3");
  await expect(nora.productMedia.sync()).rejects.toMatchObject({ status: 403 });
  await expect(nora.productMedia.logs(LIST)).rejects.toMatchObject({ status: 403 });
  expect(await problemOf(nora, "")).toMatchObject({ title: "Error querying logs" });
  expect(await problemOf(ann, "unknown")).toMatchObject({ title: "Error loading log file" });
});
