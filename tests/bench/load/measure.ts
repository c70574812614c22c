import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoadPlan, LoadResult } from "./plan.ts";

/** The load generator, ready for plans. */
export interface LoadGenerator {
  /** Sends the load and returns the results. @throws when a response is not 200 */
  run(plan: LoadPlan): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Starts the load generator's process. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(fileURLToPath(new URL("./generator.ts", import.meta.url)), [], {
    execArgv: ["--import", "tsx"],
  });
  return {
    async run(plan) {
      child.send(plan);
      const [answer] = (await once(child, "message")) as [{ result?: LoadResult; error?: string }];
      if (!answer.result) throw new Error(`The load generator stopped: ${answer.error}`);
      return answer.result;
    },
    stop: () => end(child),
  };
}

/** Ends a child process of the bench. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill();
  await gone;
}
