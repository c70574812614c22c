/** The local store's source of time, so that tests can control it. */
export interface Clock {
  /** The current time in milliseconds since 1970. */
  now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A clock that changes only when a test advances it. */
export class ManualClock implements Clock {
  #now: number;

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** Moves the clock forward. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
