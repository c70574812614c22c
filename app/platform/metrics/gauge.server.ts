import { Gauge } from "prom-client";
import { database } from "../db/pool.server";
import { metrics } from "./metrics.server";

/** Figures of the database are read again after this long (milliseconds), however many scrape. */
const FRESH_MS = 10_000;

/** A figure of the database, over all shops. Workers show it. */
export interface GaugeDeclaration {
  kind: "gauge";
  /** Prometheus's: `backroom_mirror_age_seconds`. */
  name: string;
  help: string;
  /** The label that tells the rows apart. Without one, there is one row. */
  label?: string;
  /** SQL for `label` and `value`, or only `value`. It runs without row-level security, and at most every ten seconds. */
  sql: string;
}

/** Declares a gauge. Name it under `declares` of its module. */
export const defineGauge = (gauge: Omit<GaugeDeclaration, "kind">): GaugeDeclaration => ({
  kind: "gauge",
  ...gauge,
});

/** Keeps what a reading of the database answers for a while. A failed reading isn't kept. */
export function readSeldom<Row extends object>(statement: string): () => Promise<Row[]> {
  let latest: { at: number; rows: Promise<Row[]> } | undefined;
  return () => {
    if (latest && performance.now() - latest.at < FRESH_MS) return latest.rows;
    const rows = database()
      .query<Row>(statement)
      .then((result) => result.rows);
    latest = { at: performance.now(), rows };
    rows.catch(() => {
      latest = undefined;
    });
    return rows;
  };
}

/** Adds declared gauges to `metrics`. They are the same in all processes, so one kind of process has them. */
export function addGauges(gauges: readonly GaugeDeclaration[]): void {
  for (const { name, help, label, sql } of gauges) {
    const read = readSeldom<{ label?: string; value: number }>(sql);
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [metrics],
      async collect() {
        this.reset();
        for (const row of await read())
          this.set(label ? { [label]: row.label ?? "" } : {}, Number(row.value));
      },
    });
  }
}
