/** A full sync of each search engine: what is sent, that the live index is never incomplete, and when it is kept. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ENGINES, type SearchShop } from "../../support/search-engines.ts";
import { DEMO } from "../../support/test-shop.ts";
import {
  newestSync,
  numberedProducts,
  openSearchShop,
  queryApp,
  readLog,
  runSync,
  stopDuringBatch,
  sync,
} from "./support.ts";

/** More than two batches. */
const PRODUCTS = 1_100;
let search: SearchShop;

/** Sets the status of the products of the mirror whose number ends with a digit, as Shopify would report it. */
const setStatus = (digit: string, status: "ACTIVE" | "DRAFT") =>
  queryApp("UPDATE products SET status = $1 WHERE shop = $2 AND handle LIKE $3", [
    status,
    DEMO,
    `nut-%${digit}`,
  ]);

const archiveMost = () =>
  queryApp("UPDATE products SET status = 'ARCHIVED' WHERE shop = $1 AND handle ~ '^nut-[0-9]*[0-6]$'", [
    DEMO,
  ]);
const activateAll = () =>
  queryApp("UPDATE products SET status = 'ACTIVE' WHERE shop = $1 AND handle <> 'draft'", [DEMO]);

beforeAll(async () => {
  search = await openSearchShop("search_sync", [
    ...numberedProducts(PRODUCTS),
    ...numberedProducts(1, { handle: "draft", title: "Draft", status: "DRAFT" }),
  ]);
});
afterEach(() => {
  search.shop.localStore.store.faults.reset(DEMO);
});
afterAll(() => search.shop.close());

