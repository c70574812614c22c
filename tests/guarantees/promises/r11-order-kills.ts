import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { setFaults } from "../support/approvals.ts";
import { startBuilt } from "../support/built-process.ts";
import { type BackroomPromise, finding, type Scale } from "../support/promise.ts";
import {
  addReviewedSubmissions,
  createAllOrders,
  openAttempts,
  ordersOf,
  queryShop,
} from "../support/submissions.ts";
import { until } from "../support/until.ts";

const ATTEMPT_STATES =
  "SELECT submission_id::int AS id, state FROM order_attempts WHERE submission_id = ANY($1::bigint[])";

export const orderKills: BackroomPromise = {
  id: "R11",
  title: "workers killed (-9) while they create the orders of approvals, with an index lag and lost answers",
  // What this adds is that processes are killed.
  provenBy: "tests/integration/promo/orders.test.ts",
  async test(shop, scale) {
    const [count, kills, indexLagMs] = scale === "small" ? [12, 1, 1_000] : [1_000, 100, 10_000];
    const ids = await addReviewedSubmissions(shop, count, "r11-order-kills");
    const { promo } = await signedInCalls(shop);
    const { faults, counters } = shop.localStore.store;
    faults.set(DEMO, { indexLagMs });
    faults.setFor(DEMO, "PromoOrderCreate", {
      timeoutAfterCommit: scale === "small" ? 0.3 : 0.1,
      latencyMs: 20,
    });
    // From the build, because they start faster.
    const startWorker = () => startBuilt("worker", 0);
    const workers = [startWorker(), startWorker()];
    try {
      const portion = Math.ceil(count / kills);
      for (let kill = 0; kill < kills; kill += 1) {
        const before = await countOrders(shop, ids);
        await promo.approve({ list: ids.slice(kill * portion, (kill + 1) * portion) });
        await until("orders are created", async () => (await countOrders(shop, ids)) > before);
        // The older one: it is the first that was ready to create orders.
        const killed = workers.shift() as ChildProcess;
        killed.kill("SIGKILL");
        await hasExited(killed);
        workers.push(startWorker());
      }
      await finishAll(scale, indexLagMs, workers);
    } finally {
      for (const worker of workers) worker.kill("SIGKILL");
      await Promise.all(workers.map(hasExited));
    }
    const timeouts = counters.of(DEMO).faults.timeoutAfterCommit ?? 0;
    setFaults(shop.localStore, DEMO);
    return judge(shop, ids, `${count} approvals, ${kills} kills, ${timeouts} answers lost`);
  },
};

const hasExited = async (worker: ChildProcess) => {
  if (worker.exitCode === null && worker.signalCode === null) await once(worker, "exit");
};

async function countOrders(shop: TestShop, ids: readonly number[]): Promise<number> {
  const orders = await ordersOf(shop, ids);
  return [...orders.values()].reduce((sum, { length }) => sum + length, 0);
}

/**
 * Waits until each attempt has ended. A small run doesn't wait for leases and the time of a look-up: it kills the workers, lets the index
 * catch up, and backdates what they left open.
 */
async function finishAll(scale: Scale, indexLagMs: number, workers: readonly ChildProcess[]): Promise<void> {
  if (scale === "full") return until("each attempt has ended", async () => (await openAttempts()) === 0);
  for (const worker of workers) worker.kill("SIGKILL");
  await Promise.all(workers.map(hasExited));
  await new Promise((resolve) => setTimeout(resolve, indexLagMs));
  await queryShop(
    `UPDATE order_attempts SET lease_until = now() - interval '1 second', sent_at = sent_at - interval '2 minutes' WHERE state = 'started'`,
  );
  await createAllOrders();
}

async function judge(shop: TestShop, ids: readonly number[], summary: string) {
  const orders = await ordersOf(shop, ids);
  const attempts = await queryShop<{ id: number; state: string }>(ATTEMPT_STATES, [ids]);
  const rows = await queryShop<{ id: number; status: string; orderId: number | null }>(
    `SELECT id::int AS id, status, order_id::float8 AS "orderId" FROM submissions WHERE id = ANY($1::bigint[])`,
    [ids],
  );
  return finding(summary, {
    doubled: [...orders.values()].filter(({ length }) => length > 1).length,
    missed: ids.filter((id) => !orders.has(id)).length,
    "submissions that don't show their order": rows.filter(
      ({ id, status, orderId }) => status !== "Order Created" || orders.get(id)?.[0] !== orderId,
    ).length,
    "attempts that aren't done": attempts.filter(({ state }) => state !== "done").length,
  });
}
