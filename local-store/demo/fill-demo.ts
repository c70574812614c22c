import { type ShopConfig, shops } from "../config.ts";
import { insertCustomersInBulk, insertProductsInBulk } from "../data/bulk-insert.ts";
import type { Store } from "../data/database.ts";
import { writeHistory } from "../history/write-history.ts";
import { fillOrders } from "./fill-orders.ts";
import { fillSalsify } from "./fill-salsify.ts";
import { type Distribution, generatePerson, type PeopleOptions } from "./generate-person.ts";
import { generateProduct } from "./generate-product.ts";
import { inCollection, prepareCatalog } from "./prepare-catalog.ts";
import { toLoadedCustomer } from "./to-loaded-customer.ts";

interface DemoShop {
  seed: number;
  customers: number;
  products: number;
  /** Over the last twelve months, one in six with a bundle. */
  orders: number;
  distribution: Distribution;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** About 600 students, 180 of them pending, some staff customers, and other customers. */
const FIRST_SHOP: DemoShop = {
  seed: 7,
  customers: 900,
  products: 60,
  orders: 400,
  distribution: {
    pendingStudents: 20,
    approvedStudents: 39,
    disabledStudents: 8,
    pendingStaff: 4,
    approvedStaff: 12,
    disabledStaff: 2,
  },
};

/** A small shop with different customers, so that mixed-up shops are easy to notice. */
const SECOND_SHOP: DemoShop = { ...FIRST_SHOP, seed: 11, customers: 90, products: 12, orders: 40 };

/** What a new store begins with: customers, products and some orders, or the same with a history of 13 months. */
export type DemoContent = "basic" | "history";

/**
 * Adds demo customers, products and orders to shops that have none. Safe to repeat.
 * @param share of the history's orders and other events, for tests
 */
export async function fillDemo(
  { store }: { store: Store },
  content: DemoContent = "basic",
  share = 1,
): Promise<void> {
  for (const [index, shop] of shops.entries()) {
    const plan = index === 0 ? FIRST_SHOP : SECOND_SHOP;
    if (await isEmpty(store, "customers", shop.domain))
      await insertCustomersInBulk(store, shop.domain, demoPeople(store, shop, plan));
    if (await isEmpty(store, "products", shop.domain)) {
      const { collections } = await prepareCatalog(store, {
        domain: shop.domain,
        currency: shop.currencyCode,
      });
      const products = [
        ...range(plan.products, (number) => inCollection(generateProduct(number, plan.seed), collections)),
      ];
      await insertProductsInBulk(store, shop.domain, products);
      // Only the first shop is connected to Salsify.
      if (index === 0) await fillSalsify(store, shop.domain, products);
    }
    if (content === "basic" && (await isEmpty(store, "orders", shop.domain))) {
      const { orders, seed } = plan;
      await fillOrders(store, shop, { orders, seed, today: new Date(store.clock.now()) });
    }
  }
  if (content === "history") await writeHistory(store, share);
}

function demoPeople(store: Store, shop: ShopConfig, plan: DemoShop) {
  const options: PeopleOptions = {
    seed: plan.seed,
    today: new Date(store.clock.now()),
    emailDomain: `${shop.handle}.example`,
    distribution: plan.distribution,
  };
  let hasCreditThatExpiresSoon = false;
  return range(plan.customers, (number) => {
    const person = generatePerson(number, options);
    if (hasCreditThatExpiresSoon || person.credits.length === 0) return toLoadedCustomer(person, number);
    hasCreditThatExpiresSoon = true;
    const soon = new Date(options.today.getTime() + 3 * DAY_MS);
    const credits = [...person.credits, { cents: 2_500, at: options.today, expiresAt: soon }];
    return toLoadedCustomer({ ...person, credits }, number);
  });
}

async function isEmpty(
  store: Store,
  table: "customers" | "products" | "orders",
  shop: string,
): Promise<boolean> {
  const { rows } = await store.pool.query(`SELECT 1 FROM ${table} WHERE shop = $1 LIMIT 1`, [shop]);
  return rows.length === 0;
}

function* range<T>(count: number, make: (number: number) => T): Iterable<T> {
  for (let number = 1; number <= count; number++) yield make(number);
}
