import { log } from "~/platform/log.server";

/** The process exits after this time in any case, because orchestrators send SIGKILL after 10 s or more. */
const SHUTDOWN_TIMEOUT_MS = 9000;

/**
 * Shuts the process down on SIGTERM, SIGINT, or when its parent has died (the IPC channel closes, also on kill -9 of the parent).
 * An uncaught error shuts it down too, with exit code 1.
 * @param finish gets the signal's name, or what else the cause is
 */
export function onShutdown(name: string, finish: (reason: string) => Promise<void>): void {
  let ending = false;
  const end = (reason: string, exitCode: number) => {
    if (ending) return;
    ending = true;
    log.info({ process: name, reason }, "shutting down");
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    finish(reason).then(
      () => process.exit(exitCode),
      (error) => {
        log.error({ err: error }, "shutdown failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", () => end("SIGTERM", 0));
  process.on("SIGINT", () => end("SIGINT", 0));
  if (process.send) process.on("disconnect", () => end("parent gone", 0));
  for (const fault of ["uncaughtException", "unhandledRejection"])
    process.on(fault, (error) => {
      log.fatal({ err: error }, `${name} shuts down: ${fault}`);
      end(fault, 1);
    });
}

/** Signals the parent process (`npm start`, the tests) that this process is ready. */
export function announceReady(): void {
  process.send?.({ ready: true });
}
