import { liveAdminApi } from "~/connectors/shopify/live.server";
import { customersByIds, MIRRORED_METAFIELDS } from "~/connectors/shopify/operations/customers";
import type { CallOptions } from "~/connectors/shopify/port";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { requestTask, type Task } from "~/platform/jobs/task.server";
import { forgetCustomers, mirrorCustomers, noteHeard } from "./mirror.server";
import { customerGid, customerNumber, mirrorRowOf } from "./mirror-row";
import { publishCustomers } from "./publish.server";

/** Shopify reads at most this many by id at a reasonable cost. */
const PER_CALL = 25;

/** Reads the customers that webhooks told about from the store, until none is stale. */
export const refreshStaleCustomers: Task = {
  name: "customers.refresh",
  async run(shop, signal) {
    while (!signal.aborted && (await refreshSome(shop, signal)));
  },
};

/** Notes customers whose row in the mirror may be behind the store, and asks for them to be read again. */
export async function noteStale(
  tx: ShopTransaction,
  shop: string,
  customerIds: readonly number[],
): Promise<void> {
  await tx.$client.query(
    `INSERT INTO stale_customers (shop, customer_id) SELECT $1, unnest($2::bigint[])
     ON CONFLICT (shop, customer_id) DO UPDATE SET noted_at = clock_timestamp()`,
    [shop, customerIds],
  );
  await requestTask(refreshStaleCustomers, shop, { tx });
}

/** @returns false when nothing was stale */
async function refreshSome(shop: string, signal: AbortSignal): Promise<boolean> {
  const { rows: stale } = await withShop(shop, (tx) =>
    tx.$client.query<{ customer_id: string; noted_at: string }>(
      "SELECT customer_id, noted_at::text FROM stale_customers WHERE shop = $1 ORDER BY noted_at, customer_id LIMIT $2",
      [shop, PER_CALL],
    ),
  );
  if (stale.length === 0) return false;
  const ids = stale.map((row) => Number(row.customer_id));
  await readIntoMirror(shop, ids, { priority: "bulk", signal });
  // Noted again meanwhile: read again.
  await withShop(shop, (tx) =>
    tx.$client.query(
      `DELETE FROM stale_customers s USING unnest($2::bigint[], $3::timestamptz[]) AS read(customer_id, noted_at)
        WHERE s.shop = $1 AND s.customer_id = read.customer_id AND s.noted_at = read.noted_at`,
      [shop, ids, stale.map((row) => row.noted_at)],
    ),
  );
  await noteHeard(shop);
  publishCustomers(shop, ids);
  return true;
}

/** Reads customers from the store by their numbers and brings the mirror up to date with them. */
export async function readIntoMirror(shop: string, ids: readonly number[], call: CallOptions): Promise<void> {
  const api = liveAdminApi(shop);
  for (let start = 0; start < ids.length; start += PER_CALL) {
    const some = ids.slice(start, start + PER_CALL);
    const asked = { ids: some.map(customerGid), keys: MIRRORED_METAFIELDS };
    const { nodes } = await api.run(customersByIds, asked, call);
    const found = nodes.filter((node) => node !== null);
    const alive = new Set(found.map((node) => customerNumber(node.id)));
    const gone = some.filter((id) => !alive.has(id));
    // Each of the two locks customers first and the kept counts last; together in one transaction they could meet a
    // decision halfway and wait for each other.
    if (gone.length > 0) await withShop(shop, (tx) => forgetCustomers(tx, shop, gone));
    await withShop(shop, (tx) => mirrorCustomers(tx, shop, found.map(mirrorRowOf)));
  }
}
