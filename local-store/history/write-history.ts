import { type ShopConfig, shops } from "../config.ts";
import type { Store } from "../data/database.ts";
import { asOneTransaction, HistoryClock, randomOf } from "./chapter.ts";
import { creditEvents, type IssuedCredit } from "./credits.ts";
import { type PoolFacts, writeDiscounts } from "./discounts.ts";
import { type InvitedFacts, writeInvited } from "./invited.ts";
import { type CouponFacts, writeOrders } from "./orders.ts";
import { type ReturnFacts, returnEvents } from "./returns.ts";
import { type SubmissionFacts, writeSubmissions } from "./submissions.ts";
import { runTimeline } from "./timeline.ts";

/** What Backroom's side of the history needs to know about the store's. */
export interface HistoryFacts {
  /** The day on which it was written, as an ISO instant: its last day. */
  start: string;
  /** 1 for the whole history of the first shop. */
  scale: number;
  pools: PoolFacts[];
  coupons: CouponFacts[];
  credits: IssuedCredit[];
  returns: ReturnFacts[];
  submissions: SubmissionFacts[];
  invited: InvitedFacts;
}

const SEED = 20_261;

/**
 * Writes 13 months of orders, discounts, store credit and returns into each shop that has none, without webhooks. Each shop's history is
 * one transaction: one that was interrupted left nothing, and is written by the next start.
 * @param share of its events
 */
export async function writeHistory(store: Store, share = 1): Promise<void> {
  for (const [index, shop] of shops.entries())
    if (!(await readHistory(store, shop.domain))) await writeShop(store, shop, index, share);
}

/** What a shop's history was written with, or null without one. */
export async function readHistory(store: Pick<Store, "pool">, shop: string): Promise<HistoryFacts | null> {
  const { rows } = await store.pool.query<{ facts: HistoryFacts }>(
    "SELECT facts FROM history WHERE shop = $1",
    [shop],
  );
  return rows[0]?.facts ?? null;
}

async function writeShop(outer: Store, shop: ShopConfig, index: number, share: number): Promise<void> {
  const start = new Date(Math.floor(outer.clock.now() / 1000) * 1000);
  const clock = new HistoryClock(start);
  await asOneTransaction(outer, clock, async (store, client) => {
    const random = randomOf(SEED + index);
    const history = { store, clock, shop, start, scale: share * (index === 0 ? 1 : 0.1), random };
    const pools = await writeDiscounts(history);
    const coupons = await writeOrders(history, pools);
    const credits: IssuedCredit[] = [];
    const returns: ReturnFacts[] = [];
    await runTimeline(history, [
      ...(await creditEvents(history, credits)),
      ...(await returnEvents(history, credits, returns)),
    ]);
    const submissions = await writeSubmissions(history);
    const invited = await writeInvited(history);
    await countOrders(history);
    const facts: HistoryFacts = {
      start: start.toISOString(),
      scale: history.scale,
      pools,
      coupons,
      credits,
      returns,
      submissions,
      invited,
    };
    await client.query("INSERT INTO history (shop, facts) VALUES ($1, $2)", [
      shop.domain,
      JSON.stringify(facts),
    ]);
  });
  await outer.pool.query(
    "ANALYZE orders, order_lines, fulfillments, order_transactions, store_credit_transactions",
  );
}

/** What customers spent follows from their orders. */
async function countOrders({ store, shop }: { store: Store; shop: ShopConfig }): Promise<void> {
  await store.pool.query(
    `UPDATE customers c SET orders_count = coalesce(o.orders, 0), amount_spent_cents = coalesce(o.cents, 0)
       FROM customers one LEFT JOIN (
         SELECT customer_id, count(*) AS orders, sum(total_cents) AS cents FROM orders
          WHERE shop = $1 AND cancelled_at IS NULL GROUP BY customer_id) o ON o.customer_id = one.id
      WHERE one.shop = $1 AND c.shop = $1 AND c.id = one.id`,
    [shop.domain],
  );
}
