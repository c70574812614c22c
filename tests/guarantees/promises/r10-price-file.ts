import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { IMPORT_LIMITS } from "~/core/imports/limits";
import { shops } from "../../../local-store/config.ts";
import { loadExport } from "../../../local-store/csv/load-export.ts";
import { fillStore } from "../../../local-store/demo/fill-store.ts";
import { signedInCalls } from "../../support/calls.ts";
import { SAMPLE_PRODUCTS, writeSampleExports } from "../../support/sample-exports.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { setFaults, setPlan } from "../support/approvals.ts";
import { startBuiltWorker } from "../support/built-process.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { until } from "../support/until.ts";

/** Longer than the check and the scheduling take on a busy machine. */
const DUE_IN = { small: 90_000, full: 480_000 };
const PATIENCE_SECONDS = 3_600;
const COLUMNS = ["MODEL", "PRICE", "EFFECTIVE_DATE"];

/** The job of a price file from the first product to the rollback, as pages and workers do it. */
export const priceFile: BackroomPromise = {
  id: "R10b",
  title:
    "60 sample products without a SKU and filled ones: a price file is checked, scheduled, applied at its minute, logged and rolled back",
  // The smallest run takes minutes, because the prices are due at a minute of their own.
  provenBy: "tests/e2e/bulkprice.test.ts",
  async test(shop, scale) {
    const [products, rows] = scale === "small" ? [200, 150] : [20_000, 10_000];
    setFaults(shop.localStore, DEMO);
    await setPlan(shop.localStore, DEMO, "ENTERPRISE");
    const calls = await signedInCalls(shop);
    await loadCatalog(shop, products);
    const before = await storePrices(shop);
    const skusOfStore = [...before.values()].flatMap(({ sku }) => sku ?? []);
    const skus = [...new Set(skusOfStore)].slice(0, rows);
    const target = new Map(skus.map((sku, index) => [sku, 5_000 + index]));
    const dueAt = new Date(Math.ceil((Date.now() + DUE_IN[scale]) / 1_000) * 1_000);
    const run = await sendFile(calls, target, dueAt);
    const addressable = run.summary.some((line) =>
      line.startsWith(`${SAMPLE_PRODUCTS} products have variants without a SKU`),
    );
    let worker: ChildProcess | undefined;
    try {
      const { jobId } = await calls.imports.start({ id: run.id });
      worker = await startBuiltWorker();
      const isOver = async (id: string) =>
        ["completed", "cancelled", "failed"].includes((await calls.jobs.detail({ id })).state);
      await until("the file is scheduled", () => isOver(jobId), PATIENCE_SECONDS);
      const early = [...(await storePrices(shop))].filter(
        ([id, { price }]) => before.get(id)?.price !== price,
      );
      const inTime = Date.now() < +dueAt;
      await until("the prices are due", async () => Date.now() > +dueAt, PATIENCE_SECONDS);
      const isWaiting = async (...states: string[]) => {
        const counts = await scheduleStates(run.id);
        return states.some((state) => (counts[state] ?? 0) > 0);
      };
      await until(
        "the first are being applied",
        async () => !(await isWaiting("scheduled")),
        PATIENCE_SECONDS,
      );
      const startedAfter = (Date.now() - +dueAt) / 1_000;
      await until(
        "all are applied",
        async () => !(await isWaiting("scheduled", "applying")),
        PATIENCE_SECONDS,
      );
      const endedAfter = (Date.now() - +dueAt) / 1_000;
      const applied = await storePrices(shop);
      const expected = [...before].filter(([, { sku }]) => sku !== null && target.has(sku));
      const notSet = expected.filter(
        ([id, { sku }]) => applied.get(id)?.price !== target.get(sku ?? ""),
      ).length;
      const logged = await lastLogged();
      const undo = await calls.imports.undo({ id: run.id });
      await until("the file is rolled back", () => isOver(undo.jobId), PATIENCE_SECONDS);
      const after = await storePrices(shop);
      return finding(
        `${skus.length} rows for ${expected.length} variants in ${before.size}; begun ${startedAfter.toFixed(0)} s after their time, all set after ${endedAfter.toFixed(0)} s`,
        {
          "rows refused": run.rowCount - (run.counts?.change ?? 0),
          "products without a SKU not reported": addressable ? 0 : 1,
          "set before their time": early.length,
          "scheduled too late": inTime ? 0 : 1,
          "begun more than 60 s late": startedAfter > 65 ? 1 : 0,
          "not set": notSet,
          "not as the log says": expected.filter(([id]) => logged.get(id) !== applied.get(id)?.price).length,
          "not rolled back": [...before].filter(([id, { price }]) => after.get(id)?.price !== price).length,
        },
      );
    } finally {
      worker?.kill("SIGKILL");
      await setPlan(shop.localStore, DEMO, "PLUS");
    }
  },
};

