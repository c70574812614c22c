import { closeMailServer } from "~/connectors/mail/live.server";
import { migrate } from "~/platform/db/migrate.server";
import { closeDatabase } from "~/platform/db/pool.server";
import { log } from "~/platform/log.server";
import { startWorker } from "~/worker.server";
import { workerEnvironment } from "./environment.ts";
import { announceReady, endInGoodOrder } from "./process/lifetime.ts";

/**
 * Runs the jobs of all shops until the process is told to end; then finishes or hands back what it holds.
 * Migrates the database first (safe beside other processes that do the same).
 * @throws when a variable of the environment is missing, or the database cannot be reached or migrated.
 */
export async function runWorker(): Promise<void> {
  const environment = workerEnvironment(process.env);
  await migrate(environment.DATABASE_URL);
  const worker = await startWorker();
  endInGoodOrder("worker", async () => {
    await worker.stop();
    closeMailServer();
    await closeDatabase();
  });
  log.info("worker ready");
  announceReady();
}
