import type { Store } from "../data/database.ts";
import { type MetafieldOwnerType, metafieldsOf } from "../data/metafields.ts";
import type { MetafieldEntry } from "../data/rows.ts";
import { BatchLoader } from "./batch-loader.ts";

/** Batches the metafield reads of one tick into one query per owner type. */
export class MetafieldLoader {
  readonly #store: Store;
  readonly #shop: string;
  readonly #loaders = new Map<MetafieldOwnerType, BatchLoader<MetafieldEntry[]>>();

  constructor(store: Store, shop: string) {
    this.#store = store;
    this.#shop = shop;
  }

  /** The metafields of an owner, in order of creation. */
  async load(ownerType: MetafieldOwnerType, ownerId: number): Promise<MetafieldEntry[]> {
    let loader = this.#loaders.get(ownerType);
    if (!loader) {
      loader = new BatchLoader((ids) => metafieldsOf(this.#store.pool, this.#shop, ownerType, ids));
      this.#loaders.set(ownerType, loader);
    }
    return (await loader.load(ownerId)) ?? [];
  }
}
