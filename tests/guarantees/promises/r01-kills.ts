import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { seededRandom } from "../../../local-store/faults/seeded-random.ts";
import { freePort } from "../../../server/process/ports.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { startBuilt, untilHealthy } from "../support/built-process.ts";
import { creditCustomers, creditFaults, inLanes, withShortTimeouts } from "../support/credits.ts";
import { type BackroomPromise, finding, percentile } from "../support/promise.ts";
import { until } from "../support/until.ts";

const CLIENTS = 32;
const READY_WITHIN_MS = 5_000;
const TRIES_AGAIN_AFTER_MS = 50;

export const kills: BackroomPromise = {
  id: "R1",
  says: "kill -9 of web and worker at random during credit postings over /api by 32 clients",
  async test(shop, scale) {
    const [count, wanted] = scale === "small" ? [120, 2] : [10_000, 300];
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    const port = await freePort();
    const running: Running = { web: startBuilt("web", port), worker: startBuilt("worker", port) };
    const begunAt = performance.now();
    try {
      const [ids, ordinary] = await Promise.all([
        creditCustomers(shop, 64, "Killed"),
        untilHealthy(port).then(() => performance.now() - begunAt),
      ]);
      // A machine that is busy with other things starts everything later: a small run only sees that a kill adds nothing to it.
      const within = scale === "small" ? Math.max(READY_WITHIN_MS, 2 * ordinary) : READY_WITHIN_MS;
      const begun = new Set<string>();
      const acknowledged = new Map<string, string>();
      const posting = post({ shop, port, ids, count, begun, acknowledged });
      const ready = await killAtRandom(running, port, {
        wanted,
        count,
        acknowledged,
        random: seededRandom(seed),
      });
      await posting;
      const isOver = async () => (await openPostings()) === 0;
      await withShortTimeouts(scale, () => until("every posting is at its end", isOver));
      const how = {
        within,
        killed: wanted,
        seed,
        waiting: scale === "small" ? "; 40 s of waiting skipped" : "",
      };
      return await judge(shop, ids, { begun, acknowledged, ready, ...how });
    } finally {
      for (const child of Object.values(running)) child.kill("SIGKILL");
    }
  },
};

interface Running {
  web: ChildProcess;
  worker: ChildProcess;
}

/** 32 clients post, each repeating under the same key until it has an answer. */
function post(work: {
  shop: TestShop;
  port: number;
  ids: readonly number[];
  count: number;
  begun: Set<string>;
  acknowledged: Map<string, string>;
}): Promise<void> {
  const { shop, port, ids, count, begun, acknowledged } = work;
  const numbers = Array.from({ length: count }, (_, index) => index);
  return inLanes(CLIENTS, numbers, async (number) => {
    const key = randomUUID();
    begun.add(key);
    const body = JSON.stringify({ ids: String(ids[number % ids.length]), amount: "1.01", reference: key });
    while (!acknowledged.has(key)) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/credits/issueCredits`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${shop.token("1")}`,
          "content-type": "application/json",
          "idempotency-key": key,
        },
        body,
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => null);
      if (answer?.status === 200) acknowledged.set(key, answer.text);
      else await new Promise((resolve) => setTimeout(resolve, TRIES_AGAIN_AFTER_MS));
    }
  });
}

/** Kills one or the other, evenly spread over the postings. @returns milliseconds until each killed web process answered again */
async function killAtRandom(
  running: Running,
  port: number,
  work: { wanted: number; count: number; acknowledged: ReadonlyMap<string, string>; random: () => number },
): Promise<number[]> {
  const ready: number[] = [];
  for (let kill = 0; kill < work.wanted; kill += 1) {
    const due = (work.count * (kill + work.random())) / (work.wanted + 1);
    await until(`${due} postings are acknowledged`, async () => work.acknowledged.size >= due);
    // Both at least once (the worker first: what it left is taken over while the web process starts), then either.
    const name =
      kill < 2 ? (["worker", "web"] as const)[kill as 0 | 1] : work.random() < 0.5 ? "web" : "worker";
    const killed = running[name];
    killed.kill("SIGKILL");
    await once(killed, "exit");
    const at = performance.now();
    running[name] = startBuilt(name, port);
    await untilHealthy(port);
    if (name === "web") ready.push(performance.now() - at);
  }
  return ready;
}

async function judge(
  shop: TestShop,
  ids: readonly number[],
  work: {
    begun: ReadonlySet<string>;
    acknowledged: ReadonlyMap<string, string>;
    ready: readonly number[];
    /** How soon a killed web process has to answer again (milliseconds). */
    within: number;
    killed: number;
    seed: number;
    /** The time left out of the waits, as the figure names it. */
    waiting: string;
  },
) {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ key: string; count: number }>(
    `SELECT reference AS key, count(*)::int AS count FROM ledger_postings
      WHERE shop = $1 AND customer_id = ANY($2::bigint[]) GROUP BY reference`,
    [DEMO, ids],
  );
  const written = new Map(rows.map(({ key, count }) => [key, count]));
  const slow = percentile(work.ready, 0.95);
  return finding(
    `${work.acknowledged.size} postings, ${work.killed} kills, ready again after ${(slow / 1_000).toFixed(1)} s (p95, at most ${(work.within / 1_000).toFixed(1)} s; seed ${work.seed}${work.waiting})`,
    {
      "acknowledged and lost": [...work.acknowledged.keys()].filter((key) => !written.has(key)).length,
      doubled: [...written.values()].filter((count) => count > 1).length,
      "never acknowledged": work.begun.size - work.acknowledged.size,
      ...(await creditFaults(shop, ids)),
      "ready too late": slow <= work.within ? 0 : 1,
    },
  );
}

async function openPostings(): Promise<number> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ count: number }>(
    "SELECT count(*)::int AS count FROM ledger_open WHERE shop = $1",
    [DEMO],
  );
  return rows[0]?.count ?? 0;
}
