import type { Store } from "../data/database.ts";
import { type MetafieldOwnerType, metafieldsOf } from "../data/metafields.ts";
import type { MetafieldEntry } from "../data/rows.ts";

interface Batch {
  ids: Set<number>;
  answer: Promise<Map<number, MetafieldEntry[]>>;
}

/** Batches the metafield reads of one tick into one query per owner type. */
export class MetafieldLoader {
  readonly #store: Store;
  readonly #shop: string;
  readonly #waiting = new Map<MetafieldOwnerType, Batch>();

  constructor(store: Store, shop: string) {
    this.#store = store;
    this.#shop = shop;
  }

  /** The metafields of an owner, in order of creation. */
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
