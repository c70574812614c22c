import type { ShopConfig } from "../config.ts";
import type { Store } from "../data/database.ts";

/** What a server says whose disk is full. */
export const DISK_FULL = "No space left on device";

/** Whether an upload fault happens now. It is counted. */
export function isInjected(
  store: Store,
  { domain }: ShopConfig,
  knob: "uploadLoginRefused" | "uploadDiskFull",
): boolean {
  if (!store.faults.shouldInject(domain, store.faults.of(domain)[knob])) return false;
  store.counters.fault(domain, knob);
  return true;
}
