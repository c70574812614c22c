import { startWorker as startPlatformWorker, type Worker } from "~/platform/jobs/worker.server";
import { app } from "./app.server";

/** Starts a worker that can do all of the console's long work. */
export function startWorker(): Promise<Worker> {
  return startPlatformWorker({ jobs: app.jobs, tasks: app.tasks });
}
