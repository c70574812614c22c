import { log } from "./log.server";

interface Ages {
  /** A value that is older is read again aside, and answered until then. */
  refreshAfterMs: number;
  /** A value that is older isn't answered any longer. */
  expiresAfterMs: number;
}

interface Entry<Value> {
  readAt: number;
  value: Value;
  /** Whether it is being read again. */
  isRefreshing: boolean;
}

/** More shops than a process serves at a time. The one that was read first is dropped. */
const MAX_SHOPS = 200;

const keepers: Map<string, unknown>[] = [];

/** Forgets all that this process keeps of a shop. */
export function forgetKept(shop: string): void {
  for (const entries of keepers) entries.delete(shop);
}

/**
 * Keeps what takes long to read of a shop, in this process: stale while it is revalidated. For what people choose from, never for what a
 * decision is based on.
 * @param isKept false for a value that isn't worth keeping, such as one of a shop that is still being filled
 */
export function keepFresh<Value>(
  read: (shop: string) => Promise<Value>,
  { refreshAfterMs, expiresAfterMs }: Ages,
  isKept: (value: Value) => boolean = () => true,
) {
  const entries = new Map<string, Entry<Value>>();
  keepers.push(entries);
  async function readNow(shop: string, now: number): Promise<Value> {
    const value = await read(shop);
    entries.delete(shop);
    if (isKept(value)) entries.set(shop, { readAt: now, value, isRefreshing: false });
    const [oldest] = entries.keys();
    if (oldest !== undefined && entries.size > MAX_SHOPS) entries.delete(oldest);
    return value;
  }
  return {
    /** @throws what reading throws, when there is nothing to answer */
    async read(shop: string, at: Date): Promise<Value> {
      const now = at.getTime();
      const entry = entries.get(shop);
      if (!entry || now - entry.readAt > expiresAfterMs) return readNow(shop, now);
      if (now - entry.readAt > refreshAfterMs && !entry.isRefreshing) {
        entry.isRefreshing = true;
        readNow(shop, now).catch((error: unknown) => {
          entry.isRefreshing = false;
          log.warn({ shop, error }, "a kept value couldn't be read again");
        });
      }
      return entry.value;
    },
  };
}
