import { readAccounts } from "../credit/accounts.ts";
import type { StoreCreditAccountRow } from "../credit/rows.ts";
import type { Store } from "../data/database.ts";

/** Batches the reads of store credit accounts of one tick into one query. */
export class StoreCreditLoader {
  readonly #store: Store;
  readonly #shop: string;
  #waiting: { ids: Set<number>; answer: Promise<Map<number, StoreCreditAccountRow[]>> } | undefined;

  constructor(store: Store, shop: string) {
    this.#store = store;
    this.#shop = shop;
  }

  /** The accounts of a customer, oldest first. */
  async load(customerId: number): Promise<StoreCreditAccountRow[]> {
    this.#waiting ??= this.#next();
    this.#waiting.ids.add(customerId);
    return (await this.#waiting.answer).get(customerId) ?? [];
  }

  #next() {
    const ids = new Set<number>();
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      this.#waiting = undefined;
      const accounts = await readAccounts(this.#store, this.#shop, [...ids]);
      const byCustomer = new Map<number, StoreCreditAccountRow[]>();
      for (const account of accounts)
        byCustomer.set(account.customer_id, [...(byCustomer.get(account.customer_id) ?? []), account]);
      return byCustomer;
    });
    return { ids, answer };
  }
}
