import type pg from "pg";
import type { Queryable, Store } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import { findCode, findDiscount, statusOf } from "./read-discounts.ts";
import type { DiscountCodeRow, DiscountRow } from "./rows.ts";

/** A code that an order may redeem, and what it takes off. */
export interface AppliedCode {
  code: DiscountCodeRow;
  amountCents: number;
}

/**
 * Checks a code as the checkout does: before its order exists. Locks the discount, so that its limits hold.
 * @returns what the code takes off a subtotal, or why it doesn't apply
 */
export async function applyCode(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  {
    code: text,
    customerId,
    subtotalCents,
  }: { code: string; customerId: number | null; subtotalCents: number },
): Promise<AppliedCode | { problem: string }> {
  const code = await findCode(client, shop, text);
  if (!code) return { problem: "The discount code doesn't exist." };
  await client.query("SELECT FROM discounts WHERE shop = $1 AND id = $2 FOR UPDATE", [
    shop,
    code.discount_id,
  ]);
  const discount = (await findDiscount(client, shop, code.discount_id)) as DiscountRow;
  if (statusOf(discount, store.clock.now()) !== "ACTIVE") return { problem: "The discount isn't active." };
  if (discount.usage_limit !== null && (await countUses(client, code)) >= discount.usage_limit)
    return { problem: "The discount code was used as often as it may be." };
  if (discount.once_per_customer && customerId !== null && (await hasUsed(client, discount, customerId)))
    return { problem: "The customer has used this discount already." };
  const amountCents = Math.min(
    subtotalCents,
    discount.amount_cents ?? Math.round(subtotalCents * (discount.percentage ?? 0)),
  );
  return { code, amountCents };
}

/** Records that an order redeemed a code. */
export async function recordUse(
  client: Queryable,
  store: Store,
  { code, amountCents }: AppliedCode,
  order: { id: number; customerId: number | null },
): Promise<void> {
  await client.query(
    `INSERT INTO discount_uses (shop, order_id, discount_id, code_id, code, customer_id, amount_cents, used_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      code.shop,
      order.id,
      code.discount_id,
      code.id,
      code.code,
      order.customerId,
      amountCents,
      shopifyNow(store),
    ],
  );
}

/** A discount's usage limit holds for each of its codes. */
async function countUses(db: Queryable, { shop, id }: DiscountCodeRow): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "SELECT count(*) AS count FROM discount_uses WHERE shop = $1 AND code_id = $2",
    [shop, id],
  );
  return rows[0]?.count ?? 0;
}

async function hasUsed(db: Queryable, { shop, id }: DiscountRow, customerId: number): Promise<boolean> {
  const { rows } = await db.query(
    "SELECT FROM discount_uses WHERE shop = $1 AND discount_id = $2 AND customer_id = $3 LIMIT 1",
    [shop, id, customerId],
  );
  return rows.length > 0;
}
