import { formatDashedDateTime } from "~/platform/dates/date-text";
import type { TestShop } from "../../support/test-shop.ts";
import { DEMO } from "../../support/test-shop.ts";
import { work } from "../imports/support.ts";
import { addProduct } from "../products/support.ts";

/** The demo shop's time zone. */
export const TIME_ZONE = "America/New_York";
const HOUR = 3_600_000;

const START = Math.floor(Date.now() / 1000) * 1000;

/** The instant this many hours after the tests of a file began, at a whole second: the same hours are the same instant. */
export const inHours = (hours: number): Date => new Date(START + hours * HOUR);

/** A moment as files and calls have it. */
export const dateInHours = (hours: number): string => formatDashedDateTime(inHours(hours), TIME_ZONE);

/** Puts a product into the store and the mirror. @returns its number */
export async function addMirroredProduct(
  shop: TestShop,
  handle: string,
  variants: readonly { sku: string | null; price: number; compareAt?: number; cost?: number }[],
): Promise<number> {
  const number = await addProduct(shop.localStore, {
    handle,
    variants: variants.map(({ sku, price, compareAt, cost }, index) => ({
      sku,
      price_cents: price,
      compare_at_price_cents: compareAt ?? null,
      cost_cents: cost ?? null,
      option_values: [`Size ${index + 1}`],
    })),
  });
  await readIntoMirror([number]);
  return number;
}

export async function readIntoMirror(numbers: number[]): Promise<void> {
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.readIntoMirror(DEMO, numbers, { priority: "bulk" });
}

/** Starts what is due at a moment, and works on the jobs as a worker does. @returns their rows */
export async function applyDue(now: Date) {
  const { startDuePrices } = await import("~/functions/bulkprice/start-due-prices.server");
  const rows = [];
  for (const jobId of await startDuePrices(DEMO, now)) rows.push(...(await work(jobId)));
  return rows;
}

/** Retries the failed rows of a job, and works on it. @returns its rows */
export async function retry(jobId: string) {
  const [{ retryFailedItems }, { withShop }] = await Promise.all([
    import("~/platform/jobs/control-job.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  await withShop(DEMO, (tx) => retryFailedItems(tx, DEMO, jobId));
  return work(jobId);
}

/** The prices of a product's variants in the store itself, by SKU, and its tags. */
export async function inStore(shop: TestShop, productNumber: number) {
  const { pool } = shop.localStore.store;
  const { rows } = await pool.query<{ sku: string; price: number; compare_at: number | null }>(
    `SELECT sku, price_cents::int AS price, compare_at_price_cents::int AS compare_at FROM variants
      WHERE shop = $1 AND product_id = $2 ORDER BY position`,
    [DEMO, productNumber],
  );
  const { rows: products } = await pool.query<{ tags: string[] }>(
    "SELECT tags FROM products WHERE shop = $1 AND id = $2",
    [DEMO, productNumber],
  );
  return {
    prices: Object.fromEntries(rows.map(({ sku, price }) => [sku, price])),
    compareAt: Object.fromEntries(rows.map(({ sku, compare_at }) => [sku, compare_at])),
    tags: products[0]?.tags ?? [],
  };
}

/** Changes a price in the store as someone else would, and has the mirror follow. @param compareAt absent, it stays */
export async function changeElsewhere(
  shop: TestShop,
  productNumber: number,
  sku: string,
  price: number,
  compareAt?: number,
) {
  const { updateVariants } = await import("../../../local-store/catalog/update-variants.ts");
  const { store } = shop.localStore;
  const { rows } = await store.pool.query<{ id: string }>(
    "SELECT id FROM variants WHERE shop = $1 AND product_id = $2 AND sku = $3",
    [DEMO, productNumber, sku],
  );
  const values = {
    price_cents: price,
    ...(compareAt !== undefined && { compare_at_price_cents: compareAt }),
  };
  const changes = rows.map(({ id }) => ({ id: Number(id), values }));
  await updateVariants(store, DEMO, productNumber, changes, false);
  await readIntoMirror([productNumber]);
}

/** The headings of a file, as the specified payload has them. */
export const COLUMNS = [
  "MODEL",
  "PRICE",
  "COMPARE_AT_PRICE",
  "EFFECTIVE_DATE",
  "BELOW_MAPP_ITEM_TAG",
  "END_DATE",
];

/** A file with these rows. */
export const priceFile = (...rows: string[][]) => ({
  kind: "prices",
  name: "prices.csv",
  columns: COLUMNS,
  rows,
});

/** A row of a file without a compare-at price, that begins and ends in this many hours. */
export const priceRow = (sku: string, price: string, from: number, to: number | null, tag = "") => [
  sku,
  price,
  "",
  dateInHours(from),
  tag,
  to === null ? "" : dateInHours(to),
];
