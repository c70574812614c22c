/** The sync of product media from Salsify: settings, run, log and retry, against the stand-in. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { setFlags } from "../../guarantees/support/flags.ts";
import { findText } from "../../guarantees/support/tables.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { addProduct } from "../products/support.ts";
import { completeProducts } from "../salsify/support.ts";

const TOKEN = "salsify-local-backroom-demo";
const LIST = { section: "productMedia" } as const;
let shop: TestShop;
let ann: Awaited<ReturnType<typeof signedInCalls>>;
let second: Awaited<ReturnType<typeof signedInCalls>>;

const settings = () => ({
  base_url: `${shop.localStore.url}/salsify`,
  organization: "s-backroom-demo",
  skuProperty: "SKU",
  mediaProperties: "Main Image, Images",
});

beforeAll(async () => {
  shop = await openTestShop("media_sync");
  ann = await signedInCalls(shop);
  second = await signedInCalls(shop, "1", SECOND);
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
  await completeProducts();
  await ann.connectors.salsify.save({ ...settings(), token: TOKEN });
});
beforeEach(() => inSalsify({}));
afterEach(() => {
  vi.useRealTimers();
  shop.localStore.store.faults.reset(DEMO);
});
afterAll(() => shop.close());

/** Replaces what Salsify has: the properties by SKU. */
async function inSalsify(products: Record<string, Record<string, string>>): Promise<void> {
  const response = await fetch(`${shop.localStore.url}/salsify.json?shop=${DEMO}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(Object.entries(products).map(([sku, properties]) => ({ sku, properties }))),
  });
  expect(response.status).toBe(204);
}

const urlOf = (name: string) => `https://images.salsify.example/${name}.jpg`;

/** Runs a sync as the worker would. */
async function run(jobId: string, signal = new AbortController().signal): Promise<void> {
  const [{ runJob }, { mediaSync }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/functions/productMedia/sync/media-sync.server"),
  ]);
  await runJob(DEMO, jobId, new Map([[mediaSync.name, mediaSync.job]]), signal);
}

async function sync(): Promise<string> {
  const { jobId } = await ann.productMedia.sync();
  await run(jobId);
  return jobId;
}

/** How many files the store has of a URL. */
async function countFiles(url: string): Promise<number> {
  const { rowCount } = await shop.localStore.store.pool.query(
    "SELECT FROM media_files WHERE shop = $1 AND source = $2",
    [DEMO, url],
  );
  return rowCount ?? 0;
}

/** The message of the tab Sync instead of the runs or the log. */
async function problemOf(calls: typeof ann, log: string) {
  const { readProductMediaPage } = await import("~/functions/productMedia/page-data.server");
  const request = new Request(`https://app.example/productMedia?tab=sync&log=${log}`);
  const everyTab = { isOwner: true, tabLimits: {} };
  const { page } = await readProductMediaPage(request, calls.productMedia, everyTab);
  return page.problem;
}

const latest = async () => (await ann.productMedia.logs(LIST)).list[0];
const linesOf = async (f: string) => (await ann.productMedia.log({ f })).json.map(({ msg }) => msg);
const itemsOf = async (sku: string) => (await ann.productMedia.read({ sku })).item.productMedia.list;
const mutations = () => {
  const { effective } = shop.localStore.store.counters.of(DEMO);
  return structuredClone(effective);
};

test("new files become media and items with a suggested text, and what the store doesn't have is in the log", async () => {
  await inSalsify({
    "SYNC-one": {
      "Main Image": urlOf("one-front"),
      Images: `${urlOf("one-side_view")}, ${urlOf("one-back")}`,
    },
    "SYNC-twin": { Images: urlOf("twin") },
    "SYNC-unknown": { Images: urlOf("unknown") },
  });
  const jobId = await sync();
  expect(await latest()).toMatchObject({ fileName: jobId, status: "Completed", progress: 100, reason: null });
  expect(await itemsOf("SYNC-one")).toMatchObject([
    // It has the file name of one in Salsify, so it isn't added again.
    { src: "https://cdn.example/one-front.jpg", text: "Front", newText: "" },
    {
      src: urlOf("one-side_view"),
      text: "",
      newText: "one side view",
      attached: true,
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

  // The same again: no write, and no mutation.
  const before = mutations();
  await sync();
  expect(await latest()).toMatchObject({ status: "Completed" });
  expect(mutations()).toEqual(before);
});

test("people's order, status and texts stay, and a file that left Salsify becomes inactive", async () => {
  await inSalsify({ "SYNC-two": { Images: `${urlOf("two-a")};${urlOf("two-b")}` } });
  await sync();
  const [front, a, b] = await itemsOf("SYNC-two");
  await ann.productMedia.setText({ sku: "SYNC-two", mediaId: a?.id ?? "", text: a?.newText ?? "" });
  await ann.productMedia.setOrder({ sku: "SYNC-two", mediaId: b?.id ?? "", order: 1 });
  await inSalsify({ "SYNC-two": { Images: urlOf("two-a") } });
  await sync();
  expect(await itemsOf("SYNC-two")).toMatchObject([
    { id: b?.id, active: false, attached: true },
    { id: front?.id, text: "Front", active: true },
    { id: a?.id, text: "two a", newText: "", active: true },
  ]);
  // Salsify no longer decides about it.
  await ann.productMedia.setStatus({ sku: "SYNC-two", mediaId: b?.id ?? "", active: true });
  await sync();
  expect((await itemsOf("SYNC-two"))[0]).toMatchObject({ id: b?.id, active: true });
});

test("a product that failed is named with its reason, and its retry succeeds", async () => {
  await inSalsify({ "SYNC-three": { Images: urlOf("three-new") } });
  shop.localStore.store.faults.setFor(DEMO, "FileCreate", { userError: 1 });
  const jobId = await sync();
  expect(await latest()).toMatchObject({
    status: "Completed, 1 failed",
    reason: expect.stringContaining("Shopify did not"),
  });
  expect(await linesOf(jobId)).toContainEqual(expect.stringMatching(/^SYNC-three: Shopify did not/));
  shop.localStore.store.faults.reset(DEMO);
  await ann.jobs.retry({ id: jobId });
  await run(jobId);
  expect(await latest()).toMatchObject({ status: "Completed" });
  expect(await itemsOf("SYNC-three")).toHaveLength(2);
});

test("a sync that is retried while another one is being started is refused", async () => {
  shop.localStore.store.faults.setFor(DEMO, "MediaLists", { denied: 1 });
  const f = await sync();
  shop.localStore.store.faults.reset(DEMO);
  const [{ startRun }, { mediaSync }, { withShop }] = await Promise.all([
    import("~/core/runs/run-kind.server"),
    import("~/functions/productMedia/sync/media-sync.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const by = { id: "1", name: "Olivia Owner" };
  const started = await withShop(DEMO, async (tx) => {
    const jobId = await startRun(tx, DEMO, mediaSync, by, [{ label: "Read", input: { kind: "read" } }]);
    const retried = ann.productMedia.retry({ f }).catch((error: Error) => error.message);
    await expect.poll(countWaitingSessions).toBe(1);
    return { jobId, retried };
  });
  expect(await started.retried).toContain("A newer sync has started.");
  await run(started.jobId);
});

test("a run whose process stops continues with the same export and makes no file twice", async () => {
  await inSalsify({ "SYNC-three": { Images: `${urlOf("three-new")} ${urlOf("three-late")}` } });
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
  expect(await latest()).toMatchObject({ status: "Running", finishedAt: null });
  await expect(ann.productMedia.sync()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("hasn't ended yet"),
  });
  await run(jobId);
  expect(await latest()).toMatchObject({ status: "Completed" });
  expect(await countFiles(urlOf("three-late"))).toBe(1);
  expect((await itemsOf("SYNC-three")).filter(({ src }) => src === urlOf("three-late"))).toHaveLength(1);
});

test("a file whose creation had no answer is found again, also while search is behind, and isn't created twice", async () => {
  const { faults } = shop.localStore.store;
  const urls = [urlOf("one-lost"), "https://www.youtube.com/watch?v=one-lost"];
  await inSalsify({ "SYNC-one": { Images: urls.join(" ") } });
  faults.set(DEMO, { indexLagMs: 2_500 });
  faults.setFor(DEMO, "FileCreate", { cutAfterCommit: 1 });
  const jobId = await sync();
  expect(await latest()).toMatchObject({ status: "Completed, 1 failed" });
  for (const url of urls) expect(await countFiles(url)).toBe(1);
  faults.setFor(DEMO, "FileCreate", { cutAfterCommit: 0 });
  await ann.jobs.retry({ id: jobId });
  await run(jobId);
  expect(await latest()).toMatchObject({ status: "Completed" });
  const items = await itemsOf("SYNC-one");
  for (const url of urls) {
    expect(await countFiles(url)).toBe(1);
    expect(items.filter(({ src }) => src === url)).toMatchObject([{ attached: true }]);
  }
});

test("a creation that didn't reach Shopify is repeated when it can't be in progress any longer", async () => {
  const { faults } = shop.localStore.store;
  const url = urlOf("two-never");
  await inSalsify({ "SYNC-two": { Images: url } });
  faults.setFor(DEMO, "FileCreate", { cutBeforeCommit: 1 });
  const jobId = await sync();
  expect(await latest()).toMatchObject({ status: "Completed, 1 failed" });
  faults.reset(DEMO);
  const { database } = await import("~/platform/db/pool.server");
  const { rowCount } = await database().query(
    "UPDATE salsify_files SET lease_until = now() WHERE state = 'started' AND url = $1",
    [url],
  );
  expect(rowCount).toBe(1);
  await ann.jobs.retry({ id: jobId });
  await run(jobId);
  expect(await latest()).toMatchObject({ status: "Completed" });
  expect(await countFiles(url)).toBe(1);
  expect((await itemsOf("SYNC-two")).filter(({ src }) => src === url)).toMatchObject([{ attached: true }]);
});

test("a creation that no step continues is finished by the task, with the file or without it", async () => {
  const { faults } = shop.localStore.store;
  const [created, missing] = [urlOf("one-created"), urlOf("one-missing")];
  faults.setFor(DEMO, "FileCreate", { cutAfterCommit: 1 });
  await inSalsify({ "SYNC-one": { Images: created } });
  await sync();
  faults.setFor(DEMO, "FileCreate", { cutAfterCommit: 0, cutBeforeCommit: 1 });
  await inSalsify({ "SYNC-one": { Images: missing } });
  await sync();
  faults.reset(DEMO);
  const { database } = await import("~/platform/db/pool.server");
  const rows = async () =>
    (
      await database().query(
        "SELECT url, state, file_gid IS NULL AS is_unknown FROM salsify_files WHERE url = ANY($1)",
        [[created, missing]],
      )
    ).rows;
  const open = { state: "started", is_unknown: true };
  expect((await rows()).toSorted((a, b) => a.url.localeCompare(b.url))).toEqual([
    { url: created, ...open },
    { url: missing, ...open },
  ]);
  const { finishFiles } = await import("~/functions/productMedia/sync/create-files.server");
  const finishAfter = async (seconds: number) => {
    await database().query(
      "UPDATE salsify_files SET lease_until = now() - make_interval(secs => $1) WHERE url = ANY($2)",
      [seconds, [created, missing]],
    );
    await finishFiles.run(DEMO, new AbortController().signal);
  };
  await finishAfter(5);
  expect(await rows()).toHaveLength(2);
  await finishAfter(120);
  expect(await rows()).toEqual([{ url: created, state: "done", is_unknown: false }]);
  expect(await countFiles(created)).toBe(1);
});

test("a creation that waits for Shopify stays with its step", async () => {
  const { faults } = shop.localStore.store;
  const url = urlOf("two-waits");
  await inSalsify({ "SYNC-two": { Images: url } });
  const { database } = await import("~/platform/db/pool.server");
  const isOld = async () =>
    (await database().query("SELECT lease_until < now() AS is_old FROM salsify_files WHERE url = $1", [url]))
      .rows;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  faults.setFor(DEMO, "FileCreate", { latencyMs: 60_000 });
  const synced = sync();
  await expect.poll(isOld).toEqual([{ is_old: false }]);
  await database().query("UPDATE salsify_files SET lease_until = now() WHERE url = $1", [url]);
  const isOldLater = () => {
    vi.advanceTimersByTime(20_000);
    return isOld();
  };
  await expect.poll(isOldLater).toEqual([{ is_old: false }]);
  faults.reset(DEMO);
  await synced;
  expect(await countFiles(url)).toBe(1);
});

test("a sync that is retried after a refusal starts another export", async () => {
  await inSalsify({ "SYNC-two": { Images: urlOf("two-again") } });
  shop.localStore.store.faults.setFor(DEMO, "MediaLists", { denied: 1 });
  const jobId = await sync();
  expect(await latest()).toMatchObject({ status: "Failed" });
  shop.localStore.store.faults.reset(DEMO);
  await ann.jobs.retry({ id: jobId });
  await run(jobId);
  expect(await latest()).toMatchObject({ status: "Completed" });
  const lines = await linesOf(jobId);
  expect(lines.filter((line) => /^Salsify's export \d+ was started\.$/.test(line))).toHaveLength(2);
});

test("until the mirror has all products, a sync is refused, also one that was started before", async () => {
  const { database } = await import("~/platform/db/pool.server");
  const { jobId } = await ann.productMedia.sync();
  await database().query("UPDATE mirrors SET rebuilt_at = NULL WHERE name = 'products'");
  await run(jobId);
  const reason = expect.stringContaining("The products are still being read from Shopify.");
  expect(await latest()).toMatchObject({ status: "Failed", reason });
  await expect(ann.productMedia.sync()).rejects.toMatchObject({ status: 409, message: reason });
  await completeProducts();
});

test("when Salsify fails, so does the run, with its answer as the reason", async () => {
  shop.localStore.store.faults.set(DEMO, { salsifyServerError: 1 });
  await sync();
  expect(await latest()).toMatchObject({
    status: "Failed",
    reason: "Salsify answered 503 (Service Unavailable). Backroom tried 5 times. Try again in a few minutes.",
  });
});

test("the settings are tested, and the token is stored encrypted and never answered", async () => {
  expect(await ann.connectors.salsify.testConnection()).toEqual({
    msg: "Salsify accepts the organization and the token.",
  });
  const shown = await ann.connectors.salsify.read();
  expect(shown).toEqual({ ...settings(), hasToken: true });
  expect(await findText(TOKEN)).toEqual([]);
  await expect(
    ann.connectors.salsify.save({ ...settings(), base_url: "https://salsify.example" }),
  ).rejects.toMatchObject({ status: 400, message: expect.stringContaining("isn't sent to another address") });
  await expect(ann.connectors.salsify.save({ ...settings(), organization: "" })).rejects.toMatchObject({
    status: 400,
  });

  await ann.connectors.salsify.save({ ...settings(), token: "another" });
  await expect(ann.connectors.salsify.testConnection()).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining("does not accept the token"),
  });
  await ann.connectors.salsify.save({ ...settings(), organization: "s-other", token: TOKEN });
  await expect(ann.connectors.salsify.testConnection()).rejects.toMatchObject({ status: 404 });
  expect((await ann.connectors.salsify.save({ ...settings(), token: TOKEN })).changed).toBe(true);
});

test("a shop without Salsify, another shop and another tab are refused", async () => {
  await expect(second.productMedia.sync()).rejects.toMatchObject({
    status: 409,
    message: "Salsify isn't set up for this shop. The account owner can do it on Settings.",
  });
  const fileName = (await latest())?.fileName ?? "";
  for (const f of [fileName, "../../etc/passwd"])
    await expect(second.productMedia.log({ f })).rejects.toMatchObject({ status: 404 });
  expect((await second.productMedia.logs(LIST)).list).toEqual([]);
  await signedInCalls(shop, "3");
  await setFlags(DEMO, "3", ["showProductMedia"]);
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE administrators SET tab_limits = $1 WHERE shop = $2 AND id = '3'", [
    { showProductMedia: ["media"] },
    DEMO,
  ]);
  const nora = await signedInCalls(shop, "3");
  await expect(nora.productMedia.sync()).rejects.toMatchObject({ status: 403 });
  await expect(nora.productMedia.logs(LIST)).rejects.toMatchObject({ status: 403 });
  expect(await problemOf(nora, "")).toMatchObject({ title: "Error querying logs" });
  expect(await problemOf(ann, "unknown")).toMatchObject({ title: "Error loading log file" });
});
