import { setTimeout as wait } from "node:timers/promises";

/** How a server that was started is waited for. */
interface Starting {
  /** Connects to it once. */
  connect(): Promise<void>;
  /** Why it will never answer. Undefined while it may. */
  failure(): Error | undefined;
  say(line: string): void;
  canceled?: AbortSignal;
  timeoutMs?: number;
}

const START_TIMEOUT_MS = 60_000;
const TRY_EVERY_MS = 15;
/** PostgreSQL's code while it starts up, which includes the recovery after it was killed. */
const STARTING_UP = "57P03";
/** A start without recovery is over by then. */
const SAY_AFTER_MS = 5_000;

/**
 * Waits until a server answers. While it recovers, it says so, and is waited for however long that takes: ended in between, it would begin
 * again.
 * @throws Error with a message for the terminal when it ends, or doesn't answer in time, or the start is canceled
 */
export async function untilReady(starting: Starting): Promise<void> {
  const { connect, failure, say, canceled, timeoutMs = START_TIMEOUT_MS } = starting;
  const begun = Date.now();
  /** When it last said that it starts up. */
  let aliveAt = begun;
  let hasSaid = false;
  for (;;) {
    const error = await connect().then(
      () => undefined,
      (reason: Error & { code?: string }) => reason,
    );
    if (!error) return;
    const reason = failure();
    if (reason) throw reason;
    if (canceled?.aborted) throw new Error("The start was canceled.");
    if (error.code === STARTING_UP) {
      aliveAt = Date.now();
      if (!hasSaid && aliveAt - begun > Math.min(SAY_AFTER_MS, timeoutMs)) {
        hasSaid = true;
        say("PostgreSQL was ended without notice and is recovering. This can take minutes. Nothing is lost.");
      }
    } else if (Date.now() - aliveAt > timeoutMs)
      throw new Error(`The bundled PostgreSQL did not answer within ${timeoutMs / 1000} s: ${error.message}`);
    await wait(TRY_EVERY_MS);
  }
}
