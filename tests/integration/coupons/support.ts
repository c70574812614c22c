import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { outbox } from "../../support/outbox.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { type Calls, check, work } from "../imports/support.ts";

const never = new AbortController().signal;

/** Sends waiting codes to the local store, as the worker does. */
export async function sendCodes(): Promise<void> {
  const { sendCodes: task } = await import("~/functions/coupons/tasks.server");
  await task.run(DEMO, never);
}

/** Assigns free coupons to waiting orders, as the worker does. */
export async function fillWaiting(): Promise<void> {
  const { fillWaitingOrders } = await import("~/functions/coupons/assign.server");
  await fillWaitingOrders.run(DEMO, never);
}

/** Creates a pool that gives every paid order a coupon for 10% off. */
export const createPool = (calls: Calls, name: string, fields: Record<string, unknown> = {}) =>
  calls.coupons.createPool({ name, percent: 10, assigns: true, ...fields });

/** Checks a file with codes of a pool. */
export const checkCodes = (calls: Calls, pool: string, codes: readonly string[]) =>
  check(calls, {
    kind: "coupons",
    name: "coupons.csv",
    columns: ["Coupon Code"],
    rows: codes.map((code) => [code]),
    defaults: { pool_id: pool },
  });

/** Uploads codes to a pool and has them added to the store. @returns the import with its rows' outcomes */
export async function addCodes(calls: Calls, pool: string, codes: readonly string[]) {
  const { id } = await checkCodes(calls, pool, codes);
  const { jobId } = await calls.imports.start({ id });
  const [items] = await Promise.all([work(jobId), sendCodes()]);
  return { id, items };
}

/** Reads orders of the store into the mirror, as webhooks have it done, and assigns their coupons. */
export async function mirrorOrders(...numbers: number[]): Promise<void> {
  const { ordersMirror } = await import("~/domain/orders/mirror.server");
  await ordersMirror.readIntoMirror(DEMO, numbers, { priority: "bulk" });
  await fillWaiting();
}

/** Places a paid order and has the app know it. @returns its number */
export async function placePaidOrder(
  shop: TestShop,
  order: Omit<Parameters<typeof placeOrder>[2], "order"> & { tags?: string[] },
): Promise<number> {
  const { tags = [], totalCents = 5_000, ...input } = order;
  const lines = [{ title: "Item", quantity: 1, price_cents: totalCents }];
  const { order: placed, userErrors } = await placeOrder(shop.localStore.store, DEMO, {
    ...input,
    order: { lines, tags },
  });
  if (!placed) throw new Error(JSON.stringify(userErrors));
  await mirrorOrders(placed.id);
  return placed.id;
}

/** The codes in the store with the title of their discount. */
export async function codesInStore({ localStore }: TestShop): Promise<string[]> {
  const { rows } = await localStore.store.pool.query<{ text: string }>(
    `SELECT d.title || ': ' || c.code AS text FROM discount_codes c JOIN discounts d ON d.shop = c.shop AND d.id = c.discount_id
      WHERE c.shop = $1 ORDER BY c.id`,
    [DEMO],
  );
  return rows.map(({ text }) => text);
}

/**
 * Inserts a pool with codes as if they had been uploaded, half of them assigned to orders, a tenth of those redeemed.
 * @returns its number
 */
export async function fillPool(name: string, codes: number): Promise<number> {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(DEMO, async (tx) => {
    const { rows } = await tx.$client.query<{ id: string }>(
      `INSERT INTO coupon_pools (shop, name, percent, once_per_customer, starts_at, assigns, owner_id, owner_name)
       VALUES ($1, $2, 10, true, now(), true, '1', 'Owner') RETURNING id`,
      [DEMO, name],
    );
    const pool = Number(rows[0]?.id);
    await tx.$client.query(
      `INSERT INTO coupon_codes (shop, pool_id, code, state, order_id, order_name, assigned_at, redeemed_at)
       SELECT $1, $2, $3 || '-' || md5(n::text),
              CASE WHEN n % 2 = 0 THEN 'assigned' ELSE 'free' END,
              CASE WHEN n % 2 = 0 THEN 5000000000 + n END,
              CASE WHEN n % 2 = 0 THEN '#' || n END,
              CASE WHEN n % 2 = 0 THEN timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute' END,
              CASE WHEN n % 20 = 0 THEN timestamptz '2026-06-01T00:00:00Z' END
         FROM generate_series(1, $4::int) AS n`,
      [DEMO, pool, name, codes],
    );
    return pool;
  });
}

/** The emails in the outbox, oldest first. */
export const mails = async (): Promise<{ to: string; subject: string; text: string }[]> =>
  (await outbox()).map(({ to, subject, text }) => ({ to: to.email, subject, text }));
