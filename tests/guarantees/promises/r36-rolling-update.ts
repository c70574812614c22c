import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../../server/process/ports.ts";
import { startBuilt, untilHealthy } from "../support/built-process.ts";
import { creditCustomers } from "../support/credits.ts";
import { missingProgram, startProxy } from "../support/deployed-programs.ts";
import { allPostingsEnded, noPostings, postCredits, postingFaults } from "../support/post-credits.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { refusedIn, sendTraffic } from "../support/traffic.ts";
import { until } from "../support/until.ts";
import { untilReady } from "../support/worker-process.ts";

const READERS = 6;

export const rollingUpdate: BackroomPromise = {
  id: "R36",
  title:
    "two web processes and two workers of an earlier build replaced one by one under load through HAProxy",
  isLong: true,
  async test(shop, scale) {
    const earlier = process.env.BACKROOM_PREVIOUS;
    const missing = earlier ? missingProgram("haproxy") : "not run: BACKROOM_PREVIOUS names no earlier build";
    if (!earlier || missing) return { passed: true, isSkipped: true, figure: missing ?? "" };
    const count = scale === "small" ? 100 : 2_000;
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-update-"));
    const [first, second, proxyPort] = [await freePort(), await freePort(), await freePort()];
    const webs = [first, second].map((port) => ({ port, child: startBuilt("web", port, {}, earlier) }));
    const workers = [startBuilt("worker", 0, {}, earlier), startBuilt("worker", 0, {}, earlier)];
    const proxy = await startProxy(folder, proxyPort, [first, second]);
    try {
      await Promise.all([...webs.map(({ port }) => untilHealthy(port)), ...workers.map(untilReady)]);
      await proxy.untilUp(2);
      const customerIds = await creditCustomers(shop, 32, "Updated");
      const sent = noPostings();
      let isOver = false;
      const reading = sendTraffic(shop, proxyPort, { clients: READERS, isOver: () => isOver });
      const posting = postUntil(
        () => isOver,
        (batch) => postCredits({ shop, port: proxyPort, customerIds, count: batch, sent }),
      );
      const replaced = async (step: number) =>
        until("credits are posted", async () => sent.acknowledged.size >= (count * step) / 5);
      for (const [index, web] of webs.entries()) {
        await replaced(index + 1);
        await stop(web.child);
        web.child = startBuilt("web", web.port);
        await untilHealthy(web.port);
        await proxy.untilUp(2);
      }
      for (const index of workers.keys()) {
        await replaced(index + 3);
        await stop(workers[index] as ChildProcess);
        const worker = startBuilt("worker", 0);
        workers[index] = worker;
        await untilReady(worker);
      }
      await replaced(5);
      isOver = true;
      const [answers] = await Promise.all([reading, posting]);
      await until("every posting is at its end", allPostingsEnded, 300);
      const failed = [...sent.statuses].filter(([status]) => status !== 200);
      const refused = refusedIn(answers);
      const statuses = [
        ...failed.map(([status, times]) => `${times} × ${status}`),
        ...refused.map(({ status }) => `${status}`),
      ];
      return finding(
        `${sent.acknowledged.size} credits and ${answers.length} other requests${statuses.length > 0 ? ` (${statuses.join(", ")})` : ""}`,
        {
          "failed requests": failed.reduce((sum, [, times]) => sum + times, 0) + refused.length,
          ...(await postingFaults(shop, customerIds, sent)),
        },
      );
    } finally {
      for (const child of [...webs.map(({ child }) => child), ...workers, proxy.child]) child.kill("SIGKILL");
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Posts in small batches until it is over. */
async function postUntil(isOver: () => boolean, post: (count: number) => Promise<void>): Promise<void> {
  while (!isOver()) await post(32);
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}
