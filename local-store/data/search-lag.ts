import type { OrderRow } from "../orders/rows.ts";
import type { Queryable, Store } from "./database.ts";
import type { CustomerRow } from "./rows.ts";

/**
 * Stores a customer's version before a change, which search returns until the shop's index lag is over. `before` is null if the
 * customer didn't exist. Does nothing if the lag is 0.
 */
export async function keepSearchVersion(
  db: Queryable,
  store: Store,
  shop: string,
  id: number,
  before: CustomerRow | null,
): Promise<void> {
  const lag = store.faults.of(shop).indexLagMs;
  if (lag === 0) return;
  const now = store.clock.now();
  await db.query("DELETE FROM customers_in_search WHERE shop = $1 AND visible_until <= $2", [
    shop,
    new Date(now),
  ]);
  await db.query(
    `INSERT INTO customers_in_search
       (shop, id, first_name, last_name, email, phone, note, state, tags, verified_email, tax_exempt, locale,
        amount_spent_cents, orders_count, addresses, created_at, updated_at, present, visible_from, visible_until)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, true, false, 'en', $10, $11, '[]', $12, $13, $14,
       coalesce(max(visible_until), '-infinity'), $15
     FROM customers_in_search WHERE shop = $1 AND id = $2`,
    [
      shop,
      id,
      before?.first_name,
      before?.last_name,
      before?.email,
      before?.phone,
      before?.note,
      before?.state ?? "DISABLED",
      before?.tags ?? [],
      before?.amount_spent_cents ?? 0,
      before?.orders_count ?? 0,
      before?.created_at ?? new Date(now),
      before?.updated_at ?? new Date(now),
      before !== null,
      new Date(now + lag),
    ],
  );
}

/**
 * Stores an order's version before a change, which search returns until the shop's index lag is over. `before` is null if the order
 * didn't exist. Does nothing if the lag is 0.
 */
export async function keepOrderVersion(
  db: Queryable,
  store: Store,
  { shop, id }: OrderRow,
  before: OrderRow | null,
): Promise<void> {
  const lag = store.faults.of(shop).indexLagMs;
  if (lag === 0) return;
  const now = store.clock.now();
  await db.query("DELETE FROM orders_in_search WHERE shop = $1 AND visible_until <= $2", [
    shop,
    new Date(now),
  ]);
  await db.query(
    `INSERT INTO orders_in_search (shop, id, version, visible_from, visible_until)
     SELECT $1, $2, $3, coalesce(max(visible_until), '-infinity'), $4 FROM orders_in_search WHERE shop = $1 AND id = $2`,
    [shop, id, before && JSON.stringify(before), new Date(now + lag)],
  );
}

/** Whether the shop's search lags behind any change of a customer or an order. */
export async function isSearchBehind(
  store: Store,
  shop: string,
  table: "customers" | "orders",
): Promise<boolean> {
  const { rows } = await store.pool.query<{ behind: boolean }>(
    `SELECT EXISTS (SELECT FROM ${table}_in_search WHERE shop = $1 AND visible_until > $2) AS behind`,
    [shop, new Date(store.clock.now())],
  );
  return rows[0]?.behind ?? false;
}
