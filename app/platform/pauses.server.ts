import { setTimeout as wait } from "node:timers/promises";
import { untilDeadline } from "./deadline.server";

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
