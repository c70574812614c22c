import { hasEnded } from "~/platform/jobs/states";
import { insertProductsInBulk, type LoadedProduct } from "../../../local-store/data/bulk-insert.ts";
import { signedInCalls } from "../../support/calls.ts";
import { rebuildsOf } from "../../support/jobs.ts";
import type { Calls, SearchShop, TestEngine } from "../../support/search-engines.ts";
import { DEMO, openTestShop } from "../../support/test-shop.ts";
import { runRebuild } from "../products/support.ts";

/** Opens a test shop with these products, and fills the mirror. */
export async function openSearchShop(name: string, products: readonly LoadedProduct[]): Promise<SearchShop> {
  const shop = await openTestShop(name);
  const ann = await signedInCalls(shop);
  await insertProductsInBulk(shop.localStore.store, DEMO, products);
  // The sign-in has started one.
  const [rebuild] = await rebuildsOf("products");
  if (!rebuild) throw new Error("The sign-in started no rebuild.");
  await runRebuild(rebuild.id);
  return { shop, ann };
}

/** Active products with numbered handles and one variant each. */
export const numberedProducts = (count: number, more: Partial<LoadedProduct> = {}): LoadedProduct[] =>
  Array.from({ length: count }, (_unused, number) => ({
    handle: `nut-${number}`,
    title: `Nut ${number}`,
    created_at: CHANGED_AT,
    updated_at: CHANGED_AT,
    variants: [{ sku: `NUT-${number}`, price_cents: 1_000 + number }],
    ...more,
  }));

const CHANGED_AT = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000);

export async function queryApp<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query<Row>(text, values)).rows;
}

/** The sync as its module declares it. */
export async function syncOf({ name }: TestEngine) {
  return name === "algolia"
    ? (await import("~/functions/algolia/sync.server")).algoliaSync
    : (await import("~/functions/solr/sync.server")).solrSync;
}

/** Runs a queued sync as the worker would. @returns its job */
export async function runSync(engine: TestEngine, signal = new AbortController().signal): Promise<string> {
  const { runJob } = await import("~/platform/jobs/run-job.server");
  const { sync } = await syncOf(engine);
  // One that is retried isn't the newest.
  const queued = (await listSyncs(engine)).find(({ state }) => !hasEnded(state));
  if (!queued) throw new Error("No sync is queued.");
  await runJob(DEMO, queued.id, new Map([[sync.name, sync.job]]), signal);
  return queued.id;
}

/** Starts a sync and runs it. */
export async function sync(engine: TestEngine, ann: Calls): Promise<string> {
  await engine.start(ann);
  return runSync(engine);
}

/** The newest sync with its status and the reason of a failure. */
export const newestSync = async (engine: TestEngine) => (await listSyncs(engine))[0];

async function listSyncs({ name }: TestEngine) {
  const [{ readSyncs }, { withShop }] = await Promise.all([
    import("~/core/syncs/read-syncs.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  return withShop(DEMO, (tx) => readSyncs(tx, DEMO, name));
}

/** The log of a sync: the level and the text of each line. */
export async function readLog({ name }: TestEngine, id = ""): Promise<[level: string, message: string][]> {
  const [{ readSyncLog }, { withShop }] = await Promise.all([
    import("~/core/syncs/read-syncs.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const lines = await withShop(DEMO, (tx) => readSyncLog(tx, DEMO, name, id));
  return lines.map(({ level, message }) => [level, message]);
}

/** Stops a sync as if its process ended while a batch is in flight. @param nth which batch */
export async function stopDuringBatch({ shop, ann }: SearchShop, engine: TestEngine, nth: number) {
  const { counters } = shop.localStore.store;
  const request = counters.request.bind(counters);
  const stops = new AbortController();
  let batches = 0;
  counters.request = (domain, operation) => {
    request(domain, operation);
    if (operation === engine.batch) batches += 1;
    if (batches === nth) stops.abort();
  };
  try {
    await engine.start(ann);
    await runSync(engine, stops.signal).then(
      () => {
        throw new Error("The sync had ended before it was stopped.");
      },
      () => undefined,
    );
  } finally {
    counters.request = request;
  }
}
