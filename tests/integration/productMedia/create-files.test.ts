/** The files that a sync of product media creates in the store: each one once, whatever happens to its creation. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import type { Calls } from "../imports/support.ts";
import { countFiles, inSalsify, itemsOf, latest, openMediaShop, run, sync, urlOf } from "./support.ts";

let shop: TestShop;
let ann: Calls;
beforeAll(async () => {
  ({ shop, ann } = await openMediaShop("media_files"));
});
beforeEach(() => inSalsify(shop, {}));
afterEach(() => {
  vi.useRealTimers();
  shop.localStore.store.faults.reset(DEMO);
});
afterAll(() => shop.close());

test("a file whose creation had no answer is found again, also while search is behind, and isn't created twice", async () => {
  const { faults } = shop.localStore.store;
  const urls = [urlOf("one-lost"), "https://www.youtube.com/watch?v=one-lost"];
  await inSalsify(shop, { "SYNC-one": { Images: urls.join(" ") } });
  faults.set(DEMO, { indexLagMs: 2_500 });
  faults.setFor(DEMO, "FileCreate", { cutAfterCommit: 1 });
  const jobId = await sync(ann);
  expect(await latest(ann)).toMatchObject({ status: "Completed, 1 failed" });
  for (const url of urls) expect(await countFiles(shop, url)).toBe(1);
  faults.setFor(DEMO, "FileCreate", { cutAfterCommit: 0 });
  await ann.jobs.retry({ id: jobId });
  await run(jobId);
  expect(await latest(ann)).toMatchObject({ status: "Completed" });
  const items = await itemsOf(ann, "SYNC-one");
  for (const url of urls) {
    expect(await countFiles(shop, url)).toBe(1);
    expect(items.filter(({ src }) => src === url)).toMatchObject([{ attached: true }]);
  }
});

test("a creation that didn't reach Shopify is repeated when it can't be in progress any longer", async () => {
  const { faults } = shop.localStore.store;
  const url = urlOf("two-never");
  await inSalsify(shop, { "SYNC-two": { Images: url } });
  faults.setFor(DEMO, "FileCreate", { cutBeforeCommit: 1 });
  const jobId = await sync(ann);
  expect(await latest(ann)).toMatchObject({ status: "Completed, 1 failed" });
  faults.reset(DEMO);
  const { database } = await import("~/platform/db/pool.server");
  const { rowCount } = await database().query(
    "UPDATE salsify_files SET lease_until = now() WHERE state = 'started' AND url = $1",
    [url],
  );
  expect(rowCount).toBe(1);
  await ann.jobs.retry({ id: jobId });
  await run(jobId);
  expect(await latest(ann)).toMatchObject({ status: "Completed" });
  expect(await countFiles(shop, url)).toBe(1);
  expect((await itemsOf(ann, "SYNC-two")).filter(({ src }) => src === url)).toMatchObject([
    { attached: true },
  ]);
});

test("a creation that no step continues is finished by the task, with the file or without it", async () => {
  const { faults } = shop.localStore.store;
  const [created, missing] = [urlOf("one-created"), urlOf("one-missing")];
  faults.setFor(DEMO, "FileCreate", { cutAfterCommit: 1 });
  await inSalsify(shop, { "SYNC-one": { Images: created } });
  await sync(ann);
  faults.setFor(DEMO, "FileCreate", { cutAfterCommit: 0, cutBeforeCommit: 1 });
  await inSalsify(shop, { "SYNC-one": { Images: missing } });
  await sync(ann);
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
  expect(await countFiles(shop, created)).toBe(1);
});

test("a creation that waits for Shopify stays with its step", async () => {
  const { faults } = shop.localStore.store;
  const url = urlOf("two-waits");
  await inSalsify(shop, { "SYNC-two": { Images: url } });
  const { database } = await import("~/platform/db/pool.server");
  const isOld = async () =>
    (await database().query("SELECT lease_until < now() AS is_old FROM salsify_files WHERE url = $1", [url]))
      .rows;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  faults.setFor(DEMO, "FileCreate", { latencyMs: 60_000 });
  const synced = sync(ann);
  await expect.poll(isOld).toEqual([{ is_old: false }]);
  await database().query("UPDATE salsify_files SET lease_until = now() WHERE url = $1", [url]);
  const isOldLater = () => {
    vi.advanceTimersByTime(20_000);
    return isOld();
  };
  await expect.poll(isOldLater).toEqual([{ is_old: false }]);
  faults.reset(DEMO);
  await synced;
  expect(await countFiles(shop, url)).toBe(1);
});
