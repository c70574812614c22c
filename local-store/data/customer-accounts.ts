import { createHmac, timingSafeEqual } from "node:crypto";
import { application } from "../config.ts";
import { customerPayload } from "../webhooks/customer-payload.ts";
import { emit } from "../webhooks/emit.ts";
import { type Store, transaction } from "./database.ts";
import { findCustomer } from "./find-customers.ts";
import { shopifyNow } from "./instants.ts";
import type { CustomerRow, ShopRow } from "./rows.ts";
import { keepSearchVersion } from "./search-lag.ts";
import { findShop } from "./shops.ts";

/** The webhook topic for each state of a classic account. */
const TOPIC = { INVITED: null, ENABLED: "customers/enable" } as const;

/** Sets the state of a customer's classic account. @returns null if the customer doesn't exist or already has the state */
export async function setCustomerAccountState(
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
    await keepSearchVersion(client, store, shop, id, before);
    const payload = customerPayload(after, (await findShop(client, shop))?.currency ?? "USD");
    await emit(client, store, shop, "customers/update", payload);
    const topic = TOPIC[state];
    if (topic) await emit(client, store, shop, topic, payload);
    return after;
  });
}

/** Sets the kind of customer accounts that the shop uses. */
export async function setCustomerAccountsVersion(
  store: Store,
  shop: string,
  version: ShopRow["customer_accounts_version"],
): Promise<void> {
  await store.pool.query("UPDATE shops SET customer_accounts_version = $2 WHERE domain = $1", [
    shop,
    version,
  ]);
}

/** The token in the URL of Shopify's account invitation. It is bound to the customer and their email address. */
export const activationToken = ({ shop, id, email }: CustomerRow): string =>
  createHmac("sha256", application.apiSecret)
    .update(JSON.stringify([shop, id, email]))
    .digest("hex");

/** The customer that an activation link belongs to, or null if the link is invalid. */
export async function findCustomerToActivate(
  store: Store,
  shop: string,
  id: number,
  token: string,
): Promise<CustomerRow | null> {
  const customer = await findCustomer(store.pool, shop, id);
  if (!customer) return null;
  const [actual, expected] = [Buffer.from(token), Buffer.from(activationToken(customer))];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? customer : null;
}
