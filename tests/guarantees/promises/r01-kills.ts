import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { seededRandom } from "../../../local-store/faults/seeded-random.ts";
import { freePort } from "../../../server/process/ports.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import type { TestShop } from "../../support/test-shop.ts";
import { startBuilt, untilHealthy } from "../support/built-process.ts";
import { creditCustomers, withShortTimeouts } from "../support/credits.ts";
import {
  allPostingsEnded,
  noPostings,
  postCredits,
  postingFaults,
  type SentPostings,
} from "../support/post-credits.ts";
import { type BackroomPromise, finding, percentile } from "../support/promise.ts";
import { until } from "../support/until.ts";

/** A machine that is busy with other things starts everything later, so a small run, which is a part of the tests, allows for it. */
const READY_WITHIN_MS = { small: 30_000, full: 5_000 };

export const kills: BackroomPromise = {
  id: "R1",
  title: "kill -9 of web and worker at random during credit postings over /api by 32 clients",
  async test(shop, scale) {
    const [count, wanted] = scale === "small" ? [120, 2] : [10_000, 300];
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    const port = await freePort();
    const running: Running = { web: startBuilt("web", port), worker: startBuilt("worker", port) };
    try {
      const [ids] = await Promise.all([creditCustomers(shop, 64, "Killed"), untilHealthy(port)]);
      const sent = noPostings();
      const posting = postCredits({ shop, port, customerIds: ids, count, sent });
      const ready = await killAtRandom(running, port, {
        wanted,
        count,
        acknowledged: sent.acknowledged,
        random: seededRandom(seed),
      });
      await posting;
      await withShortTimeouts(scale, () => until("every posting is at its end", allPostingsEnded));
      const how = {
        within: scale === "small" ? withMachineFactor(READY_WITHIN_MS.small) : READY_WITHIN_MS.full,
        killed: wanted,
        seed,
        waiting: scale === "small" ? "; 40 s of waiting skipped" : "",
      };
      return await judge(shop, ids, sent, { ready, ...how });
    } finally {
      for (const child of Object.values(running)) child.kill("SIGKILL");
    }
  },
};

interface Running {
  web: ChildProcess;
  worker: ChildProcess;
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
  sent: SentPostings,
  work: {
    ready: readonly number[];
    /** How soon a killed web process has to answer again (milliseconds). */
    within: number;
    killed: number;
    seed: number;
    /** The time left out of the waits, as the figure names it. */
    waiting: string;
  },
) {
  const slow = percentile(work.ready, 0.95);
  return finding(
    `${sent.acknowledged.size} postings, ${work.killed} kills, ready again after ${(slow / 1_000).toFixed(1)} s (p95, at most ${(work.within / 1_000).toFixed(1)} s; seed ${work.seed}${work.waiting})`,
    { ...(await postingFaults(shop, ids, sent)), "ready too late": slow <= work.within ? 0 : 1 },
  );
}
