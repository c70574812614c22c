import type { ShopConfig } from "../config.ts";
import { insertCustomersInBulk, insertProductsInBulk } from "../data/bulk-insert.ts";
import type { Store } from "../data/database.ts";
import { goods } from "./goods.ts";
import { loadedPerson } from "./loaded-person.ts";
import { type PeopleOptions, person } from "./people.ts";

export interface FillOptions {
  customers: number;
  products: number;
  seed: number;
  onCustomers?: (done: number, total: number) => void;
  onProducts?: (done: number, total: number) => void;
}

/**
 * The day on which the youngest of them registered. Fixed, so that a seed means the same people on every day and machine.
 */
const TODAY = new Date("2026-10-01T12:00:00Z");

/**
 * Adds made-up customers and products to a shop by COPY, a million in minutes; no webhooks are sent. The people of a seed who are
 * there already are left out, so a fill that was cut off can be run again.
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
    counted(first, options.customers, options.onCustomers, (number) =>
      loadedPerson(withoutPhone(person(number, people)), number),
    ),
  );
  const taken = await takenHandles(store, shop.domain);
  const fresh = Array.from({ length: options.products }, (_, index) => goods(index, options.seed)).filter(
    ({ handle }) => !taken.has(handle),
  );
  const products = await insertProductsInBulk(
    store,
    shop.domain,
    counted(0, fresh.length, options.onProducts, (number) => fresh[number - 1] as (typeof fresh)[number]),
  );
  return { customers, products };
}

/** A shop's phone numbers are unique, and another seed may have drawn the same: filled people have theirs in `profile.phone` only. */
function withoutPhone(each: ReturnType<typeof person>) {
  return { ...each, phone: undefined };
}

/** How many people of this seed the shop has; batches are whole, so they are the first ones. */
async function countFilled(store: Store, shop: string, emailDomain: string): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>(
    "SELECT count(*) AS count FROM customers WHERE shop = $1 AND email LIKE $2",
    [shop, `%.${emailDomain}`],
  );
  return rows[0]?.count ?? 0;
}

async function takenHandles(store: Store, shop: string): Promise<Set<string>> {
  const { rows } = await store.pool.query<{ handle: string }>("SELECT handle FROM products WHERE shop = $1", [
    shop,
  ]);
  return new Set(rows.map((row) => row.handle));
}

function* counted<T>(
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
