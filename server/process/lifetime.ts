import { log } from "~/platform/log.server";

/** However long the work takes, the process has ended by then; orchestrators send SIGKILL after 10 s or more. */
const longestFarewellMs = 9000;

/**
 * Ends the process in good order, once, when it is told to (SIGTERM, SIGINT), or when the process that started it is gone
 * (its IPC channel closes, also on kill -9 of the parent). A fault that nobody caught ends it too, with exit code 1.
 */
export function endInGoodOrder(name: string, finish: () => Promise<void>): void {
  let ending = false;
  const end = (reason: string, exitCode: number) => {
    if (ending) return;
    ending = true;
    log.info({ process: name, reason }, "ending");
    setTimeout(() => process.exit(1), longestFarewellMs).unref();
    finish().then(
      () => process.exit(exitCode),
      (error) => {
        log.error({ err: error }, "could not end in good order");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", () => end("SIGTERM", 0));
  process.on("SIGINT", () => end("SIGINT", 0));
  if (process.send) process.on("disconnect", () => end("parent gone", 0));
  for (const fault of ["uncaughtException", "unhandledRejection"])
    process.on(fault, (error) => {
      log.fatal({ err: error }, `${name} ends: ${fault}`);
      end(fault, 1);
    });
}

/** Tells the process that started this one (`npm start`, the tests) that it is ready. */
export function announceReady(): void {
  process.send?.({ ready: true });
}
