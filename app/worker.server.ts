import { startWorker as startPlatformWorker, type Worker } from "~/platform/jobs/worker.server";
import { app } from "./app.server";

/** The figures of the database that workers show, and the columns that a change of the secret key encrypts again. */
export const { gauges, sealedColumns } = app;

/** Starts a worker that can do all of the console's long work. */
export function startWorker(): Promise<Worker> {
  return startPlatformWorker({ jobs: app.jobs, tasks: app.tasks });
}
