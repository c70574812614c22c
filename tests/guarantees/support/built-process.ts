import { type ChildProcess, fork } from "node:child_process";

/**
 * Starts the built program (as production runs it) as a process of its own, beside the test shop's local store. It may be killed
 * at any time.
 */
export function startBuilt(
  program: "web" | "worker",
  port: number,
  variables: Record<string, string> = {},
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
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** Waits until a web process answers. @throws after three minutes */
export async function untilHealthy(port: number): Promise<void> {
  const deadline = performance.now() + 180_000;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    if (performance.now() > deadline) throw new Error("The web process did not answer within three minutes.");
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
