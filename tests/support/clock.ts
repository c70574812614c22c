import type { Clock } from "~/platform/clock";

/** A clock that stands still until a test moves it. */
export interface FixedClock extends Clock {
  /** Moves it on by so many milliseconds. */
  advance(milliseconds: number): void;
}

/** A clock that shows the given instant, by default a Monday noon (UTC) without any clock change near it. */
export function fixedClock(instant = "2026-06-15T12:00:00.000Z"): FixedClock {
  let time = new Date(instant).getTime();
  if (Number.isNaN(time)) throw new Error(`"${instant}" is no instant.`);
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
