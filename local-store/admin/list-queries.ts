import type { CollectionRow } from "../catalog/rows.ts";
import type { Store } from "../data/database.ts";
import type { MetafieldEntry } from "../data/rows.ts";
import type { OrderRow } from "../orders/rows.ts";

/** A row of the customers list. */
export interface CustomerListItem {
  id: number;
  name: string;
  email: string | null;
  tags: string[];
  school: string | null;
  amountSpentCents: number;
  createdAt: Date;
}

const PAGE_SIZE = 50;

/** A page of the shop's customers, newest first. `before` is the last id of the previous page. */
export async function listCustomers(
  store: Store,
  shop: string,
  options: { search: string; before: number | undefined },
): Promise<{ customers: CustomerListItem[]; nextBefore: string | undefined }> {
  const { rows } = await store.pool.query<CustomerListItem>(
    `SELECT c.id, coalesce(nullif(concat_ws(' ', c.first_name, c.last_name), ''), c.email, 'No name') AS name,
       c.email, c.tags, c.amount_spent_cents AS "amountSpentCents", c.created_at AS "createdAt",
       (SELECT entry ->> 'value' FROM metafield_sets m, jsonb_array_elements(m.entries) AS entry
        WHERE m.shop = c.shop AND m.owner_type = 'CUSTOMER' AND m.owner_id = c.id
          AND entry ->> 'namespace' = 'stp' AND entry ->> 'key' = 'school') AS school
     FROM customers c
     WHERE c.shop = $1
       AND ($2 = '' OR strpos(lower(concat_ws(' ', c.first_name, c.last_name, c.email, array_to_string(c.tags, ' '))), lower($2)) > 0)
       AND ($3::bigint IS NULL OR (c.created_at, c.id) <
         (SELECT last.created_at, last.id FROM customers last WHERE last.shop = $1 AND last.id = $3))
     ORDER BY c.created_at DESC, c.id DESC LIMIT $4`,
    [shop, options.search.trim(), options.before ?? null, PAGE_SIZE + 1],
  );
  const customers = rows.slice(0, PAGE_SIZE);
  const last = customers.at(-1);
  return { customers, nextBefore: rows.length > PAGE_SIZE && last ? String(last.id) : undefined };
}

/** A row of the orders list. */
export type OrderListItem = OrderRow & { customer: string | null; units: number };

