import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";

/** How long a person waits at most for other systems, through all attempts (milliseconds). */
const ANSWER_WITHIN_MS = 25_000;

let limitMs = ANSWER_WITHIN_MS;
const deadlines = new AsyncLocalStorage<{ signal: AbortSignal; endsAt: number }>();

/** Sets another limit, for tests whose other systems never answer. */
export function setDeadlineMs(milliseconds: number = ANSWER_WITHIN_MS): void {
  limitMs = milliseconds;
}

/**
 * Runs what a person waits for. From the deadline on, connectors stop waiting for other systems: what they were asked for stays
 * open, and a task finishes it. Work inside it has the same deadline. Background work has none.
 * @param withinMs a shorter limit: what is left of the deadline of a page in another process
 */
export function withDeadline<T>(work: () => Promise<T>, withinMs = limitMs): Promise<T> {
  if (deadlines.getStore()) return work();
  const within = Math.min(withinMs, limitMs);
  return deadlines.run({ signal: AbortSignal.timeout(within), endsAt: Date.now() + within }, work);
}

/** The person's deadline. Undefined in background work. */
export const deadlineSignal = (): AbortSignal | undefined => deadlines.getStore()?.signal;

/** How long a person still waits (milliseconds). Undefined in background work. */
export function remainingMs(): number | undefined {
  const deadline = deadlines.getStore();
  return deadline && Math.max(0, deadline.endsAt - Date.now());
}

/** True when the person's deadline has passed. */
export const isPastDeadline = (): boolean => deadlineSignal()?.aborted ?? false;

/** The signal of a wait that a caller or the person's deadline ends. Undefined when nothing ends it. */
export function untilDeadline(signal?: AbortSignal): AbortSignal | undefined {
  const deadline = deadlineSignal();
  return signal && deadline ? AbortSignal.any([signal, deadline]) : (signal ?? deadline);
}

/**
 * Waits for work that can't be aborted, such as work that others wait for, until the person's deadline.
 * @throws the deadline's TimeoutError
 */
export async function beforeDeadline<T>(work: Promise<T>): Promise<T> {
  const deadline = deadlineSignal();
  if (!deadline) return work;
  // A rejection after the deadline has no reader.
  work.catch(() => {});
  deadline.throwIfAborted();
  let stop: (() => void) | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    stop = () => reject(deadline.reason);
    deadline.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, passed]);
  } finally {
    if (stop) deadline.removeEventListener("abort", stop);
  }
}

let factor = 1;

/** Makes all pauses shorter, for tests whose other systems run beside them and answer immediately. */
export function setPauseFactor(value: number): void {
  factor = value;
}

/** The length of a pause, which tests shorten. */
export const pauseMs = (milliseconds: number): number => milliseconds * factor;

/** Waits before the next read or attempt. @throws AbortError when the signal aborts, or when a person's deadline has passed */
export const pause = (milliseconds: number, options?: { signal?: AbortSignal }): Promise<void> =>
  wait(pauseMs(milliseconds), undefined, { ...options, signal: untilDeadline(options?.signal) });
