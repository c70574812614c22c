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