describe.each(ENGINES)("$name", (engine) => {
  const counts = () => engine.countLive(search.shop);

  beforeAll(async () => {
    await engine.connect(search);
  });

  test("the active products become the live index", async () => {
    expect(await counts()).toBeNull();
    await sync(engine, search.ann);
    expect(await newestSync(engine)).toMatchObject({ status: "Completed", progress: 100, reason: null });
    expect(await counts()).toBe(PRODUCTS);
  });

  test("readers of the live index see the old or the new number of products, never another one", async () => {
    await setStatus("7", "DRAFT");
    const seen: (number | null)[] = [];
    let isDone = false;
    const reading = (async () => {
      while (!isDone) seen.push(await counts());
    })();
    await sync(engine, search.ann).finally(() => {
      isDone = true;
    });
    await reading;
    expect(seen).toContain(PRODUCTS);
    expect(seen.filter((count) => count !== PRODUCTS && count !== PRODUCTS - 110)).toEqual([]);
    expect(await counts()).toBe(PRODUCTS - 110);
    await setStatus("7", "ACTIVE");
  });

  test("a process that stops is continued, also when products of its batch are no longer active", async () => {
    await stopDuringBatch(search, engine, 2);
    expect(await newestSync(engine)).toMatchObject({ status: "Running" });
    const before = await counts();
    await expect(engine.start(search.ann)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("hasn't ended yet"),
    });
    await setStatus("3", "DRAFT");
    expect(await counts()).toBe(before);
    const jobId = await runSync(engine);
    // The first batch had been sent before. Of the second one, those that are no longer active were removed again.
    const newest = await newestSync(engine);
    expect(newest).toMatchObject({ id: jobId, status: "Completed", reason: null });
    const [{ first = 0 } = {}] = await queryApp<{ first: number }>(
      `SELECT count(*)::int AS first FROM (SELECT handle, status FROM products WHERE shop = $1 AND handle <> 'draft' ORDER BY id LIMIT 500) AS batch
        WHERE status = 'DRAFT'`,
      [DEMO],
    );
    expect(await counts()).toBe(PRODUCTS - 110 + first);
    await setStatus("3", "ACTIVE");
  });

  test("an index that lost products isn't published", async () => {
    const before = await counts();
    await stopDuringBatch(search, engine, 2);
    const asideOfSync = `products_backroom_${(await newestSync(engine))?.id.replaceAll("-", "")}`;
    expect(await engine.listAside(search.shop)).toContain(asideOfSync);
    await engine.lose(search.shop, asideOfSync);
    await runSync(engine);
    expect(await newestSync(engine)).toMatchObject({
      status: "Failed",
      reason: `${PRODUCTS} products were sent, but the new index has ${PRODUCTS - 1}. The live index was kept. Start the sync again.`,
    });
    expect(await counts()).toBe(before);
    expect(await engine.listAside(search.shop)).not.toContain(asideOfSync);
    await sync(engine, search.ann);
    expect(await counts()).toBe(PRODUCTS);
  });

  test("the index of a run that was canceled is deleted by the next one", async () => {
    await stopDuringBatch(search, engine, 2);
    const id = (await newestSync(engine))?.id ?? "";
    await search.ann.jobs.cancel({ id });
    await runSync(engine);
    expect(await newestSync(engine)).toMatchObject({ status: "Canceled" });
    const leftover = `products_backroom_${id.replaceAll("-", "")}`;
    expect(await engine.listAside(search.shop)).toContain(leftover);
    await sync(engine, search.ann);
    expect(await engine.listAside(search.shop)).not.toContain(leftover);
    expect(await counts()).toBe(PRODUCTS);
  });

  /** Retries a sync while products are drafts, and proves that they are left out. */
  async function retryWithoutDrafts(id: string): Promise<void> {
    await setStatus("3", "DRAFT");
    await search.ann.jobs.retry({ id });
    await runSync(engine);
    expect(await newestSync(engine)).toMatchObject({ status: "Completed", reason: null });
    expect(await counts()).toBe(PRODUCTS - 110);
    await setStatus("3", "ACTIVE");
    await sync(engine, search.ann);
    expect(await counts()).toBe(PRODUCTS);
  }

  test("a canceled sync that is retried begins again, because only the live index got the changes since then", async () => {
    await stopDuringBatch(search, engine, 2);
    const id = (await newestSync(engine))?.id ?? "";
    await search.ann.jobs.cancel({ id });
    await runSync(engine);
    await retryWithoutDrafts(id);
  });

  test("a sync that is retried doesn't build on the index that its first attempt couldn't delete", async () => {
    const { counters, faults } = search.shop.localStore.store;
    const request = counters.request.bind(counters);
    let batches = 0;
    counters.request = (domain, operation) => {
      request(domain, operation);
      if (operation === engine.batch) batches += 1;
      if (batches === 2) faults.set(DEMO, { [engine.serverError]: 1 });
    };
    const id = await sync(engine, search.ann).finally(() => {
      counters.request = request;
    });
    faults.reset(DEMO);
    expect(await engine.listAside(search.shop)).toContain(`products_backroom_${id.replaceAll("-", "")}`);
    await retryWithoutDrafts(id);
  });

  test("less than half of the live index is refused, and published when the sync is started again", async () => {
    await archiveMost();
    await sync(engine, search.ann);
    expect(await newestSync(engine)).toMatchObject({
      status: "Failed",
      reason: expect.stringContaining("That is less than half, so the live index was kept."),
    });
    expect(await counts()).toBe(PRODUCTS);
    await sync(engine, search.ann);
    expect(await newestSync(engine)).toMatchObject({ status: "Completed" });
    expect(await counts()).toBe(330);
    // The confirmation was for one index. Another drop within the hour needs another one.
    await queryApp(
      "UPDATE products SET status = 'ARCHIVED' WHERE shop = $1 AND handle ~ '^nut-[0-9]*[0-8]$'",
      [DEMO],
    );
    await sync(engine, search.ann);
    expect(await newestSync(engine)).toMatchObject({ status: "Failed" });
    expect(await counts()).toBe(330);
    // A sync that takes hours is confirmed by its start.
    await engine.start(search.ann);
    await queryApp("UPDATE runs SET started_at = started_at - interval '3 hours' WHERE shop = $1", [DEMO]);
    await queryApp("UPDATE jobs SET finished_at = finished_at - interval '3 hours' WHERE shop = $1", [DEMO]);
    await runSync(engine);
    expect(await newestSync(engine)).toMatchObject({ status: "Completed" });
    expect(await counts()).toBe(110);
    await activateAll();
  });

  test("a sync that was refused confirms nothing when its retry was published", async () => {
    await sync(engine, search.ann);
    await archiveMost();
    const id = await sync(engine, search.ann);
    expect(await newestSync(engine)).toMatchObject({ status: "Failed" });
    await activateAll();
    await search.ann.jobs.retry({ id });
    await runSync(engine);
    expect(await newestSync(engine)).toMatchObject({ id, status: "Completed" });
    await archiveMost();
    await sync(engine, search.ann);
    expect(await newestSync(engine)).toMatchObject({ status: "Failed" });
    expect(await counts()).toBe(PRODUCTS);
    await activateAll();
  });

  test("answers that are lost are repeated, and a refusal keeps the live index", async () => {
    const { faults } = search.shop.localStore.store;
    faults.set(DEMO, { [engine.timeout]: 0.15, [engine.serverError]: 0.05 });
    await sync(engine, search.ann);
    faults.reset(DEMO);
    expect(await newestSync(engine)).toMatchObject({ status: "Completed" });
    expect(await counts()).toBe(PRODUCTS);
    faults.set(DEMO, { [engine.refused]: 1 });
    await sync(engine, search.ann);
    expect(await newestSync(engine)).toMatchObject({
      status: "Failed",
      reason: expect.stringContaining(" refused: "),
    });
    faults.reset(DEMO);
    faults.set(DEMO, { [engine.serverError]: 1 });
    await sync(engine, search.ann);
    expect(await newestSync(engine)).toMatchObject({
      status: "Failed",
      reason: expect.stringContaining(" answered 503 (Service Unavailable). Backroom tried 5 times."),
    });
    faults.reset(DEMO);
    expect(await counts()).toBe(PRODUCTS);
  });

  test("a product that the engine refuses keeps the live index and is named, and a sync that is started again leaves it out", async () => {
    const setType = (type: string) =>
      queryApp("UPDATE products SET product_type = $1 WHERE shop = $2 AND handle = 'nut-3'", [type, DEMO]);
    await setType("x".repeat(40_000));
    await sync(engine, search.ann);
    const failed = await newestSync(engine);
    expect(failed).toMatchObject({
      status: "Failed",
      reason: expect.stringMatching(
        /^\w+ refuses 1 product, so the live index was kept\. Correct it in Shopify, or start a new sync within an hour to publish the index without it\. nut-3: \w+ refused: .*[^.]\.$/,
      ),
    });
    expect(await readLog(engine, failed?.id)).toContainEqual([
      "error",
      expect.stringMatching(/^nut-3: \w+ refused: /),
    ]);
    expect(await counts()).toBe(PRODUCTS);
    await sync(engine, search.ann);
    expect(await newestSync(engine)).toMatchObject({ status: "Completed" });
    expect(await counts()).toBe(PRODUCTS - 1);
    await setType("");
  });
});
