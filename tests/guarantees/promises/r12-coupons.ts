import { seededRandom } from "../../../local-store/faults/seeded-random.ts";
import { DEMO } from "../../support/test-shop.ts";
import { inLanes } from "../support/credits.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

const CLIENTS = 50;
/** Orders that get no coupon, as a share of the coupons. */
const WAITING_SHARE = 0.1;
/** Transactions that are rolled back after they assigned a coupon. */
const ROLLED_BACK_SHARE = 0.2;

export const coupons: BackroomPromise = {
  id: "R12",
  title: `${CLIENTS} clients assign the coupons of a pool to orders, each order several times`,
  async test(_shop, scale) {
    const count = scale === "small" ? 200 : 1_000;
    const waiting = Math.round(count * WAITING_SHARE);
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    const pool = await fillPool(count, count + waiting);
    const assign = await assigner(pool, seededRandom(seed));
    // Each order is requested three times, by whichever client is free.
    const orders = Array.from(
      { length: (count + waiting) * 3 },
      (_, index) => 1 + (index % (count + waiting)),
    );
    await inLanes(CLIENTS, orders, assign);
    // What was rolled back or skipped waits for the next run of the task.
    await inLanes(CLIENTS, orders.slice(0, count + waiting), assign);
    const found = await readResult(pool);
    return finding(`${count} coupons, ${count + waiting} orders, ${CLIENTS} clients (seed ${seed})`, {
      "coupons with several orders": found.sharedCoupons,
      "orders with several coupons": found.sharedOrders,
      "coupons lost": count - found.assigned,
      "waiting orders too many or too few": Math.abs(found.waiting - waiting),
    });
  },
};

/** Inserts a pool with free coupons, and orders that wait for them. @returns its number */
async function fillPool(coupons: number, orders: number): Promise<number> {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(DEMO, async (tx) => {
    const { rows } = await tx.$client.query<{ id: string }>(
      `INSERT INTO coupon_pools (shop, name, percent, once_per_customer, starts_at, assigns, owner_id, owner_name)
       VALUES ($1, 'R12', 10, true, now(), true, '1', 'Guarantee') RETURNING id`,
      [DEMO],
    );
    const pool = Number(rows[0]?.id);
    await tx.$client.query(
      `INSERT INTO coupon_codes (shop, pool_id, code, state)
       SELECT $1, $2, 'R12-' || number, 'free' FROM generate_series(1, $3::int) AS number`,
      [DEMO, pool, coupons],
    );
    await tx.$client.query(
      `INSERT INTO coupon_orders (shop, pool_id, order_id)
       SELECT $1, $2, number FROM generate_series(1, $3::int) AS number`,
      [DEMO, pool, orders],
    );
    return pool;
  });
}

/** What a client does with an order. Some of its first requests are rolled back. */
async function assigner(pool: number, random: () => number): Promise<(order: number) => Promise<void>> {
  const [{ assignCoupon }, { withShop }] = await Promise.all([
    import("~/functions/coupons/assign.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const rolledBack = new Error("rolled back");
  const wasRolledBack = new Set<number>();
  return (order) =>
    withShop(DEMO, async (tx) => {
      await assignCoupon(tx, DEMO, pool, { id: order, name: `#${order}` });
      if (wasRolledBack.has(order) || random() >= ROLLED_BACK_SHARE) return;
      wasRolledBack.add(order);
      throw rolledBack;
    }).catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
}

async function readResult(pool: number) {
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { rows } = await withShop(DEMO, (tx) =>
    tx.$client.query<Record<"assigned" | "sharedOrders" | "sharedCoupons" | "waiting", number>>(
      `SELECT (SELECT count(*)::int FROM coupon_codes AS c JOIN coupon_orders AS o
                  ON o.shop = c.shop AND o.pool_id = c.pool_id AND o.order_id = c.order_id AND o.coupon_id = c.id
                WHERE c.shop = $1 AND c.pool_id = $2 AND c.state = 'assigned') AS assigned,
              (SELECT count(*)::int FROM (SELECT FROM coupon_codes WHERE shop = $1 AND pool_id = $2 AND order_id IS NOT NULL
                GROUP BY order_id HAVING count(*) > 1) AS shared) AS "sharedOrders",
              (SELECT count(*)::int FROM (SELECT FROM coupon_orders WHERE shop = $1 AND pool_id = $2 AND coupon_id IS NOT NULL
                GROUP BY coupon_id HAVING count(*) > 1) AS shared) AS "sharedCoupons",
              (SELECT count(*)::int FROM coupon_orders WHERE shop = $1 AND pool_id = $2 AND coupon_id IS NULL) AS waiting`,
      [DEMO, pool],
    ),
  );
  const [found] = rows;
  if (!found) throw new Error("No counts.");
  return found;
}
