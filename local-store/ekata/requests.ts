import { shops } from "../config.ts";
import type { Store } from "../data/database.ts";

/** The API key that Ekata issued for a shop. */
export const ekataKey = (handle: string): string => `ekata-local-${handle}`;

/** The domain of the shop that a key belongs to, or undefined. */
export const findShopByKey = (key: unknown): string | undefined =>
  shops.find(({ handle }) => key === ekataKey(handle))?.domain;

/** A logged request, without its key. */
interface EkataRequest {
  status: number;
  query: Record<string, string>;
}

/** Logs a request and the status of its answer. */
export async function logEkataRequest(
  store: Store,
  shop: string,
  { status, query }: EkataRequest,
): Promise<void> {
  await store.pool.query(
    "INSERT INTO ekata_requests (shop, received_at, status, query) VALUES ($1, $2, $3, $4)",
    [shop, new Date(store.clock.now()), status, JSON.stringify(query)],
  );
}

/** The latest requests of a shop, newest first. */
export async function listEkataRequests(store: Store, shop: string): Promise<EkataRequest[]> {
  const { rows } = await store.pool.query<EkataRequest>(
    "SELECT status, query FROM ekata_requests WHERE shop = $1 ORDER BY id DESC LIMIT 500",
    [shop],
  );
  return rows;
}
