import { fillAutomatedCollections } from "../catalog/automated-collections.ts";
import type { ShopConfig } from "../config.ts";
import { insertCustomersInBulk, insertProductsInBulk } from "../data/bulk-insert.ts";
import type { Store } from "../data/database.ts";
import { fillOrders } from "./fill-orders.ts";
import { generatePerson, type PeopleOptions } from "./generate-person.ts";
import { generateProduct } from "./generate-product.ts";
import { inCollection, prepareCatalog } from "./prepare-catalog.ts";
import { toLoadedCustomer } from "./to-loaded-customer.ts";

export interface FillOptions {
  customers: number;
  products: number;
  /** Of the customers and products that the shop has then. */
  orders?: number;
  seed: number;
  onCustomers?: (done: number, total: number) => void;
  onProducts?: (done: number, total: number) => void;
  onOrders?: (done: number, total: number) => void;
}

/**
 * The date of the newest registration. Fixed, so that a seed generates the same customers on every day and machine.
 */
const TODAY = new Date("2026-10-01T12:00:00Z");

/**
 * Adds generated customers, products, and orders to a shop with COPY, a million in minutes, without webhooks. Existing records of a seed are
 * skipped, so an interrupted fill can be repeated.
 */
export async function fillStore(
  store: Store,
  shop: ShopConfig,
  options: FillOptions,
): Promise<{ customers: number; products: number; orders: number }> {
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
  const products = options.products > 0 ? await fillProducts(store, shop, options) : 0;
  const { orders: total = 0, seed, onOrders } = options;
  const orders =
    total > 0 ? await fillOrders(store, shop, { orders: total, seed, today: TODAY, onOrders }) : 0;
  return { customers, products, orders };
}

async function fillProducts(store: Store, shop: ShopConfig, options: FillOptions): Promise<number> {
  const { collections } = await prepareCatalog(store, { domain: shop.domain, currency: shop.currencyCode });
  const existingHandles = await readHandles(store, shop.domain);
  const generated = withProgress(0, options.products, options.onProducts, (number) =>
    generateProduct(number, options.seed),
  );
  function* missing() {
    for (const product of generated)
      if (!existingHandles.has(product.handle)) yield inCollection(product, collections);
  }
  const count = await insertProductsInBulk(store, shop.domain, missing());
  await fillAutomatedCollections(store.pool, shop.domain);
  // Until PostgreSQL analyzes the tables by itself, searches by SKU would read all variants.
  await store.pool.query("ANALYZE products, variants, media_files, product_media, metafield_sets");
  return count;
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
