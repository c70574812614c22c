import type { OrderRow } from "../orders/rows.ts";
import type { Queryable, Store } from "./database.ts";
import type { CustomerRow, ProductRow, VariantRow } from "./rows.ts";

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

/** A row's version before a change. Null if it didn't exist. */
interface Version<Row> {
  id: number;
  before: Row | null;
}

/** Stores an order's version before a change, as `keepSearchVersion`. */
export const keepOrderVersion = (
  db: Queryable,
  store: Store,
  { shop, id }: OrderRow,
  before: OrderRow | null,
): Promise<void> => keepVersions(db, store, "orders", shop, [{ id, before }]);

/** Stores a product's version before a change, as `keepSearchVersion`. */
export const keepProductVersion = (
  db: Queryable,
  store: Store,
  shop: string,
  version: Version<ProductRow>,
): Promise<void> => keepVersions(db, store, "products", shop, [version]);

/** Stores the versions of variants before a change, as `keepSearchVersion`. */
export const keepVariantVersions = (
  db: Queryable,
  store: Store,
  shop: string,
  versions: readonly Version<VariantRow>[],
): Promise<void> => keepVersions(db, store, "variants", shop, versions);

/** Hides a new file from search until the shop's index lag is over. */
export const keepFileFromSearch = (db: Queryable, store: Store, shop: string, id: number): Promise<void> =>
  keepVersions(db, store, "media_files", shop, [{ id, before: null }]);

async function keepVersions(
  db: Queryable,
  store: Store,
  table: "media_files" | "orders" | "products" | "variants",
  shop: string,
  versions: readonly Version<object>[],
): Promise<void> {
  const lag = store.faults.of(shop).indexLagMs;
  if (lag === 0 || versions.length === 0) return;
  const now = store.clock.now();
  const inSearch = `${table}_in_search`;
  await db.query(`DELETE FROM ${inSearch} WHERE shop = $1 AND visible_until <= $2`, [shop, new Date(now)]);
  await db.query(
    `INSERT INTO ${inSearch} (shop, id, version, visible_from, visible_until)
     SELECT $1, v.id, v.before,
       coalesce((SELECT max(s.visible_until) FROM ${inSearch} s WHERE s.shop = $1 AND s.id = v.id), '-infinity'), $3
     FROM jsonb_to_recordset($2) AS v (id bigint, before jsonb)`,
    [shop, JSON.stringify(versions), new Date(now + lag)],
  );
}

/** Tables whose search may lag. */
export const LAGGING_TABLES = ["customers", "media_files", "orders", "products", "variants"] as const;

/** Whether the shop's search lags behind any change of a row of the table. */
export async function isSearchBehind(
  store: Store,
  shop: string,
  table: (typeof LAGGING_TABLES)[number],
): Promise<boolean> {
  const { rows } = await store.pool.query<{ behind: boolean }>(
    `SELECT EXISTS (SELECT FROM ${table}_in_search WHERE shop = $1 AND visible_until > $2) AS behind`,
    [shop, new Date(store.clock.now())],
  );
  return rows[0]?.behind ?? false;
}
