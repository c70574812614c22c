import { createHmac, timingSafeEqual } from "node:crypto";
import { application } from "../config.ts";
import { customerPayload } from "../webhooks/customer-payload.ts";
import { emit } from "../webhooks/emit.ts";
import { findCustomer } from "./customers.ts";
import { type Store, transaction } from "./database.ts";
import { keepForSearch } from "./index-lag.ts";
import { shopifyNow } from "./instants.ts";
import type { CustomerRow, ShopRow } from "./rows.ts";
import { findShop } from "./shops.ts";

/** What is sent about it when the state of a customer's classic account changes. */
const TOPIC = { INVITED: null, ENABLED: "customers/enable" } as const;

/** Changes the state of a customer's classic account. @returns the customer; null when there is none, or it had the state */
export async function setAccountState(
  store: Store,
  shop: string,
  id: number,
  state: keyof typeof TOPIC,
): Promise<CustomerRow | null> {
  return transaction(store, async (client) => {
    const before = await findCustomer(client, shop, id, "FOR UPDATE");
    if (!before || before.state === state) return null;
    const { rows } = await client.query<CustomerRow>(
      "UPDATE customers SET state = $3, updated_at = $4 WHERE shop = $1 AND id = $2 RETURNING *",
      [shop, id, state, shopifyNow(store)],
    );
    const after = rows[0] as CustomerRow;
    await keepForSearch(client, store, shop, id, before);
    const payload = customerPayload(after, (await findShop(client, shop))?.currency ?? "USD");
    await emit(client, store, shop, "customers/update", payload);
    const topic = TOPIC[state];
    if (topic) await emit(client, store, shop, topic, payload);
    return after;
  });
}

/** Which kind of customer accounts a shop has, as its owner chooses in the settings. */
export async function setAccountsVersion(
  store: Store,
  shop: string,
  version: ShopRow["customer_accounts_version"],
): Promise<void> {
  await store.pool.query("UPDATE shops SET customer_accounts_version = $2 WHERE domain = $1", [
    shop,
    version,
  ]);
}

/** The secret part of the address in Shopify's mail of invitation: good for this customer at this address. */
export const activationToken = ({ shop, id, email }: CustomerRow): string =>
  createHmac("sha256", application.apiSecret)
    .update(JSON.stringify([shop, id, email]))
    .digest("hex");

/** The customer whose account an activation link may enable; null for a link that is none. */
export async function customerToActivate(
  store: Store,
  shop: string,
  id: number,
  token: string,
): Promise<CustomerRow | null> {
  const customer = await findCustomer(store.pool, shop, id);
  if (!customer) return null;
  const [given, right] = [Buffer.from(token), Buffer.from(activationToken(customer))];
  return given.length === right.length && timingSafeEqual(given, right) ? customer : null;
}
