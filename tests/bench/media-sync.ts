import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type BenchBackroom, SHOP, until } from "./backroom.ts";
import { residentMegabytes } from "./memory.ts";
import { fillLocalStore } from "./rebuild.ts";
import { whole } from "./table.ts";

const LIMIT_SECONDS = 3_600;

interface Run {
  fileName: string;
  status: string;
  duration: number;
  finishedAt: string | null;
}

/**
 * Two syncs of product media from Salsify: the first one adds a picture to each product, the second one finds nothing to do. Lines for
 * the report.
 */
export async function measureMediaSync(backroom: BenchBackroom, products: number): Promise<string[]> {
  const { call, stack } = backroom;
  await fillLocalStore(backroom, { customers: 0, products });
  await fillSalsify(backroom);
  const isRebuilt = async () =>
    (await call<{ rebuiltAt: string | null }>("GET", "/api/products/mirror")).rebuiltAt;
  const before = await isRebuilt();
  await call("POST", "/api/products/mirror/rebuild", {});
  await until("The rebuild of products", LIMIT_SECONDS, async () => {
    const rebuiltAt = await isRebuilt();
    return rebuiltAt !== before ? rebuiltAt : null;
  });
  await call("PUT", "/api/salsify/settings", {
    base_url: `${stack.localStoreUrl}/salsify`,
    organization: "s-backroom-demo",
    skuProperty: "SKU",
    mediaProperties: "Main Image",
    token: "salsify-local-backroom-demo",
  });
  return [
    `first sync of ${whole(products)} products with a new picture each: ${await measureSync(backroom)}`,
    `  again, without changes: ${await measureSync(backroom)}`,
  ];
}

/** Gives each product of the store a picture in Salsify that the store doesn't have. */
async function fillSalsify({ localStoreDatabaseUrl, stack }: BenchBackroom): Promise<void> {
  const client = new pg.Client({ connectionString: localStoreDatabaseUrl });
  await client.connect();
  try {
    await client.query("DELETE FROM salsify_products WHERE shop = $1", [SHOP]);
    // A SKU of several products isn't synced.
    await client.query(
      `INSERT INTO salsify_products (shop, sku, properties)
       SELECT p.shop, min(v.sku), jsonb_build_object('Main Image', $2::text || '/cdn/demo/' || p.handle || '-salsify.svg')
         FROM products p JOIN variants v ON v.shop = p.shop AND v.product_id = p.id
        WHERE p.shop = $1 AND v.sku <> '' GROUP BY p.shop, p.id, p.handle ON CONFLICT DO NOTHING`,
      [SHOP, stack.localStoreUrl],
    );
  } finally {
    await client.end();
  }
}

/** The requests to the Admin API since the local store's start, by operation, and the mutations that changed something. */
async function readCounters({ stack }: BenchBackroom) {
  const response = await fetch(`${stack.localStoreUrl}/__counters?shop=${SHOP}`);
  return (await response.json()) as { requests: Record<string, number>; effective: Record<string, object> };
}

/** Runs a sync, and describes its time, its calls, and how much the worker's memory grew. */
async function measureSync(backroom: BenchBackroom): Promise<string> {
  const { call, stack } = backroom;
  const memory = () => residentMegabytes(stack, "worker");
  const [atStart, before] = [memory(), await readCounters(backroom)];
  let [most, isRunning] = [atStart, true];
  const watch = (async () => {
    for (; isRunning; await wait(200)) most = Math.max(most, memory());
  })();
  const { jobId } = await call<{ jobId: string }>("POST", "/api/productMedia/sync", {});
  const run = await until("The sync", LIMIT_SECONDS, async () => {
    const { list } = await call<{ list: Run[] }>("GET", "/api/productMedia/logs/list?section=productMedia");
    return list.find(({ fileName, finishedAt }) => fileName === jobId && finishedAt) ?? null;
  });
  isRunning = false;
  await watch;
  const after = await readCounters(backroom);
  const calls = Object.entries(after.requests)
    .map(([name, count]) => [name, count - (before.requests[name] ?? 0)] as const)
    .filter(([, count]) => count > 0);
  const total = calls.reduce((sum, [, count]) => sum + count, 0);
  const named = calls.map(([name, count]) => `${name} ${whole(count)}`).join(", ");
  return `${run.status} in ${whole(run.duration)} s, ${whole(total)} calls to the Admin API (${named}), the worker's memory grew by ${whole(most - atStart)} MB to ${whole(most)} MB`;
}
