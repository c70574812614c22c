import pg from "pg";
import { type BenchBackroom, SHOP, until } from "../backroom.ts";
import { fillLocalStore } from "../rebuild.ts";
import { fillShop, ORDER_DAYS, type ShopSize } from "./fill-shop.ts";

/** Rebuilds, syncs and reports (seconds). */
const LIMIT = 1_800;

/** What the store itself has. The engines get these products: the time that a stand-in needs to search isn't Backroom's. */
export interface StoreSize {
  products: number;
  orders: number;
}

/** What the addresses of pages name. */
export interface PreparedShop {
  size: ShopSize;
  /** The number of a collection with filters. */
  collection: number;
  /** SKUs and titles of products that the engines have. */
  indexed: { sku: string; title: string }[];
  /** Names of fulfilled orders that the store has. */
  storeOrders: string[];
}

interface Freshness {
  rebuiltAt: string | null;
}

const FILTERS = ["vendor", "availability", "option:size", "specs.material", "price"];

/**
 * Prepares the shop whose pages are measured: the store's own products and orders are read, sent to both engines and assessed by Ekata,
 * then the database is filled, and each report is created once.
 */
export async function prepareShop(
  backroom: BenchBackroom,
  { store, size }: { store: StoreSize; size: ShopSize },
  say: (line: string) => void,
): Promise<PreparedShop> {
  const { call, database } = backroom;
  say("  the store, its mirrors and both search engines …");
  await fillLocalStore(backroom, { customers: Math.max(100, store.orders / 5), ...store });
  await rebuild(backroom, "products");
  await rebuild(backroom, "orders");
  await connect(backroom);
  for (const name of FILTERS) await call("PATCH", "/api/filters/filtersDef", { name, active: true });
  await runJob(backroom, "POST", "/api/algolia/sync");
  await runJob(backroom, "GET", "/api/solr/update");
  const { dateFrom, dateTo } = STORE_PERIOD;
  await runJob(backroom, "GET", `/api/fraudCheck/reportFromShopify?dateFrom=${dateFrom}&dateTo=${dateTo}`);
  const indexed = await rowsOf<{ sku: string; title: string }>(
    database,
    `SELECT v.sku, p.title FROM products AS p JOIN variants AS v ON v.shop = p.shop AND v.product_id = p.id AND v.position = 1
      WHERE p.shop = $1 AND v.sku IS NOT NULL AND p.status = 'ACTIVE' AND p.is_published ORDER BY md5(p.handle) LIMIT 200`,
  );
  const storeOrders = await rowsOf<{ name: string }>(
    database,
    "SELECT name FROM orders WHERE shop = $1 AND fulfillment_status = 'FULFILLED' ORDER BY md5(name) LIMIT 200",
  );
  const collections = [...(await storeCollections(backroom)), ...FURTHER_COLLECTIONS];
  say(`  ${size.products.toLocaleString("en-US")} products, ${size.orders.toLocaleString("en-US")} orders …`);
  await fillShop(database, size, collections);
  const [collection = 0] = collections;
  for (const name of FILTERS)
    await call("POST", `/api/filters/collection/${collection}`, { collection: String(collection), name });
  say("  the reports …");
  await call("POST", "/api/salsify/selectAllFields", { active: true });
  await runJob(backroom, "GET", "/api/salsify/report");
  const month = "2026-03";
  const bundle = `date_from=${month}-01&date_to=${month}-31&bundle=true&component=true`;
  await runJob(backroom, "GET", `/api/bundle/report?${bundle}`);
  await runJob(backroom, "GET", `/api/knot?dateFrom=${ORDER_DAYS.from}&dateTo=2026-09-30`);
  return { size, collection, indexed, storeOrders: storeOrders.map(({ name }) => name) };
}

/** So that a collection has some thousand products, as in a large shop. The store doesn't have these. */
const FURTHER_COLLECTIONS = Array.from({ length: 95 }, (_, index) => 1 + index);

/** Some weeks in which the store has orders. */
const STORE_PERIOD = { dateFrom: "2026-08-01", dateTo: "2026-09-30" };

async function rebuild({ call }: BenchBackroom, mirror: "products" | "orders"): Promise<void> {
  const path = `/api/${mirror}/mirror`;
  const { rebuiltAt } = await call<Freshness>("GET", path);
  await call("POST", `${path}/rebuild`, {});
  await until(`The rebuild of ${mirror}`, LIMIT, async () => {
    const now = await call<Freshness>("GET", path);
    return now.rebuiltAt !== rebuiltAt || null;
  });
}

/** Sets up the engines and Ekata as the owner does. */
async function connect({ call, stack }: BenchBackroom): Promise<void> {
  await call("PUT", "/api/algolia/settings", {
    base_url: `${stack.localStoreUrl}/algolia`,
    applicationId: "ALGOLIA-backroom-demo",
    indexName: "products",
    apiKey: "algolia-local-backroom-demo",
  });
  await call("PUT", "/api/solr/settings", {
    base_url: `${stack.localStoreUrl}/solr`,
    collection: "products",
    configSet: "_default",
    shards: "1",
    replicas: "1",
    user: "backroom",
    password: "solr-local-backroom-demo",
  });
  await call("PUT", "/api/ekata/settings", {
    base_url: `${stack.localStoreUrl}/ekata`,
    mediumFrom: "250",
    highFrom: "400",
    key: "ekata-local-backroom-demo",
  });
}

interface Job {
  state: string;
  message: string | null;
}

/** Starts a job and waits until it is done. @throws when it ends otherwise */
async function runJob({ call }: BenchBackroom, method: string, path: string): Promise<void> {
  const answer = await call<{ jobId?: string }>(method, path, method === "POST" ? {} : undefined);
  // Algolia's call answers a text, as its specification has it. Its job is the newest one.
  const newest = () => call<{ list: { fileName: string }[] }>("GET", "/api/algolia/list");
  const jobId = answer.jobId ?? (await newest()).list[0]?.fileName;
  const job = await until(path, LIMIT, async () => {
    const read = await call<Job>("GET", `/api/jobs/${jobId}`);
    return ["queued", "running"].includes(read.state) ? null : read;
  });
  if (job.state !== "completed") throw new Error(`${path} ended as ${job.state}: ${job.message}`);
}

/** The numbers of the store's collections. */
async function storeCollections({ localStoreDatabaseUrl }: BenchBackroom): Promise<number[]> {
  const client = new pg.Client({ connectionString: localStoreDatabaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      "SELECT id FROM collections WHERE shop = $1 ORDER BY id",
      [SHOP],
    );
    return rows.map(({ id }) => Number(id));
  } finally {
    await client.end();
  }
}

const rowsOf = async <Row extends object>(database: pg.Pool, statement: string): Promise<Row[]> =>
  (await database.query<Row>(statement, [SHOP])).rows;
