/** A shop's Admin API calls since the start or the last reset. */
export interface ShopCounters {
  /** Requests by operation name, including refused ones. Unnamed operations are counted under "". */
  requests: Record<string, number>;
  /** Mutations executed without userErrors, by mutation and the resource's numeric id. */
  applied: Record<string, Record<string, number>>;
  /** Applied mutations that changed something. Adding an existing tag doesn't count. */
  effective: Record<string, Record<string, number>>;
  /** Injected faults by knob. */
  faults: Record<string, number>;
}

/** Counts requests and applied mutations, so that tests can prove that nothing is applied twice. */
export class Counters {
  readonly #shops = new Map<string, ShopCounters>();

  /** The shop's current counters. */
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

  /** Counts a mutation of a resource. */
  mutation(shop: string, mutation: string, id: number, changed: boolean): void {
    const counters = this.of(shop);
    counters.applied[mutation] ??= {};
    increment(counters.applied[mutation], String(id));
    if (!changed) return;
    counters.effective[mutation] ??= {};
    increment(counters.effective[mutation], String(id));
  }

  /** Resets the shop's counters. */
  reset(shop: string): void {
    this.#shops.delete(shop);
  }
}

function increment(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
