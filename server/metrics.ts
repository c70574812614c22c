import http from "node:http";
import { collectDefaultMetrics } from "prom-client";
import { probeWrite } from "~/platform/db/commit.server";
import { log } from "~/platform/log.server";
import { addGauges, type GaugeDeclaration } from "~/platform/metrics/gauge.server";
import { metrics } from "~/platform/metrics/metrics.server";
import { addQueueMetrics, readLongestWait } from "~/platform/metrics/queue-metrics.server";

const TIMEOUT_MS = 2_000;
/** Work that could have started and has waited for longer than this means that the workers are behind (seconds). */
const BEHIND_AFTER_SECONDS = 300;

/** Where a process shows its metrics and, a worker, its health. */
interface MetricsOptions {
  /** Undefined shows none. */
  port: number | undefined;
  /** Loopback unless set: metrics name shops and must never be public. */
  address: string;
  /** A worker shows the figures of the database, and is unhealthy when it is behind. */
  worker?: { gauges: readonly GaugeDeclaration[] };
}

/**
 * Answers `GET /metrics` as Prometheus text, and `GET /healthz`, on a port of their own.
 * @returns a function that closes it
 * @throws Error naming METRICS_PORT when it is in use
 */
export async function listenForMetrics({ port, address, worker }: MetricsOptions): Promise<() => void> {
  if (port === undefined) return () => undefined;
  collectDefaultMetrics({ register: metrics });
  if (worker) {
    addQueueMetrics();
    addGauges(worker.gauges);
  }
  const server = http.createServer((request, response) => {
    const path = request.url?.split("?", 1)[0];
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(body);
    const reading =
      path === "/metrics"
        ? metrics.metrics().then((text) => answer(200, metrics.contentType, text))
        : path === "/healthz"
          ? readProblem(worker !== undefined).then((problem) =>
              answer(problem ? 503 : 200, "text/plain", problem ?? "ok"),
            )
          : Promise.resolve(answer(404, "text/plain", "not found"));
    reading.catch((error) => {
      log.warn({ err: error }, "metrics could not be read");
      answer(503, "text/plain", "not available");
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`METRICS_PORT ${port} is in use. Choose another one.`)
          : error,
      ),
    );
    server.listen(port, address, resolve);
  });
  return () => void server.close();
}

/** @returns why the process isn't healthy, or null */
async function readProblem(isWorker: boolean): Promise<string | null> {
  try {
    await probeWrite(TIMEOUT_MS);
  } catch {
    return "Nothing can be saved to the database.";
  }
  if (!isWorker) return null;
  const seconds = Math.round(await readLongestWait());
  return seconds > BEHIND_AFTER_SECONDS ? `Work has waited for ${seconds} seconds.` : null;
}
