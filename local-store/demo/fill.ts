import { type ShopConfig, shops } from "../config.ts";
import { insertCustomersInBulk, insertProductsInBulk } from "../data/bulk-insert.ts";
import type { Store } from "../data/database.ts";
import { goods } from "./goods.ts";
import { loadedPerson } from "./loaded-person.ts";
import { type PeopleOptions, person, type Spread } from "./people.ts";

interface DemoShop {
  seed: number;
  customers: number;
  products: number;
  spread: Spread;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** About 600 students of whom about 180 wait, some staff customers, and customers who are neither. */
const FIRST_SHOP: DemoShop = {
  seed: 7,
  customers: 900,
  products: 60,
  spread: {
    pendingStudents: 20,
    approvedStudents: 39,
    disabledStudents: 8,
    pendingStaff: 4,
    approvedStaff: 12,
    disabledStaff: 2,
  },
};

/** A small shop with other people, so that one sees at once whose rows are whose. */
const SECOND_SHOP: DemoShop = { ...FIRST_SHOP, seed: 11, customers: 90, products: 12 };

/**
 * Fills the two shops with demo people and products. What a shop has already stays: a second call, also after one that was cut
 * off, adds only what is missing.
 */
export async function fillDemo({ store }: { store: Store }): Promise<void> {
  for (const [index, shop] of shops.entries()) {
    const plan = index === 0 ? FIRST_SHOP : SECOND_SHOP;
    if (await isEmpty(store, "customers", shop.domain))
      await insertCustomersInBulk(store, shop.domain, demoPeople(store, shop, plan));
    if (await isEmpty(store, "products", shop.domain))
      await insertProductsInBulk(
        store,
        shop.domain,
        range(plan.products, (number) => goods(number, plan.seed)),
      );
  }
}

function demoPeople(store: Store, shop: ShopConfig, plan: DemoShop) {
  const options: PeopleOptions = {
    seed: plan.seed,
    today: new Date(store.clock.now()),
    emailDomain: `${shop.handle}.example`,
    spread: plan.spread,
  };
  let hasOneThatExpiresSoon = false;
  return range(plan.customers, (number) => {
    const each = person(number, options);
    if (hasOneThatExpiresSoon || each.credits.length === 0) return loadedPerson(each, number);
    hasOneThatExpiresSoon = true;
    const soon = new Date(options.today.getTime() + 3 * DAY_MS);
    const credits = [...each.credits, { cents: 2_500, at: options.today, expiresAt: soon }];
    return loadedPerson({ ...each, credits }, number);
  });
}

async function isEmpty(store: Store, table: "customers" | "products", shop: string): Promise<boolean> {
  const { rows } = await store.pool.query(`SELECT 1 FROM ${table} WHERE shop = $1 LIMIT 1`, [shop]);
  return rows.length === 0;
}

function* range<T>(count: number, make: (number: number) => T): Iterable<T> {
  for (let number = 1; number <= count; number++) yield make(number);
}
