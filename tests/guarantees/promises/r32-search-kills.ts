import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { signedInCalls } from "../../support/calls.ts";
import { type Calls, ENGINES, type TestEngine } from "../../support/search-engines.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { startBuiltWorker } from "../support/built-process.ts";
import { addPricedProducts } from "../support/priced-products.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { until } from "../support/until.ts";

const PREFIX = "SEARCHED";
/** A sync has several batches, and a killed worker's sync has some left. */
const PRODUCTS = 4_000;
/** Of every sync. The next one begins with another catalog. */
const KILLS_PER_SYNC = 3;
const READ_EVERY_MS = 20;

export const searchKills: BackroomPromise = {
  id: "R32",
  title:
    "syncs of both search engines whose workers are killed (-9): readers find the old catalog or the new one",
  // The test stops a process in the middle of a batch. What this adds is that processes are killed at any moment.
  provenBy: "tests/integration/search/full-sync.test.ts",
  async test(shop, scale) {
    const kills = scale === "small" ? 2 : 50;
    const ann = await signedInCalls(shop);
    await addPricedProducts(shop, PRODUCTS, PREFIX);
    const workers = new Workers();
    try {
      await workers.start();
      await fillMirror(ann);
      const results: EngineResult[] = [];
      for (const engine of ENGINES)
        results.push(await killSyncs({ shop, ann, engine, workers, kills: kills / ENGINES.length }));
      const sum = (of: (result: EngineResult) => number) =>
        results.reduce((total, result) => total + of(result), 0);
      return finding(
        `${sum(({ kills }) => kills)} kills in ${sum(({ syncs }) => syncs)} syncs of ${PRODUCTS} products, read ${sum(({ reads }) => reads)} times`,
        {
          "incomplete catalogs": sum(({ incomplete }) => incomplete),
          "syncs with another catalog": sum(({ wrong }) => wrong),
          "kills too few": sum((result) => result.kills) >= kills ? 0 : 1,
        },
      );
    } finally {
      workers.kill();
      await setStatus("%", "ACTIVE");
    }
  },
};

interface EngineResult {
  kills: number;
  syncs: number;
  reads: number;
  incomplete: number;
  wrong: number;
}

interface EngineTest {
  shop: TestShop;
  ann: Calls;
  engine: TestEngine;
  workers: Workers;
  kills: number;
}

/** Syncs an engine with changing catalogs, and kills the worker in each sync, while the live index is read. */
async function killSyncs({ shop, ann, engine, workers, kills }: EngineTest): Promise<EngineResult> {
  const result: EngineResult = { kills: 0, syncs: 0, reads: 0, incomplete: 0, wrong: 0 };
  await engine.connect({ shop, ann });
  let before: number | null = await engine.countLive(shop);
  while (result.kills < kills) {
    await setStatus("%7", result.syncs % 2 === 0 ? "DRAFT" : "ACTIVE");
    const after = await countActive();
    const reader = readLive(shop, engine, [before, after]);
    await engine.start(ann);
    for (let round = 0; round < KILLS_PER_SYNC && result.kills < kills; round += 1) {
      const sent = await sentBy(engine);
      await until("the sync has sent more or has ended", async () => (await sentBy(engine)) !== sent);
      if (await hasEnded(engine)) break;
      await workers.replace();
      result.kills += 1;
    }
    await until("the sync has ended", () => hasEnded(engine));
    const { reads, incomplete } = await reader.end();
    const live = await engine.countLive(shop);
    result.syncs += 1;
    result.reads += reads;
    result.incomplete += incomplete;
    if (live !== after) result.wrong += 1;
    before = live;
  }
  return result;
}

/** Reads how many products the live index has, again and again. */
function readLive(shop: TestShop, engine: TestEngine, allowed: readonly (number | null)[]) {
  let [isDone, reads, incomplete] = [false, 0, 0];
  const reading = (async () => {
    while (!isDone) {
      const count = await engine.countLive(shop);
      reads += 1;
      if (!allowed.includes(count)) incomplete += 1;
      await wait(READ_EVERY_MS);
    }
  })();
  return {
    async end() {
      isDone = true;
      await reading;
      return { reads, incomplete };
    },
  };
}

/** The worker that takes the sync, and those that were killed. */
class Workers {
  private current: ChildProcess | undefined;

  async start(): Promise<void> {
    this.current = await startBuiltWorker();
  }

  /** Kills the worker, and starts another one. */
  async replace(): Promise<void> {
    const killed = this.current;
    if (!killed) throw new Error("No worker runs.");
    killed.kill("SIGKILL");
    await once(killed, "exit");
    await this.start();
  }

  kill(): void {
    this.current?.kill("SIGKILL");
  }
}

async function query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query<Row>(text, values)).rows;
}

async function fillMirror(ann: Calls): Promise<void> {
  const isFilled = async () => (await ann.products.mirror()).rebuiltAt !== null;
  if (!(await isFilled())) await ann.products.rebuildMirror().catch(() => undefined);
  await until("the mirror of products is filled", isFilled);
}

/** Sets the status of this test's products in the mirror. @param ending of their handles */
const setStatus = (ending: string, status: "ACTIVE" | "DRAFT") =>
  query("UPDATE products SET status = $1 WHERE shop = $2 AND handle LIKE $3", [
    status,
    DEMO,
    `${PREFIX.toLowerCase()}-${ending}`,
  ]);

async function countActive(): Promise<number> {
  const [row] = await query<{ count: number }>(
    "SELECT count(*)::int AS count FROM products WHERE shop = $1 AND status = 'ACTIVE'",
    [DEMO],
  );
  return row?.count ?? 0;
}

/** How many products the newest sync has sent, and its phase. */
async function sentBy({ name }: TestEngine): Promise<string> {
  const [run] = await query<{ sync: string }>(
    `SELECT concat(data -> 'sync' ->> 'phase', data -> 'sync' ->> 'sent', job.state) AS sync
       FROM runs AS run JOIN jobs AS job ON job.shop = run.shop AND job.id = run.id
      WHERE run.shop = $1 AND run.section = $2 ORDER BY run.started_at DESC LIMIT 1`,
    [DEMO, name],
  );
  return run?.sync ?? "";
}

async function hasEnded({ name }: TestEngine): Promise<boolean> {
  const open = await query(
    `SELECT 1 FROM runs AS run JOIN jobs AS job ON job.shop = run.shop AND job.id = run.id
      WHERE run.shop = $1 AND run.section = $2 AND job.state IN ('queued', 'running')`,
    [DEMO, name],
  );
  return open.length === 0;
}
