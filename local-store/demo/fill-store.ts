import type { ShopConfig } from "../config.ts";
import { insertCustomersInBulk, insertProductsInBulk } from "../data/bulk-insert.ts";
import type { Store } from "../data/database.ts";
import { generatePerson, type PeopleOptions } from "./generate-person.ts";
import { generateProduct } from "./generate-product.ts";
import { toLoadedCustomer } from "./to-loaded-customer.ts";

export interface FillOptions {
  customers: number;
  products: number;
  seed: number;
  onCustomers?: (done: number, total: number) => void;
  onProducts?: (done: number, total: number) => void;
}

/**
 * The date of the newest registration. Fixed, so that a seed generates the same customers on every day and machine.
 */
const TODAY = new Date("2026-10-01T12:00:00Z");

/**
 * Adds generated customers and products to a shop with COPY, a million in minutes, without webhooks. Existing records of a seed are
 * skipped, so an interrupted fill can be repeated.
 */
export async function fillStore(
  store: Store,
  shop: ShopConfig,
  options: FillOptions,
): Promise<{ customers: number; products: number }> {
  const domain = `seed${options.seed}.${shop.handle}.example`;
  const people: PeopleOptions = { seed: options.seed, today: TODAY, emailDomain: domain };
  const first = await countFilled(store, shop.domain, domain);
  const customers = await insertCustomersInBulk(
    store,
    shop.domain,
    withProgress(first, options.customers, options.onCustomers, (number) =>
      toLoadedCustomer(withoutPhone(generatePerson(number, people)), number),
    ),
  );
  const existingHandles = await readHandles(store, shop.domain);
  const missing = Array.from({ length: options.products }, (_, index) =>
    generateProduct(index, options.seed),
  ).filter(({ handle }) => !existingHandles.has(handle));
  const products = await insertProductsInBulk(
    store,
    shop.domain,
    withProgress(
      0,
      missing.length,
      options.onProducts,
      (number) => missing[number - 1] as (typeof missing)[number],
    ),
  );
  return { customers, products };
}

/** Phone numbers are unique in a shop, and seeds can generate the same one. The number stays in the metafield `profile.phone`. */
function withoutPhone(person: ReturnType<typeof generatePerson>) {
  return { ...person, phone: undefined };
}

/** Counts the shop's customers of this seed. Batches are atomic, so these are the first ones. */
async function countFilled(store: Store, shop: string, emailDomain: string): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>(
    "SELECT count(*) AS count FROM customers WHERE shop = $1 AND email LIKE $2",
    [shop, `%.${emailDomain}`],
  );
  return rows[0]?.count ?? 0;
}

async function readHandles(store: Store, shop: string): Promise<Set<string>> {
  const { rows } = await store.pool.query<{ handle: string }>("SELECT handle FROM products WHERE shop = $1", [
    shop,
  ]);
  return new Set(rows.map((row) => row.handle));
}

function* withProgress<T>(
  first: number,
  last: number,
  onProgress: FillOptions["onCustomers"],
  make: (number: number) => T,
): Iterable<T> {
  for (let number = first + 1; number <= last; number++) {
    yield make(number);
    onProgress?.(number, last);
  }
}
