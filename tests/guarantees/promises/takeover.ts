import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { DEMO } from "../../support/test-shop.ts";
import {
  addPendingStudents,
  isApproved,
  itemsOf,
  setFaults,
  setPlan,
  startApproval,
  tagsOf,
} from "../support/approvals.ts";
import { startBuiltWorker } from "../support/built-process.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { until } from "../support/until.ts";

const TAKEN_OVER_WITHIN_MS = 20_000;
/** A small run shares its machine with other work. It sees that another worker takes over at all. */
const SMALL_RUN_WITHIN_MS = 60_000;
/** Slow enough that the job is killed in the middle, although the next worker has to start first, beside other work. */
const LATENCY_MS = 500;

export const takeover: BackroomPromise = {
  id: "R1w",
  title: "a worker killed (-9) in the middle of a job is taken over by another one",
  // What it adds is how soon.
  provenBy: "tests/integration/solrFilters/killed-worker.test.ts",
  async test(shop, scale) {
    const rounds = scale === "small" ? 1 : 5;
    await setPlan(shop.localStore, DEMO, "ENTERPRISE");
    setFaults(shop.localStore, DEMO, { latencyMs: LATENCY_MS });
    const ids = await addPendingStudents(shop.localStore, DEMO, 400 * rounds, "Orphaned");
    const workers: ChildProcess[] = [await startBuiltWorker()];
    try {
      const jobId = await startApproval(shop, DEMO, ids);
      let slowest = 0;
      for (let round = 0; round < rounds; round += 1) {
        await untilDone(jobId, (await doneIn(jobId)) + 8);
        workers.push(await startBuiltWorker());
        const killed = workers[round] as ChildProcess;
        killed.kill("SIGKILL");
        await once(killed, "exit");
        const [at, begun] = [performance.now(), await doneIn(jobId)];
        if (begun >= ids.length) throw new Error("The job had ended before its worker was killed.");
        shop.localStore.store.faults.set(DEMO, { latencyMs: round + 1 < rounds ? LATENCY_MS : 0 });
        await untilDone(jobId, begun + 1);
        slowest = Math.max(slowest, performance.now() - at);
      }
      await untilDone(jobId, ids.length);
      const within = scale === "small" ? SMALL_RUN_WITHIN_MS : TAKEN_OVER_WITHIN_MS;
      return await judge(shop.localStore, ids, { rounds, slowest, within });
    } finally {
      for (const worker of workers) worker.kill("SIGKILL");
      setFaults(shop.localStore, DEMO);
      await setPlan(shop.localStore, DEMO, "PLUS");
    }
  },
};

async function judge(
  localStore: Parameters<typeof tagsOf>[0],
  ids: readonly number[],
  { rounds, slowest, within }: { rounds: number; slowest: number; within: number },
) {
  const tags = await tagsOf(localStore, ids);
  const { tagsAdd = {} } = localStore.store.counters.of(DEMO).effective;
  return finding(
    `${rounds} kills, ${ids.length} approvals, taken over after ${(slowest / 1000).toFixed(1)} s at most`,
    {
      missed: ids.filter((id) => !isApproved(tags.get(id))).length,
      doubled: ids.filter((id) => tagsAdd[id] !== 1).length,
      "taken over too late": slowest <= within ? 0 : 1,
    },
  );
}

const doneIn = async (jobId: string) => (await itemsOf(jobId)).filter(({ state }) => state === "done").length;

const untilDone = (jobId: string, count: number) =>
  until(`${count} rows of the job are done`, async () => (await doneIn(jobId)) >= count);
