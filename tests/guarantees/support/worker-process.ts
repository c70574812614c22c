import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Starts a worker as a process of its own on the test shop's databases, and waits until it takes work. */
export async function startWorkerProcess(): Promise<ChildProcess> {
  const program = fileURLToPath(new URL("../programs/worker.ts", import.meta.url));
  const child = fork(program, {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit").then(() => {
    throw new Error("A worker ended instead of getting ready.");
  });
  await Promise.race([once(child, "message"), ended]);
  ended.catch(() => undefined);
  return child;
}
