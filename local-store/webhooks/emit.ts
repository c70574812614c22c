import { randomUUID } from "node:crypto";
import type { Queryable, Store } from "../data/database.ts";

interface Subscription {
  api_key: string;
  uri: string;
  url: string;
  include_fields: string[];
}

/**
 * Queues an event for every subscription to its topic. It must run in the transaction of the change, so that no webhook is lost.
 * `topic` is in the header's format (`customers/update`).
 */
export async function emit(
  db: Queryable,
  store: Store,
  shop: string,
  topic: string,
  payload: Record<string, unknown>,
): Promise<void> {
  const { rows } = await db.query<Subscription>(
    `SELECT s.api_key, s.uri, a.url, s.include_fields FROM webhook_subscriptions s JOIN apps a USING (api_key)
     WHERE s.shop = $1 AND s.topic = $2 ORDER BY s.id`,
    [shop, topic],
  );
  const eventId = randomUUID();
  for (const subscription of rows) {
    await queueDelivery(db, store, {
      shop,
      apiKey: subscription.api_key,
      topic,
      url: new URL(subscription.uri, subscription.url).href,
      eventId,
      payload: pickFields(payload, subscription.include_fields),
    });
  }
}

/** A delivery to queue. */
interface NewDelivery {
  shop: string;
  apiKey: string;
  topic: string;
  url: string;
  eventId: string;
  payload: Record<string, unknown>;
}

/** The delay of a reordered delivery, so that later ones overtake it. */
const REORDER_DELAY_MS = 3_000;

/** Queues a delivery. The shop's fault knobs may lose, duplicate, or delay it. */
async function queueDelivery(db: Queryable, store: Store, delivery: NewDelivery): Promise<void> {
  const knobs = store.faults.of(delivery.shop);
  const shouldInject = (rate: number) => store.faults.shouldInject(delivery.shop, rate);
  const lost = shouldInject(knobs.webhookLost);
  const copies = shouldInject(knobs.webhookDuplicated) ? 2 : 1;
  const delay = shouldInject(knobs.webhookReordered) ? REORDER_DELAY_MS : 0;
  const now = store.clock.now();
  const webhookId = randomUUID();
  for (let copy = 0; copy < copies; copy += 1) {
    await db.query(
      `INSERT INTO webhook_deliveries
         (shop, api_key, topic, url, webhook_id, event_id, body, triggered_at, next_attempt_at, status)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        delivery.shop,
        delivery.apiKey,
        delivery.topic,
        delivery.url,
        webhookId,
        delivery.eventId,
        JSON.stringify(delivery.payload),
        new Date(now),
        new Date(now + delay),
        lost ? "lost" : "pending",
      ],
    );
  }
}

function pickFields(payload: Record<string, unknown>, fields: string[]): Record<string, unknown> {
  if (fields.length === 0) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([name]) => fields.includes(name)));
}
