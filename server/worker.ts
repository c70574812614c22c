import { closeMailServer } from "~/connectors/mail/live.server";
import { closeDatabase } from "~/platform/db/pool.server";
import { prepareDatabase } from "~/platform/db/prepare-database.server";
import { log } from "~/platform/log.server";
import { gauges, sealedColumns, startWorker } from "~/worker.server";
import { workerEnvironment } from "./environment.ts";
import { listenForMetrics } from "./metrics.ts";
import { announceReady, onShutdown } from "./process/lifetime.ts";
import { startTracing } from "./tracing.ts";

/**
 * Runs the jobs of all shops until the process is shut down. Migrates the database first, which is safe when several processes do it
 * in parallel.
 * @throws when a variable of the environment is missing, or the database cannot be reached or migrated.
 */
export async function runWorker(): Promise<void> {
  const environment = workerEnvironment(process.env);
  await prepareDatabase(environment.DATABASE_URL, { sealedColumns, encryptsAgain: true });
  const stopTracing = await startTracing("worker");
  const worker = await startWorker();
  const closeMetrics = await listenForMetrics({
    port: environment.METRICS_PORT,
    address: environment.METRICS_BIND,
    worker: { gauges },
  });
  onShutdown("worker", async () => {
    closeMetrics();
    await worker.stop();
    closeMailServer();
    await closeDatabase();
    await stopTracing();
  });
  log.info("worker ready");
  announceReady();
}
