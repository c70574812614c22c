import type { LocalMachine } from "../local-machine.ts";

/** Writes a line for the person at the terminal. */
export const say = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Runs a local machine from the terminal: Ctrl-C (or SIGTERM) ends all of it within 10 s, also while it is starting; a process
 * that keeps dying ends all of it with the end of its log.
 */
export async function runInTerminal(start: () => Promise<LocalMachine>): Promise<LocalMachine | undefined> {
  const starting = start();
  let ending = false;
  const end = async (exitCode: number) => {
    if (ending) return;
    ending = true;
    // What is only starting can be ended when it stands; whoever presses Ctrl-C a second time does not want to wait for that.
    process.once("SIGINT", () => process.exit(130));
    const machine = await starting.catch(() => undefined);
    await machine?.stop();
    process.exit(exitCode);
  };
  // These stay: `timeout` and shells send them more than once, and the default would leave PostgreSQL behind.
  process.on("SIGTERM", () => void end(0));
  process.on("SIGHUP", () => void end(0));
  process.once("SIGINT", () => {
    say("\nStopping …");
    void end(0);
  });
  try {
    const machine = await starting;
    void machine.stack.gaveUp.then((error) => {
      process.stderr.write(`${error.message}\n`);
      return end(1);
    });
    return machine;
  } catch (error) {
    if (!ending) process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
