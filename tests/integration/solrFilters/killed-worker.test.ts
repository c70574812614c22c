/**
 * An update whose worker is killed (-9) after Shopify stored the first filters, and before it got the answer: another one continues.
 * Further syncs whose worker is killed: tests/kills, by `npm run test:kills`.
 */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startWorkerKilledAt } from "../../support/killed-worker.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { type FiltersShop, openFiltersShop } from "./support.ts";

const COLLECTIONS = 60;
let shop: FiltersShop;
const ids: string[] = [];

beforeAll(async () => {
  shop = await openFiltersShop("filters_killed");
  await shop.owner.solrFilters.setActive({ name: "vendor", active: true });
  for (let n = 0; n < COLLECTIONS; n += 1) ids.push(await shop.addCollection(`Killed ${n}`));
  for (const id of ids) await shop.owner.solrFilters.include({ id, collection: id, name: "vendor" });
});
afterAll(() => shop.close());

const countPublished = async () => (await Promise.all(ids.map(shop.published))).filter(Boolean).length;
const state = async () => {
  const { unpublished, lastUpdate } = await shop.owner.solrFilters.definitions();
  return { unpublished, status: lastUpdate?.status };
};

test("every collection is published", { timeout: withMachineFactor(300_000) }, async () => {
  const died = await startWorkerKilledAt(shop.localStore.store, "metafieldsSet");
  await shop.owner.solrFilters.updateCollections({});
  await died();
  expect(await countPublished()).toBeGreaterThan(0);
  const { unpublished, status } = await state();
  expect(unpublished).toBeGreaterThan(0);
  expect(status).toBe("Running");

  const [{ startWorker }, { database }] = await Promise.all([
    import("~/worker.server"),
    import("~/platform/db/pool.server"),
  ]);
  // As when ten seconds without a heartbeat have passed.
  await database().query(
    "UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 minute' WHERE state = 'active'",
  );
  const worker = await startWorker();
  onTestFinished(() => worker.stop());
  await expect
    .poll(state, { timeout: withMachineFactor(180_000) })
    .toEqual({ unpublished: 0, status: "Completed" });
  expect(await countPublished()).toBe(COLLECTIONS);
});
