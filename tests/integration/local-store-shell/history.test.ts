import { afterAll, beforeAll, expect, test } from "vitest";
import { shops } from "../../../local-store/config.ts";
import { fillDemo } from "../../../local-store/demo/fill-demo.ts";
import { readHistory } from "../../../local-store/history/write-history.ts";
import { startTestStore } from "./running-store.ts";

let store: Awaited<ReturnType<typeof startTestStore>>;
beforeAll(async () => {
  store = await startTestStore();
  await fillDemo(store, "history", 0.2);
});
afterAll(() => store.dispose());

const [demo] = shops;
const DEMO = demo?.domain ?? "";

async function row(text: string): Promise<Record<string, number>> {
  const { rows } = await store.store.pool.query(text, [DEMO]);
  return rows[0];
}

test("a year of orders has bundles, codes, refunds, credit and parcels, and a repetition adds nothing", async () => {
  const counts = () =>
    row(`SELECT count(*) AS orders, count(*) FILTER (WHERE discount_codes <> '[]') AS codes,
           count(*) FILTER (WHERE cancelled_at IS NOT NULL) AS cancelled,
           count(*) FILTER (WHERE financial_status = 'PARTIALLY_REFUNDED') AS refunded,
           count(*) FILTER (WHERE fulfillment_status = 'UNFULFILLED') AS unfulfilled,
           (SELECT count(*) FROM order_transactions WHERE shop = $1 AND gateway = 'shopify_store_credit' AND kind = 'SALE') AS paid,
           (SELECT count(DISTINCT order_id) FROM order_lines WHERE shop = $1 AND line_group IS NOT NULL) AS bundles,
           (SELECT count(*) FROM order_returns WHERE shop = $1) AS returns,
           (SELECT count(*) FROM store_credit_transactions WHERE shop = $1) AS credits
         FROM orders WHERE shop = $1`);
  const first = await counts();
  // With those of the promotion.
  expect(first.orders).toBeGreaterThan(300);
  for (const name of ["codes", "bundles", "returns", "credits"]) expect(first[name]).toBeGreaterThan(6);
  for (const name of ["cancelled", "refunded", "unfulfilled", "paid"]) expect(first[name]).toBeGreaterThan(3);
  await fillDemo(store, "history", 0.2);
  expect(await counts()).toEqual(first);
});

test("its payments are the orders' totals, its balances the credit that is left, and its codes have their uses", async () => {
  const wrong = await row(`
    SELECT (SELECT count(*) FROM orders o WHERE o.shop = $1 AND financial_status NOT IN ('PENDING') AND total_cents <>
             (SELECT sum(amount_cents) FROM order_transactions t WHERE t.shop = $1 AND t.order_id = o.id AND t.kind = 'SALE')) AS payments,
           (SELECT count(*) FROM store_credit_accounts a WHERE a.shop = $1 AND (balance_cents <> coalesce(
             (SELECT sum(amount_cents) FROM store_credit_transactions t WHERE t.shop = $1 AND t.account_id = a.id), 0)
             OR balance_cents <> coalesce((SELECT sum(remaining_cents) FROM store_credit_transactions t
               WHERE t.shop = $1 AND t.account_id = a.id AND NOT expired), 0))) AS balances,
           (SELECT count(*) FROM store_credit_transactions WHERE shop = $1 AND created_at > now()) AS future,
           (SELECT count(*) FROM orders o, jsonb_array_elements(discount_codes) AS used WHERE o.shop = $1 AND NOT EXISTS
             (SELECT FROM discount_uses u WHERE u.shop = $1 AND u.order_id = o.id AND lower(u.code) = lower(used->>'code'))) AS uses,
           (SELECT count(*) FROM webhook_deliveries) AS webhooks`);
  expect(wrong).toEqual({ payments: 0, balances: 0, future: 0, uses: 0, webhooks: 0 });
  const facts = await readHistory(store.store, DEMO);
  expect(new Set(facts?.returns.map(({ progress }) => progress)).size).toBeGreaterThan(5);
  const [pool] = facts?.pools ?? [];
  const assigned = facts?.coupons.filter(({ discountId }) => discountId === pool?.discountId).length ?? 0;
  // It runs low.
  expect((pool?.codes.length ?? 0) - assigned).toBe(14);
});