/** The sample exports and the given number of generated products, in the store and in the mirror. */
async function loadCatalog({ localStore: { store } }: TestShop, products: number): Promise<void> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "backroom-samples-"));
  try {
    for (const file of await writeSampleExports(folder)) await loadExport(store, DEMO, file);
  } finally {
    await fs.rm(folder, { recursive: true });
  }
  const config = shops.find(({ domain }) => domain === DEMO);
  if (!config) throw new Error("The local store has no demo shop.");
  await fillStore(store, config, { customers: 0, products, seed: 77 });
  const [{ productsMirror }, { database }, { withShop }, { BACKROOM }, { runJob }] = await Promise.all([
    import("~/domain/products/mirror.server"),
    import("~/platform/db/pool.server"),
    import("~/platform/db/with-shop.server"),
    import("~/platform/auth/permission"),
    import("~/platform/jobs/run-job.server"),
  ]);
  const { rebuildJob } = productsMirror;
  // The first sign-in has queued one.
  const { rows } = await database().query<{ id: string }>(
    "SELECT id FROM jobs WHERE shop = $1 AND kind = $2 AND state = 'queued'",
    [DEMO, rebuildJob.name],
  );
  const id = rows[0]?.id ?? (await withShop(DEMO, (tx) => productsMirror.startRebuild(tx, DEMO, BACKROOM)));
  if (!id) throw new Error("A rebuild is running already.");
  await runJob(DEMO, id, new Map([[rebuildJob.name, rebuildJob]]), new AbortController().signal);
}

/** Checks the file as the wizard does. */
async function sendFile(
  { imports }: Awaited<ReturnType<typeof signedInCalls>>,
  target: ReadonlyMap<string, number>,
  dueAt: Date,
) {
  const cells = [...target].map(([sku, price]) => [sku, (price / 100).toFixed(2), dueAt.toISOString()]);
  const { run, suggested } = await imports.open({
    kind: "prices",
    fileName: "prices.csv",
    sha256: createHash("sha256").update(JSON.stringify(cells)).digest("hex"),
    columns: COLUMNS,
    rowCount: cells.length,
  });
  await imports.decide({ id: run.id, mapping: suggested, blanks: "keep" });
  for (let start = 0; start < cells.length; start += IMPORT_LIMITS.rowsPerSlice)
    await imports.send({
      id: run.id,
      rows: cells
        .slice(start, start + IMPORT_LIMITS.rowsPerSlice)
        .map((row, index) => ({ number: start + index + 2, cells: row })),
    });
  return imports.finish({ id: run.id });
}

/** Every variant of the store by its number. */
async function storePrices({ localStore: { store } }: TestShop) {
  const { rows } = await store.pool.query<{ id: string; sku: string | null; price: number }>(
    "SELECT id::text, nullif(sku, '') AS sku, price_cents::int AS price FROM variants WHERE shop = $1 ORDER BY id",
    [DEMO],
  );
  return new Map(rows.map(({ id, sku, price }) => [id, { sku, price }]));
}

async function scheduleStates(runId: string): Promise<Record<string, number>> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ state: string; count: number }>(
    "SELECT state, count(*)::int AS count FROM price_schedules WHERE shop = $1 AND import_run_id = $2 GROUP BY state",
    [DEMO, runId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** The last price of each variant in the price log, where an administrator set it. */
async function lastLogged(): Promise<Map<string, number>> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ variant: string; price: number }>(
    `SELECT DISTINCT ON (variant_id) variant_id::text AS variant, current_cents::int AS price FROM price_log
      WHERE shop = $1 AND actor_id IS NOT NULL ORDER BY variant_id, changed_at DESC, id DESC`,
    [DEMO],
  );
  return new Map(rows.map(({ variant, price }) => [variant, price]));
}
