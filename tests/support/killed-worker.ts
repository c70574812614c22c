import { once } from "node:events";
import { onTestFinished } from "vitest";
import type { Store } from "../../local-store/data/database.ts";
import { startWorkerProcess } from "../guarantees/support/worker-process.ts";

/**
 * Starts a worker process that is killed (-9) as soon as the store has done a mutation, before the worker gets the answer.
 * @param mutation its name, such as `fileCreate`
 * @returns waits until the worker is dead
 */
export async function startWorkerKilledAt(
  { counters }: Pick<Store, "counters">,
  mutation: string,
): Promise<() => Promise<void>> {
  const worker = await startWorkerProcess();
  onTestFinished(() => void worker.kill("SIGKILL"));
  const exited = once(worker, "exit");
  const count = counters.mutation.bind(counters);
  counters.mutation = (domain, done, id, changed) => {
    count(domain, done, id, changed);
    if (done === mutation) worker.kill("SIGKILL");
  };
  return async () => {
    await exited;
    counters.mutation = count;
  };
}