/** A page of the shop's orders, newest first. The search is an order's number, or a part of the customer's name or address. */
export async function listOrders(
  store: Store,
  shop: string,
  options: { search: string; before: number | undefined },
): Promise<{ orders: OrderListItem[]; nextBefore: string | undefined }> {
  const search = options.search.trim();
  const { rows } = await store.pool.query<OrderListItem>(
    `SELECT o.*, coalesce(nullif(concat_ws(' ', c.first_name, c.last_name), ''), c.email) AS customer,
       (SELECT coalesce(sum(quantity), 0)::int FROM order_lines l WHERE l.shop = o.shop AND l.order_id = o.id) AS units
     FROM orders o LEFT JOIN customers c ON c.shop = o.shop AND c.id = o.customer_id
     WHERE o.shop = $1
       AND ($2 = '' OR o.number = $3 OR strpos(lower(concat_ws(' ', o.name, c.first_name, c.last_name, c.email)), lower($2)) > 0)
       AND ($4::bigint IS NULL OR o.id < $4)
     ORDER BY o.id DESC LIMIT $5`,
    [shop, search, Number(/^#?(\d{1,9})$/.exec(search)?.[1] ?? -1), options.before ?? null, PAGE_SIZE + 1],
  );
  const orders = rows.slice(0, PAGE_SIZE);
  const last = orders.at(-1);
  return { orders, nextBefore: rows.length > PAGE_SIZE && last ? String(last.id) : undefined };
}

/** A row of the products list. Prices are in cents. */
export interface ProductListItem {
  id: number;
  title: string;
  handle: string;
  status: string;
  vendor: string;
  productType: string;
  variants: number;
  lowestCents: number;
  highestCents: number;
  inventory: number;
}

/** A page of the products whose title, handle, or SKUs match the search, by title. `after` is the last id of the previous page. */
export async function listProducts(
  store: Store,
  shop: string,
  options: { search: string; after: number | undefined },
): Promise<{ products: ProductListItem[]; nextAfter: string | undefined }> {
  const { rows } = await store.pool.query<ProductListItem>(
    `WITH page AS (
       SELECT * FROM products p WHERE p.shop = $1
         AND ($2 = '' OR strpos(lower(p.title || ' ' || p.handle), lower($2)) > 0 OR EXISTS (
           SELECT FROM variants v WHERE v.shop = p.shop AND v.product_id = p.id AND strpos(lower(v.sku), lower($2)) > 0))
         AND ($3::bigint IS NULL OR (lower(p.title), p.id) >
           (SELECT lower(last.title), last.id FROM products last WHERE last.shop = $1 AND last.id = $3))
       ORDER BY lower(p.title), p.id LIMIT $4)
     SELECT p.id, p.title, p.handle, p.status, p.vendor, p.product_type AS "productType", count(v.id)::int AS variants,
       coalesce(min(v.price_cents), 0) AS "lowestCents", coalesce(max(v.price_cents), 0) AS "highestCents",
       coalesce(sum(v.inventory_quantity), 0)::int AS inventory
     FROM page p LEFT JOIN variants v ON v.shop = $1 AND v.product_id = p.id
     GROUP BY p.id, p.title, p.handle, p.status, p.vendor, p.product_type ORDER BY lower(p.title), p.id`,
    [shop, options.search.trim(), options.after ?? null, PAGE_SIZE + 1],
  );
  const products = rows.slice(0, PAGE_SIZE);
  const last = products.at(-1);
  return { products, nextAfter: rows.length > PAGE_SIZE && last ? String(last.id) : undefined };
}

/** A row of the collections list. */
export interface CollectionListItem {
  id: number;
  title: string;
  handle: string;
  products: number;
  rules: CollectionRow["rules"];
  disjunctive: boolean;
  metafields: MetafieldEntry[];
}

/** The shop's collections, by title. */
export async function listCollectionItems(store: Store, shop: string): Promise<CollectionListItem[]> {
  const { rows } = await store.pool.query<CollectionListItem>(
    `SELECT c.id, c.title, c.handle, c.rules, c.disjunctive, count(p.product_id)::int AS products,
       coalesce((SELECT entries FROM metafield_sets m
         WHERE m.shop = c.shop AND m.owner_type = 'COLLECTION' AND m.owner_id = c.id), '[]') AS metafields
     FROM collections c LEFT JOIN collection_products p ON p.shop = c.shop AND p.collection_id = c.id
     WHERE c.shop = $1 GROUP BY c.shop, c.id ORDER BY lower(c.title), c.id`,
    [shop],
  );
  return rows;
}

/** A row of the webhooks log. */
export interface DeliveryListItem {
  id: number;
  topic: string;
  url: string;
  status: string;
  attempts: number;
  responseStatus: number | null;
  lastError: string | null;
  triggeredAt: Date;
  deliveredAt: Date | null;
  body: string;
}

/** The shop's latest 100 webhook deliveries. */
export async function listDeliveries(store: Store, shop: string): Promise<DeliveryListItem[]> {
  const { rows } = await store.pool.query<DeliveryListItem>(
    `SELECT id, topic, url, status, attempts, response_status AS "responseStatus", last_error AS "lastError",
       triggered_at AS "triggeredAt", delivered_at AS "deliveredAt", body
     FROM webhook_deliveries WHERE shop = $1 ORDER BY id DESC LIMIT 100`,
    [shop],
  );
  return rows;
}

/** A row of the app's webhook subscriptions. */
export interface SubscriptionListItem {
  id: number;
  topic: string;
  uri: string;
  source: string;
}

/** The app's webhook subscriptions in the shop. */
export async function listSubscriptions(store: Store, shop: string): Promise<SubscriptionListItem[]> {
  const { rows } = await store.pool.query<SubscriptionListItem>(
    "SELECT id, topic, uri, source FROM webhook_subscriptions WHERE shop = $1 ORDER BY topic, id",
    [shop],
  );
  return rows;
}
