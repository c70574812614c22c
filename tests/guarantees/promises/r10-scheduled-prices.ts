import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { setFaults, setPlan } from "../support/approvals.ts";
import { startBuiltWorker } from "../support/built-process.ts";
import {
  AFTER_CENTS,
  addPricedProducts,
  BEFORE_CENTS,
  schedulePrices,
  VARIANTS_PER_PRODUCT,
} from "../support/priced-products.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { until } from "../support/until.ts";

const HOUR = 3_600_000;
/** How long all prices may take. Their number is judged, not the machine. */
const PATIENCE_SECONDS = 1_800;

export const scheduledPrices: BackroomPromise = {
  id: "R10",
  title:
    "scheduled prices over a restart in the middle of the work and changes of the clock; in full, over a killed worker (-9)",
  // What this adds is their number.
  provenBy: ["tests/integration/bulkprice/apply.test.ts", "tests/integration/jobs/jobs.test.ts"],
  async test(shop, scale) {
    // Installs the app, and makes the administrator known.
    await signedInCalls(shop);
    const prices = scale === "small" ? 600 : 10_000;
    await setPlan(shop.localStore, DEMO, "ENTERPRISE");
    await addPricedProducts(shop, prices / VARIANTS_PER_PRODUCT);
    const dueAt = await schedulePrices();
    const { startDuePrices } = await import("~/functions/bulkprice/start-due-prices.server");
    const early = await startDuePrices(DEMO, new Date(+dueAt - 1_000));
    const changedEarly = (await priceStates(shop)).filter(({ price }) => price !== BEFORE_CENTS).length;
    try {
      // No worker runs at the moment at which the prices are due.
      await until("the prices are due", async () => Date.now() > +dueAt);
      const begunAt = performance.now();
      // Slow enough to be interrupted in the middle.
      setFaults(shop.localStore, DEMO, { latencyMs: 150 });
      const interrupt = scale === "small" ? interruptJob : killWorker;
      const appliedBefore = await interrupt(shop, prices / 10, prices);
      const seconds = (performance.now() - begunAt) / 1000;
      const again = [
        ...(await startDuePrices(DEMO, new Date(+dueAt - HOUR))),
        ...(await startDuePrices(DEMO, new Date(+dueAt + HOUR))),
      ];
      const states = await priceStates(shop);
      return finding(
        `${prices} prices, ${appliedBefore} of them before the interruption, all after ${seconds.toFixed(1)} s`,
        {
          early: early.length + changedEarly,
          missed: states.filter(({ price }) => price !== AFTER_CENTS).length,
          twice: again.length + states.filter(({ sent }) => sent > 1).length,
          "interrupted too late": appliedBefore < prices ? 0 : 1,
        },
      );
    } finally {
      setFaults(shop.localStore, DEMO);
      await setPlan(shop.localStore, DEMO, "PLUS");
    }
  },
};

/** Has a process stop in the middle of the job, and another one continue. @returns how many prices were applied before */
async function interruptJob({ localStore }: TestShop, after: number): Promise<number> {
  const [{ startDuePrices }, { applyPricesJob }, { runJob }] = await Promise.all([
    import("~/functions/bulkprice/start-due-prices.server"),
    import("~/functions/bulkprice/apply-prices.server"),
    import("~/platform/jobs/run-job.server"),
  ]);
  const [jobId = ""] = await startDuePrices(DEMO, new Date());
  const kinds = new Map([[applyPricesJob.name, applyPricesJob]]);
  const stops = new AbortController();
  const stopped = runJob(DEMO, jobId, kinds, stops.signal).catch((error: unknown) => {
    if (!stops.signal.aborted) throw error;
  });
  await until("some prices are applied", async () => (await countApplied()) >= after);
  stops.abort();
  await stopped;
  const applied = await countApplied();
  localStore.store.faults.set(DEMO, { latencyMs: 0 });
  await runJob(DEMO, jobId, kinds, new AbortController().signal);
  return applied;
}

/** Kills a worker in the middle of the job, and starts another one. @returns how many prices were applied before */
async function killWorker({ localStore }: TestShop, after: number, prices: number): Promise<number> {
  const workers: ChildProcess[] = [await startBuiltWorker()];
  try {
    await until("some prices are applied", async () => (await countApplied()) >= after);
    const killed = workers[0] as ChildProcess;
    killed.kill("SIGKILL");
    await once(killed, "exit");
    const applied = await countApplied();
    localStore.store.faults.set(DEMO, { latencyMs: 0 });
    workers.push(await startBuiltWorker());
    await until("all prices are applied", async () => (await countApplied()) === prices, PATIENCE_SECONDS);
    return applied;
  } finally {
    for (const worker of workers) worker.kill("SIGKILL");
  }
}

async function countApplied(): Promise<number> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ count: number }>(
    "SELECT count(*)::int AS count FROM price_schedules WHERE shop = $1 AND sku LIKE 'SCHEDULED-%' AND state = 'applied'",
    [DEMO],
  );
  return rows[0]?.count ?? 0;
}

/** The variants' prices in the store, and how often each was sent. */
async function priceStates({ localStore: { store } }: TestShop): Promise<{ price: number; sent: number }[]> {
  const { rows } = await store.pool.query<{ id: string; price: number }>(
    "SELECT id, price_cents::int AS price FROM variants WHERE shop = $1 AND sku LIKE 'SCHEDULED-%'",
    [DEMO],
  );
  const { productVariantsBulkUpdate: sent = {} } = store.counters.of(DEMO).effective;
  return rows.map(({ id, price }) => ({ price, sent: sent[id] ?? 0 }));
}
