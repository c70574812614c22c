import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { isFirstDelivery } from "../webhooks/first-delivery.server";
import {
  type WebhookDelivery,
  type WebhookHandler,
  webhookHandler,
} from "../webhooks/webhook-handler.server";
import { recordHeard } from "./freshness.server";
import type { MirrorDeclaration, MirroredRow } from "./mirror-declaration.server";

interface RowActions {
  forget(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<void>;
  markStale(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<void>;
}

/**
 * Makes the handler of a mirror's webhooks. Deliveries come at least once and in any order: a repeated one has no second effect,
 * and one that is older than the mirror changes nothing. A newer one only marks the row as stale. The row is then read by id, so
 * what is written is what Shopify really has.
 */
export function createWebhookIntake<Row extends MirroredRow, Line, Payload, PartLine>(
  mirror: MirrorDeclaration<Row, Line, Payload, PartLine>,
  { forget, markStale }: RowActions,
): WebhookHandler {
  const { name, table, publish, webhooks } = mirror;

  async function receive({ shop, topic, deliveryId, payload }: WebhookDelivery<Payload>): Promise<void> {
    const id = webhooks.idIn(payload);
    if (id === null) return;
    const deleted = await withShop(shop, async (tx) => {
      if (!(await isFirstDelivery(tx.$client, shop, deliveryId, topic))) return false;
      if (webhooks.deletedTopics.includes(topic)) {
        await forget(tx, shop, [id]);
        // A transaction that overlaps with this one may add the row again: it doesn't see the deletion yet.
        await markStale(tx, shop, [id]);
        return true;
      }
      if (!(await isKnown(tx, shop, id, topic, payload))) await markStale(tx, shop, [id]);
      return false;
    });
    await recordHeard(shop, name);
    if (deleted) publish?.(shop, [id]);
  }

  /** Backroom's own changes are written to the mirror before their webhooks arrive: they carry nothing new. */
  async function isKnown(
    tx: ShopTransaction,
    shop: string,
    id: number,
    topic: string,
    payload: Payload,
  ): Promise<boolean> {
    const changedAt = webhooks.changedAt(payload);
    if (!changedAt) return false;
    const { rows } = await tx.$client.query<{ is_newer: boolean } & Record<string, unknown>>(
      `SELECT updated_at > $3::timestamptz AS is_newer, ${webhooks.compared.join(", ")}
         FROM ${table} WHERE shop = $1 AND id = $2 AND updated_at >= $3::timestamptz`,
      [shop, id, changedAt],
    );
    const row = rows[0];
    return row !== undefined && (row.is_newer || webhooks.saysTheSame(topic, payload, row));
  }

  return webhookHandler<Payload>(`${name}.mirror`, webhooks.topics, receive, { payload: webhooks.payload });
}
