import type { Store } from "../data/database.ts";
import { type MetafieldOwnerType, metafieldsOf } from "../data/metafields.ts";
import type { MetafieldEntry } from "../data/rows.ts";

interface Waiting {
  ids: Set<number>;
  answer: Promise<Map<number, MetafieldEntry[]>>;
}

/** Reads the metafields of all owners of a page in one query: who asks within one tick is answered together. */
export class MetafieldLoader {
  readonly #store: Store;
  readonly #shop: string;
  readonly #waiting = new Map<MetafieldOwnerType, Waiting>();

  constructor(store: Store, shop: string) {
    this.#store = store;
    this.#shop = shop;
  }

  /** The metafields of one owner, in the order in which it got them. */
  async load(ownerType: MetafieldOwnerType, ownerId: number): Promise<MetafieldEntry[]> {
    let waiting = this.#waiting.get(ownerType);
    if (!waiting) {
      const ids = new Set<number>();
      const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        this.#waiting.delete(ownerType);
        return metafieldsOf(this.#store.pool, this.#shop, ownerType, [...ids]);
      });
      waiting = { ids, answer };
      this.#waiting.set(ownerType, waiting);
    }
    waiting.ids.add(ownerId);
    return (await waiting.answer).get(ownerId) ?? [];
  }
}
