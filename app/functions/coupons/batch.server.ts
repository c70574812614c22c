import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { MAX_CODES_PER_CALL } from "~/connectors/shopify/operations/discounts";
import type { IntentDefinition, IntentRow } from "~/core/intents/intent-definition.server";
import { openIntent } from "~/core/intents/intents.server";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { type BatchKind, couponBatches, couponCodes } from "./tables.server";

/** The task that sends codes to Shopify. Its name is enough to request it. */
export const SEND_CODES = "coupons.send-codes";

/** Has codes that wait be sent once the transaction has committed. */
export const requestSendCodes = (tx: ShopTransaction, shop: string): Promise<void> =>
  requestTask({ name: SEND_CODES }, shop, { tx });

/** Codes that are being added to a discount or removed from it. */
export type Batch = IntentRow<typeof couponBatches>;

/** One batch of a pool at a time. What Shopify refuses is a result of the batch, so no error proves that nothing was done. */
export const batchIntent: IntentDefinition<typeof couponBatches> = {
  noun: "batch of coupons",
  table: couponBatches,
  key: ["poolId"],
  finishTask: "coupons.finish-batches",
  busyMessage: "Codes of this pool are being sent to Shopify. Try again in a minute.",
  lostMessage: "Another process has taken over these codes.",
  isUndone: () => false,
};

const STATE_OF: Record<BatchKind, "waiting" | "removing"> = { add: "waiting", remove: "removing" };

/** Whether codes of a pool are being added or removed. */
export const hasBatch = async (tx: ShopTransaction, shop: string, poolId: number): Promise<boolean> =>
  (await tx.$count(couponBatches, and(eq(couponBatches.shop, shop), eq(couponBatches.poolId, poolId)))) > 0;

/** Opens the next batch of a pool that has none, with its codes. @returns null when there is nothing to send */
export async function openNextBatch(shop: string): Promise<Batch | null> {
  try {
    return await withShop(shop, async (tx) => {
      const { rows } = await tx.$client.query<{ pool_id: string; state: "waiting" | "removing" }>(
        `SELECT pool_id, state FROM coupon_codes AS c
          WHERE shop = $1 AND state IN ('waiting', 'removing')
            AND NOT EXISTS (SELECT FROM coupon_batches AS b WHERE b.shop = c.shop AND b.pool_id = c.pool_id)
          ORDER BY pool_id, id LIMIT 1`,
        [shop],
      );
      const [next] = rows;
      if (!next) return null;
      const kind: BatchKind = next.state === "waiting" ? "add" : "remove";
      const batch = await openIntent(tx, batchIntent, {
        shop,
        poolId: Number(next.pool_id),
        id: randomUUID(),
        kind,
        startedAt: new Date(),
      });
      const ids = tx
        .select({ id: couponCodes.id })
        .from(couponCodes)
        .where(
          and(
            eq(couponCodes.shop, shop),
            eq(couponCodes.poolId, batch.poolId),
            eq(couponCodes.state, STATE_OF[kind]),
          ),
        )
        .orderBy(couponCodes.id)
        .limit(MAX_CODES_PER_CALL);
      await tx
        .update(couponCodes)
        .set({ batchId: batch.id })
        .where(and(eq(couponCodes.shop, shop), inArray(couponCodes.id, ids)));
      return batch;
    });
  } catch (error) {
    // Another process opened a batch of the pool at the same time.
    if (isUniqueViolation(error) || (error instanceof Refusal && error.status === 409)) return null;
    throw error;
  }
}
