import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../../server/process/ports.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { startBuilt, untilHealthy } from "../support/built-process.ts";
import { creditCustomers, withShortTimeouts } from "../support/credits.ts";
import { allPostingsEnded, noPostings, postCredits, postingFaults } from "../support/post-credits.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { until } from "../support/until.ts";

const EXITS_WITHIN_MS = 10_000;

export const sigterm: BackroomPromise = {
  id: "R26",
  title: "SIGTERM to web and worker in turn during credit postings over /api by 32 clients",
  async test(shop, scale) {
    const [count, signals] = scale === "small" ? [60, 2] : [3_000, 50];
    const port = await freePort();
    const running = { web: startBuilt("web", port), worker: startBuilt("worker", port) };
    try {
      const [customerIds] = await Promise.all([creditCustomers(shop, 32, "Stopped"), untilHealthy(port)]);
      const sent = noPostings();
      const posting = postCredits({ shop, port, customerIds, count, sent });
      const exits: Exit[] = [];
      for (let signal = 0; signal < signals; signal += 1) {
        const due = (count * (signal + 0.5)) / signals;
        await until("postings are acknowledged", async () => sent.acknowledged.size >= due);
        const name = signal % 2 === 0 ? "web" : "worker";
        exits.push(await stop(running[name]));
        running[name] = startBuilt(name, port);
        await untilHealthy(port);
      }
      await posting;
      await withShortTimeouts(scale, () => until("every posting is at its end", allPostingsEnded));
      const slowest = Math.max(...exits.map(({ milliseconds }) => milliseconds));
      return finding(
        `${sent.acknowledged.size} postings, ${signals} signals, exit after ${(slowest / 1000).toFixed(1)} s at most`,
        {
          ...(await postingFaults(shop, customerIds, sent)),
          "exits with another code than 0": exits.filter(({ code }) => code !== 0).length,
          "exits after more than 10 s": exits.filter(
            ({ milliseconds }) => milliseconds > withMachineFactor(EXITS_WITHIN_MS),
          ).length,
        },
      );
    } finally {
      for (const child of Object.values(running)) child.kill("SIGKILL");
    }
  },
};

interface Exit {
  code: number | null;
  milliseconds: number;
}

async function stop(child: ChildProcess): Promise<Exit> {
  const begun = performance.now();
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  return { code, milliseconds: performance.now() - begun };
}
