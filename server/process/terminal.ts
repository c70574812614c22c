import type { LocalMachine } from "../local-machine.ts";

/** Writes a line to the terminal. */
export const say = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Runs a local machine from the terminal. Ctrl-C or SIGTERM stops it within 10 s, also during the start. A process in a crash loop
 * stops it too, with the end of its log.
 */
export async function runInTerminal(
  start: (canceled: AbortSignal) => Promise<LocalMachine>,
): Promise<LocalMachine | undefined> {
  const canceled = new AbortController();
  const starting = start(canceled.signal);
  let ending = false;
  const end = async (exitCode: number) => {
    if (ending) return;
    ending = true;
    // A second Ctrl-C exits without waiting.
    process.once("SIGINT", () => process.exit(130));
    canceled.abort();
    const machine = await starting.catch(() => undefined);
    await machine?.stop();
    process.exit(exitCode);
  };
  // Not `once`: `timeout` and shells send these signals repeatedly, and the default action would leave PostgreSQL running.
  process.on("SIGTERM", () => void end(0));
  process.on("SIGHUP", () => void end(0));
  process.once("SIGINT", () => {
    say("\nStopping …");
    void end(0);
  });
  try {
    const machine = await starting;
    void machine.finalFailure.then((error) => {
      process.stderr.write(`${error.message}\n`);
      return end(1);
    });
    return machine;
  } catch (error) {
    // `end` exits when everything that had started is stopped.
    if (ending) return undefined;
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
