/** Until when Shopify throttles a shop's bulk work, as this process has seen it. */
const throttledUntil = new Map<string, number>();

/** Records that a shop's bulk work has to wait. Work that can go on later then leaves its slot between two steps. */
export function reportThrottle(shop: string, waitMs: number): void {
  throttledUntil.set(shop, Math.max(throttledUntil.get(shop) ?? 0, Date.now() + waitMs));
}

/** For how many milliseconds a shop's bulk work has to wait. 0: it may go on. */
export function throttledFor(shop: string): number {
  const waitMs = (throttledUntil.get(shop) ?? 0) - Date.now();
  if (waitMs > 0) return waitMs;
  throttledUntil.delete(shop);
  return 0;
}

/**
 * Thrown by a job or task that has to wait: its slot becomes free, and it starts again at `at`. Waiting isn't a failure, so it
 * doesn't count as a retry. Wait this way for anything that takes longer than a moment: another process, a pace, a throttle.
 */
export class StartLater extends Error {
  constructor(
    message: string,
    readonly at: Date,
  ) {
    super(message);
    this.name = "StartLater";
  }
}

/** Starts again after this many milliseconds. */
export const startIn = (milliseconds: number, message: string): StartLater =>
  new StartLater(message, new Date(Date.now() + milliseconds));

/** A slot of a queue, as the work in it sees it. */
export interface SharedSlot {
  /** Whether other work waits for a slot. */
  isWanted(): boolean;
}

/** How long work may use a slot that others wait for. */
const SLICE_MS = 2_000;

/**
 * Begins a time slice. Long work looks between two of its steps whether it is over, and then throws `StartLater`: it goes on when the
 * others had their turn.
 * @param slot undefined: no one else waits
 */
export function startSlice(slot: SharedSlot | undefined): () => boolean {
  const begunAt = performance.now();
  return () => slot !== undefined && performance.now() - begunAt > SLICE_MS && slot.isWanted();
}

/**
 * Begins a time slice of work that sends requests to Shopify.
 * @returns when the work starts again, because its slice is over or Shopify throttles the shop. Undefined: it goes on
 */
export function startTurn(shop: string, slot: SharedSlot | undefined): () => Date | undefined {
  const isSliceOver = startSlice(slot);
  return () => {
    const throttledMs = slot ? throttledFor(shop) : 0;
    return throttledMs > 0 || isSliceOver() ? new Date(Date.now() + throttledMs) : undefined;
  };
}
