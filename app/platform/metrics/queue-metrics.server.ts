import { Gauge } from "prom-client";
import { readSeldom } from "./gauge.server";
import { metrics } from "./metrics.server";

/** How many of the slowest shops are named. */
const SLOWEST = 5;

interface WaitingWork {
  queue: string;
  kind: string;
  shop: string | null;
  count: number;
  /** Seconds since the oldest could have started. */
  seconds: number;
}

/** Messages of the queue that could have started, by queue, kind and shop. */
const readWaitingWork = readSeldom<WaitingWork>(
  `SELECT name AS queue, coalesce(data ->> 'task', 'job') AS kind, data ->> 'shop' AS shop, count(*)::int AS count,
          extract(epoch FROM now() - min(start_after))::float8 AS seconds
     FROM pgboss.job WHERE state IN ('created', 'retry') AND start_after <= now() GROUP BY 1, 2, 3`,
);

/** How long the oldest work has waited that could have started (seconds). 0 when none waits. */
export const readLongestWait = async (): Promise<number> =>
  Math.max(0, ...(await readWaitingWork()).map(({ seconds }) => seconds));

/** Adds the queue's figures to `metrics`. They are the same in all processes, so one kind of process has them. */
export function addQueueMetrics(): void {
  new Gauge({
    name: "backroom_queue_waiting",
    help: "Work that could have started and waits for a free slot.",
    labelNames: ["queue", "kind"],
    registers: [metrics],
    async collect() {
      this.reset();
      for (const { queue, kind, count } of await readWaitingWork()) this.inc({ queue, kind }, count);
    },
  });
  new Gauge({
    name: "backroom_queue_oldest_seconds",
    help: "How long the oldest work of a kind has waited.",
    labelNames: ["queue", "kind"],
    registers: [metrics],
    async collect() {
      this.reset();
      const work = (await readWaitingWork()).toSorted((a, b) => a.seconds - b.seconds);
      for (const { queue, kind, seconds } of work) this.set({ queue, kind }, seconds);
    },
  });
  new Gauge({
    name: "backroom_slowest_shop_seconds",
    help: "How long the oldest work of the shops that wait longest has waited.",
    labelNames: ["shop"],
    registers: [metrics],
    async collect() {
      this.reset();
      const byShop = new Map<string, number>();
      for (const { shop, seconds } of await readWaitingWork())
        if (shop) byShop.set(shop, Math.max(seconds, byShop.get(shop) ?? 0));
      const slowest = [...byShop].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
      for (const [shop, seconds] of slowest) this.set({ shop }, seconds);
    },
  });
}
