/** What happened to one shop's Admin API since the store started (or since the last reset). */
export interface ShopCounters {
  /** Requests by operation name; an unnamed operation counts under "". Refused ones are in here too. */
  requests: Record<string, number>;
  /** Mutations that were executed without userErrors: by mutation, then by the resource's numeric id. */
  applied: Record<string, Record<string, number>>;
  /** The applied ones that changed something: adding a tag that was there already does not count. */
  effective: Record<string, Record<string, number>>;
  /** Injected faults by knob. */
  faults: Record<string, number>;
}

/** Counts requests and applied mutations, so that a test can prove that nothing was done twice. */
export class Counters {
  readonly #shops = new Map<string, ShopCounters>();

  /** The shop's counters as they stand. */
  of(shop: string): ShopCounters {
    let counters = this.#shops.get(shop);
    if (!counters) {
      counters = { requests: {}, applied: {}, effective: {}, faults: {} };
      this.#shops.set(shop, counters);
    }
    return counters;
  }

  request(shop: string, operationName: string): void {
    increment(this.of(shop).requests, operationName);
  }

  fault(shop: string, knob: string): void {
    increment(this.of(shop).faults, knob);
  }

  /** Notes a mutation of one resource. */
  mutation(shop: string, mutation: string, id: number, changed: boolean): void {
    const counters = this.of(shop);
    counters.applied[mutation] ??= {};
    increment(counters.applied[mutation], String(id));
    if (!changed) return;
    counters.effective[mutation] ??= {};
    increment(counters.effective[mutation], String(id));
  }

  /** Starts the shop's counters over. */
  reset(shop: string): void {
    this.#shops.delete(shop);
  }
}

function increment(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
