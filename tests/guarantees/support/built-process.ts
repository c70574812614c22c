import { type ChildProcess, fork } from "node:child_process";
import { until } from "./until.ts";
import { untilReady } from "./worker-process.ts";

/**
 * Starts the built program (as production runs it) as a process of its own, beside the test shop's local store. It may be killed
 * at any time.
 * @param folder of another build
 */
export function startBuilt(
  program: "web" | "worker",
  port: number,
  variables: Record<string, string> = {},
  folder?: string,
): ChildProcess {
  return fork("build/server/index.js", [program], {
    execArgv: ["--import", "./local-store/bridge/register.ts"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      APP_BRIDGE_URL: `${process.env.LOCAL_STORE_URL}/app-bridge.js`,
      ...variables,
    },
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** Starts the built worker, which loads faster than its sources, and waits until it takes work. */
export async function startBuiltWorker(): Promise<ChildProcess> {
  const worker = startBuilt("worker", 0);
  await untilReady(worker);
  return worker;
}

/** Waits until a web process answers. */
export async function untilHealthy(port: number): Promise<void> {
  await until("the web process answers", async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    await answer?.body?.cancel();
    return answer?.ok === true;
  });
}
