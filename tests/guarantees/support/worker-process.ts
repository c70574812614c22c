import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Starts a worker of the sources as a process of its own on the test shop's databases, and waits until it takes work. */
export async function startWorkerProcess(): Promise<ChildProcess> {
  const program = fileURLToPath(new URL("../programs/worker.ts", import.meta.url));
  const worker = fork(program, {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await untilReady(worker);
  return worker;
}

/** Waits until a worker takes work. @throws Error when it ends instead */
export async function untilReady(worker: ChildProcess): Promise<void> {
  const ended = once(worker, "exit").then(() => {
    throw new Error("A worker ended instead of getting ready.");
  });
  await Promise.race([once(worker, "message"), ended]);
  ended.catch(() => undefined);
}
