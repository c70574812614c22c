/** Changed products reach the live index between full syncs. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { deleteProduct } from "../../../local-store/catalog/change-product.ts";
import { ENGINES, type SearchShop } from "../../support/search-engines.ts";
import { DEMO } from "../../support/test-shop.ts";
import { addProduct } from "../products/support.ts";
import { newestSync, numberedProducts, openSearchShop, queryApp, runSync, sync, syncOf } from "./support.ts";

let search: SearchShop;
const { signal } = new AbortController();

beforeAll(async () => {
  search = await openSearchShop("search_updates", numberedProducts(3));
});
afterEach(() => {
  search.shop.localStore.store.faults.reset(DEMO);
});
afterAll(() => search.shop.close());

/** The mirror reads products again, as after a webhook. */
async function reread(...numbers: number[]): Promise<void> {
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.readIntoMirror(DEMO, numbers, {});
}

describe.each(ENGINES)("$name", (engine) => {
  const update = async () => (await syncOf(engine)).updateTask.run(DEMO, signal);
  const handles = async () => {
    const documents = [...(await engine.readLive(search.shop)).values()];
    return documents.map((document) => document.handle_s ?? document.handle).sort();
  };
  const changes = async () =>
    engine.name === "algolia"
      ? (await search.ann.algolia.list()).changes
      : (await search.ann.solr.syncStatus()).changes;
  const countQueued = async () => {
    const rows = await queryApp("SELECT 1 FROM search_changes WHERE shop = $1 AND engine = $2", [
      DEMO,
      engine.name,
    ]);
    return rows.length;
  };

  test("before the first full sync, changes alone make no index", async () => {
    await engine.connect(search);
    await reread(await addProduct(search.shop.localStore, { handle: `${engine.name}-early`, variants: [] }));
    expect(await countQueued()).toBe(1);
    await update();
    expect(await engine.countLive(search.shop)).toBeNull();
    expect(await countQueued()).toBe(0);
  });

  test("a new, a changed and a deleted product are sent", async () => {
    await sync(engine, search.ann);
    const before = await handles();
    const handle = `${engine.name}-late`;
    const number = await addProduct(search.shop.localStore, { handle, variants: [{ sku: "LATE" }] });
    await reread(number);
    await update();
    expect(await handles()).toEqual([...before, handle].sort());
    await search.shop.localStore.store.pool.query(
      "UPDATE products SET title = 'Renamed', updated_at = updated_at + interval '1 second' WHERE id = $1",
      [number],
    );
    await reread(number);
    await update();
    const document = (await engine.readLive(search.shop)).get(String(number));
    expect(document?.title_s ?? document?.title).toBe("Renamed");
    await deleteProduct(search.shop.localStore.store, DEMO, number);
    await reread(number);
    await update();
    expect(await handles()).toEqual(before);
    expect(await countQueued()).toBe(0);
  });

  test("while a full sync runs, changes wait, and are sent after it", async () => {
    const handle = `${engine.name}-during`;
    await engine.start(search.ann);
    await reread(await addProduct(search.shop.localStore, { handle, variants: [{ sku: "DURING" }] }));
    await update();
    expect(await handles()).not.toContain(handle);
    expect(await countQueued()).toBe(1);
    const id = (await newestSync(engine))?.id ?? "";
    await search.ann.jobs.pause({ id });
    expect(await changes()).toMatchObject({ waiting: 1, pausedJobId: id });
    await search.ann.jobs.resume({ id });
    expect(await changes()).toMatchObject({ waiting: 1, pausedJobId: null });
    await runSync(engine);
    expect(await newestSync(engine)).toMatchObject({ status: "Completed" });
    await update();
    expect(await handles()).toContain(handle);
    expect(await countQueued()).toBe(0);
  });

  test("while the engine fails, changes stay until it answers again", async () => {
    const handle = `${engine.name}-silent`;
    await reread(await addProduct(search.shop.localStore, { handle, variants: [{ sku: "SILENT" }] }));
    search.shop.localStore.store.faults.set(DEMO, { [engine.serverError]: 1 });
    await update();
    expect(await countQueued()).toBe(1);
    expect((await changes()).problem).toContain(" answered 503 ");
    search.shop.localStore.store.faults.reset(DEMO);
    await update();
    expect(await handles()).toContain(handle);
    expect(await countQueued()).toBe(0);
    expect((await changes()).problem).toBeNull();
  });

  test("a product that the engine refuses stays queued and is named, and doesn't hold back the others", async () => {
    const [refused, accepted] = [`${engine.name}-refused`, `${engine.name}-accepted`];
    const product = { handle: refused, product_type: "x".repeat(40_000), variants: [] };
    const number = await addProduct(search.shop.localStore, product);
    await reread(number, await addProduct(search.shop.localStore, { handle: accepted, variants: [] }));
    await update();
    expect(await handles()).toContain(accepted);
    expect(await handles()).not.toContain(refused);
    expect(await changes()).toMatchObject({
      waiting: 1,
      refused: [{ id: number, handle: refused, reason: expect.stringContaining(" refused: ") }],
    });
    await search.shop.localStore.store.pool.query(
      "UPDATE products SET product_type = 'Nuts', updated_at = updated_at + interval '1 second' WHERE id = $1",
      [number],
    );
    await reread(number);
    await update();
    expect(await handles()).toContain(refused);
    expect(await changes()).toMatchObject({ waiting: 0, refused: [] });
  });

  test("more refused products than one attempt finds don't hold back those behind them", async () => {
    const numbers: number[] = [];
    for (let n = 0; n < 25; n += 1) {
      const product = {
        handle: `${engine.name}-refused-${n}`,
        product_type: "x".repeat(40_000),
        variants: [],
      };
      numbers.push(await addProduct(search.shop.localStore, product));
    }
    const accepted = `${engine.name}-behind`;
    await reread(...numbers, await addProduct(search.shop.localStore, { handle: accepted, variants: [] }));
    await update();
    const { refused, problem } = await changes();
    expect(refused).toHaveLength(20);
    expect(problem).toContain(" refuses more than 20 products.");
    await update();
    expect(await handles()).toContain(accepted);
    expect(await countQueued()).toBe(25);
    await search.shop.localStore.store.pool.query(
      "UPDATE products SET product_type = 'Nuts', updated_at = updated_at + interval '1 second' WHERE id = ANY($1)",
      [numbers],
    );
    await reread(...numbers);
    await update();
    expect(await changes()).toMatchObject({ waiting: 0, refused: [], problem: null });
  });

  test("the changes are also looked for by a schedule, and without one the engine isn't called", async () => {
    const { updateTask } = await syncOf(engine);
    expect(updateTask.schedule).toMatchObject({ cron: "*/5 * * * *" });
    expect(await countQueued()).toBe(0);
    const { counters, faults } = search.shop.localStore.store;
    faults.set(DEMO, { [engine.serverError]: 1 });
    const countFaults = () => counters.of(DEMO).faults[engine.serverError] ?? 0;
    const before = countFaults();
    await update();
    expect(countFaults()).toBe(before);
    expect((await changes()).problem).toBeNull();
  });

  test("every night all products are sent, once", async () => {
    const { nightlySync } = await syncOf(engine);
    const earlier = (await newestSync(engine))?.id;
    await nightlySync.run(DEMO, signal);
    await nightlySync.run(DEMO, signal);
    const newest = await newestSync(engine);
    expect(newest?.id).not.toBe(earlier);
    expect(newest).toMatchObject({ status: "Queued", startedBy: "Backroom" });
    await runSync(engine);
    expect(await newestSync(engine)).toMatchObject({ status: "Completed" });
  });
});
