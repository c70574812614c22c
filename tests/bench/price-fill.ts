import type pg from "pg";
import { firstDayOfPart } from "~/domain/prices/log-counts.server";
import { SHOP } from "./backroom.ts";
import { withoutIndexes } from "./without-indexes.ts";

/** Numbers that no product of the store has. */
const FIRST_VARIANT = 8_500_000_000;
const DAYS = 5 * 365;
const PER_CHUNK = 500_000;

/** How many rows a store has. */
export interface PriceSizes {
  /** Each has a SKU of its own. */
  variants: number;
  /** Of the price log. */
  entries: number;
  /** Of Import Price. */
  schedules: number;
}

/** The price log and Import Price of a store: 25 entries and 5 scheduled prices per variant. */
export const priceSizes = (entries: number): PriceSizes => ({
  variants: entries / 25,
  entries,
  schedules: entries / 5,
});

/** Half of all changes are of this many variants. */
const oftenChanged = ({ variants }: PriceSizes): number => Math.ceil(variants / 10);

/** One of the SKUs whose price changes often. */
export const benchSku = (number: number, sizes: PriceSizes): string =>
  `BEN-${String(number % oftenChanged(sizes)).padStart(6, "0")}`;

/** `draw(n, salt)`: a number below n that depends on the row's number alone, so that every run has the same rows. */
const draw = (below: number, salt: number) => `(hashint4(n * 31 + ${salt}) & 2147483647) % ${below}`;
const variantOf = (sizes: PriceSizes) =>
  `(CASE WHEN n % 2 = 0 THEN ${draw(oftenChanged(sizes), 1)} ELSE ${draw(sizes.variants, 1)} END)`;
const skuOf = (sizes: PriceSizes) => `'BEN-' || lpad((${variantOf(sizes)})::text, 6, '0')`;
const NEWEST = "timestamptz '2026-11-01T00:00:00Z'";

/** Brings the variants, the price log and the scheduled prices to these numbers of rows, over five years. */
export async function fillPrices(database: pg.Pool, sizes: PriceSizes): Promise<void> {
  const { variants, entries, schedules } = sizes;
  const client = await database.connect();
  try {
    await withoutIndexes(client, ["variants"], async () => {
      await client.query(VARIANTS, [SHOP, FIRST_VARIANT, variants]);
    });
    await withoutIndexes(client, ["price_log"], () => fillUpTo(client, "price_log", logOf(sizes), entries));
    await countPriceLog(client);
    await withoutIndexes(client, ["price_schedules", "price_schedule_skus"], () =>
      fillUpTo(client, "price_schedules", schedulesOf(sizes), schedules),
    );
  } finally {
    client.release();
  }
}

/** Counts the entries that were added directly, as the worker would. */
export async function countPriceLog(client: pg.ClientBase): Promise<void> {
  await client.query(COUNTS);
  await client.query("TRUNCATE price_log_skus");
  await client.query("INSERT INTO price_log_skus SELECT DISTINCT shop, sku FROM price_log");
  await client.query("VACUUM ANALYZE price_log_counts, price_log_part_counts, price_log_skus");
}

async function fillUpTo(
  client: pg.ClientBase,
  table: string,
  statement: string,
  count: number,
): Promise<void> {
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
  for (let done = Number(rows[0]?.count); done < count; done += PER_CHUNK)
    await client.query(statement, [SHOP, done, Math.min(count, done + PER_CHUNK) - 1]);
}

const VARIANTS = `
  WITH added AS (
    INSERT INTO products (shop, id, handle, title, vendor, product_type, status, created_at, updated_at)
    SELECT $1, $2::bigint + n, 'bench-' || n, 'Bench ' || n, 'Bench', '', 'ACTIVE', now(), now() FROM generate_series(0, $3::int - 1) AS n
    ON CONFLICT DO NOTHING)
  INSERT INTO variants (shop, id, product_id, position, title, sku, price_cents, updated_at)
  SELECT $1, $2::bigint + n, $2::bigint + n, 1, 'Default Title', 'BEN-' || lpad(n::text, 6, '0'), 1999, now()
    FROM generate_series(0, $3::int - 1) AS n
  ON CONFLICT DO NOTHING`;

const logOf = (sizes: PriceSizes) => `
  INSERT INTO price_log (shop, changed_at, variant_id, product_id, sku, title, currency, previous_cents, current_cents,
                         price_list_id, customer_type, actor_id, actor_name)
  SELECT $1, ${NEWEST} - make_interval(secs => ${draw(DAYS * 86_400, 2)}), ${FIRST_VARIANT} + ${variantOf(sizes)},
         ${FIRST_VARIANT} + ${variantOf(sizes)}, ${skuOf(sizes)}, 'Bench', 'USD', 1000 + ${draw(9_000, 3)}, 1000 + ${draw(9_000, 4)},
         0, '', '1', 'Bench'
    FROM generate_series($2::int, $3::int) AS n`;

/** In one transaction: the worker adds up counts, too. */
const COUNTS = `
  BEGIN;
  TRUNCATE price_log_counts, price_log_part_counts;
  INSERT INTO price_log_counts (shop, day, of_price_lists, entries, is_in_part)
  SELECT shop, (changed_at AT TIME ZONE 'UTC')::date, price_list_id <> 0, count(*), true FROM price_log GROUP BY 1, 2, 3;
  INSERT INTO price_log_part_counts (shop, first_day, of_price_lists, entries)
  SELECT shop, ${firstDayOfPart("day")}, of_price_lists, sum(entries) FROM price_log_counts GROUP BY 1, 2, 3;
  COMMIT`;

/** One in ten is in the future. Their dates are far away, so that no worker applies them. */
const schedulesOf = (sizes: PriceSizes) => `
  INSERT INTO price_schedules (shop, sku, price_cents, effective_at, below_mapp, state, actor_id, actor_name)
  SELECT $1, ${skuOf(sizes)}, 1000 + ${draw(9_000, 3)},
         CASE WHEN n % 10 = 0 THEN timestamptz '2040-01-01' + make_interval(secs => n)
              ELSE ${NEWEST} - make_interval(secs => ${draw(DAYS * 86_400, 5)}) END,
         false, CASE WHEN n % 10 = 0 THEN 'scheduled' ELSE 'applied' END, '1', 'Bench'
    FROM generate_series($2::int, $3::int) AS n`;
