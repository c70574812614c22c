import type pg from "pg";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";
import { forgetCustomers, noteHeard } from "./mirror.server";
import { customerNumber } from "./mirror-row";
import { publishCustomers } from "./publish.server";
import { noteStale } from "./refresh.server";

/** The topics that are about one customer, by Shopify's names in capitals. */
const CUSTOMER_TOPICS: ReadonlySet<string> = new Set([
  "CUSTOMERS_CREATE",
  "CUSTOMERS_UPDATE",
  "CUSTOMERS_DELETE",
  "CUSTOMER_TAGS_ADDED",
  "CUSTOMER_TAGS_REMOVED",
]);

/** True for the topics that `receiveCustomerWebhook` takes in. */
export const isCustomerTopic = (topic: string): boolean => CUSTOMER_TOPICS.has(topic);

/** A webhook whose signature has been verified. */
export interface CustomerWebhook {
  shop: string;
  /** Shopify's name of the topic in capitals, for example `CUSTOMERS_UPDATE`. */
  topic: string;
  /** The same for every repetition of a delivery. */
  deliveryId: string;
  payload: {
    id?: number | string;
    admin_graphql_api_id?: string;
    customerId?: string;
    updated_at?: string;
    occurredAt?: string;
    /** Of the tag topics: which ones were added or removed. */
    tags?: string[];
    email?: string | null;
    first_name?: string | null;
    last_name?: string | null;
  };
}

/**
 * Takes in what Shopify says about a customer. Deliveries come at least once and in any order: a repeated one has no
 * second effect, and one that is older than the mirror changes nothing. A newer one only marks the customer; they are
 * then read by id, so what is written is what the store really holds.
 */
export async function receiveCustomerWebhook({
  shop,
  topic,
  deliveryId,
  payload,
}: CustomerWebhook): Promise<void> {
  const customerId = customerNumber(
    String(payload.admin_graphql_api_id ?? payload.customerId ?? payload.id ?? ""),
  );
  if (customerId === null) return;
  const deleted = await withShop(shop, async (tx) => {
    if (!(await isFirstDelivery(tx.$client, shop, deliveryId, topic))) return false;
    if (topic === "CUSTOMERS_DELETE") {
      await forgetCustomers(tx, shop, [customerId]);
      return true;
    }
    if (!(await mirrorKnows(tx, shop, customerId, topic, payload))) await noteStale(tx, shop, [customerId]);
    return false;
  });
  await noteHeard(shop);
  if (deleted) publishCustomers(shop, [customerId]);
}

/** Notes a delivery, in the caller's transaction. @returns false when it was taken in before */
export async function isFirstDelivery(
  client: pg.ClientBase,
  shop: string,
  id: string,
  topic: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    "INSERT INTO webhook_deliveries (shop, id, topic) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [shop, id, topic],
  );
  return rowCount === 1;
}

/**
 * Our own changes are written through before their webhooks arrive: those have nothing new to say. Shopify's times are whole
 * seconds, so within the same second only what the webhook itself says can tell.
 */
async function mirrorKnows(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  topic: string,
  payload: CustomerWebhook["payload"],
): Promise<boolean> {
  const happenedAt = payload.updated_at ?? payload.occurredAt;
  if (!happenedAt) return false;
  const { rows } = await tx.$client.query<MirroredFacts>(
    `SELECT updated_at > $3::timestamptz AS newer, tags, email, first_name, last_name
       FROM customers WHERE shop = $1 AND id = $2 AND updated_at >= $3::timestamptz`,
    [shop, customerId, happenedAt],
  );
  const row = rows[0];
  return row !== undefined && (row.newer || saysTheSame(topic, payload, row));
}

interface MirroredFacts {
  newer: boolean;
  tags: string[];
  email: string | null;
  first_name: string | null;
  last_name: string | null;
}

function saysTheSame(topic: string, payload: CustomerWebhook["payload"], row: MirroredFacts): boolean {
  const tags = new Set(row.tags.map((tag) => tag.toLowerCase()));
  if (payload.tags) {
    const added = topic === "CUSTOMER_TAGS_ADDED";
    return payload.tags.every((tag) => tags.has(tag.toLowerCase()) === added);
  }
  const same = (theirs: string | null | undefined, ours: string | null) =>
    theirs === undefined || (theirs ?? "") === (ours ?? "");
  return (
    same(payload.email, row.email) &&
    same(payload.first_name, row.first_name) &&
    same(payload.last_name, row.last_name)
  );
}

/** Every night: a delivery is not repeated after more than two days, so older ones need not be remembered. */
export const forgetOldDeliveries: Task = {
  name: "webhooks.forget-old-deliveries",
  schedule: "30 3 * * *",
  async run(shop) {
    await withShop(shop, (tx) =>
      tx.$client.query(
        "DELETE FROM webhook_deliveries WHERE shop = $1 AND received_at < now() - interval '7 days'",
        [shop],
      ),
    );
  },
};
