import type pg from "pg";
import { type BenchBackroom, SHOP } from "./backroom.ts";
import { settle } from "./settle.ts";
import { against, milliseconds, whole } from "./table.ts";
import { withoutIndexes } from "./without-indexes.ts";

const ROUNDS = 200;
const WARM_UP = 20;
const TARGET_MS = 300;

/** Numbers that no other part of the bench has. */
const FIRST = 8_800_000_000;
const VENDORS = 40;
const TAGS = 200;
const COLLECTIONS = 100;

/**
 * The price workbench with one client: a page of variants with their new prices, the lowest price of 30 days and the total, for each way
 * to choose products. Lines for the report. @throws when a way finds nothing
 */
export async function measureWorkbench(backroom: BenchBackroom, products: number): Promise<string[]> {
  await fillProducts(backroom.database, products);
  await settle(backroom);
  const skus = Array.from({ length: 500 }, (_, index) => `WB-${String(index * 37).padStart(6, "0")}-1`);
  const list = await backroom.call<{ id: string }>("POST", "/api/bulkprice/workbench/skus", {
    text: skus.join("\n"),
  });
  const ways: Record<string, (round: number) => Record<string, string>> = {
    "all products": () => ({}),
    "a vendor": (round) => ({ vendor: `Vendor ${round % VENDORS}` }),
    "a vendor of few products": () => ({ vendor: "Rare" }),
    "a tag": (round) => ({ tag: `tag-${round % TAGS}` }),
    "a collection": (round) => ({ collection: String(1 + (round % COLLECTIONS)) }),
    "a vendor and a tag": (round) => ({ vendor: `Vendor ${round % VENDORS}`, tag: `tag-${round % TAGS}` }),
    "500 SKUs": () => ({ skus: list.id }),
    // Every eleventh product is archived: none of these.
    "a SKU": (round) => ({ search: `WB-${String(round * 99).padStart(6, "0")}` }),
    "a word of titles": (round) => ({ search: `Hammer ${round * 31}` }),
  };
  const lines = [`the price workbench, ${whole(products)} products with two variants, 20% lower, to .99`];
  for (const [way, choiceOf] of Object.entries(ways)) {
    const line = await measureWay(way, async (round) => {
      const query = new URLSearchParams({ ...choiceOf(round), by: "20", ending: "99" });
      return backroom.call<{ rows: unknown[] }>("GET", `/api/bulkprice/workbench?${query}`);
    });
    lines.push(line);
  }
  const started = performance.now();
  await backroom.call("GET", "/api/bulkprice/workbench/choices");
  lines.push(`  the choices, read after the page: ${milliseconds(performance.now() - started)} ms`);
  return lines;
}

/** Reads pages with one client. A line for the report. @throws when one is empty */
export async function measureWay(
  way: string,
  read: (round: number) => Promise<{ rows: unknown[] }>,
): Promise<string> {
  const took: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const started = performance.now();
    const { rows } = await read(round + WARM_UP);
    if (round >= 0) took.push(performance.now() - started);
    if (rows.length === 0) throw new Error(`Nothing was found for ${way}.`);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(took.length * share)] ?? 0;
  const p95 = against(`${milliseconds(at(0.95))} ms`, at(0.95) <= TARGET_MS, `<= ${TARGET_MS} ms`);
  return `  ${way}: p50 ${milliseconds(at(0.5))} ms, p95 ${p95}`;
}

/**
 * Products in the mirror as shoppers see them: a sixth without pictures, others with up to five. With recorded prices of all variants and a
 * change of every tenth in the last 30 days.
 * @param collections the numbers of the collections that they are in
 */
export async function fillProducts(
  database: pg.Pool,
  products: number,
  collections: readonly number[] = Array.from({ length: COLLECTIONS }, (_, index) => 1 + index),
): Promise<void> {
  const client = await database.connect();
  try {
    await withoutIndexes(client, ["products", "variants", "recorded_prices", "price_log"], async () => {
      await client.query(PRODUCTS, [SHOP, FIRST, products, collections]);
      for (const statement of FURTHER) await client.query(statement, [SHOP, FIRST, products]);
    });
  } finally {
    client.release();
  }
}

const collectionAt = (position: string) =>
  `jsonb_build_object('id', ($4::bigint[])[1 + (${position}) % cardinality($4)], 'title', 'Collection', 'handle', 'c')`;

const PRODUCTS = `
   INSERT INTO products (shop, id, handle, title, vendor, product_type, status, tags, collections, media, metafields, description_html,
                         is_published, published_at, created_at, updated_at, mirrored_at)
   SELECT $1, $2::bigint + n, 'workbench-' || n, 'Hammer ' || n, CASE WHEN n % 20000 = 0 THEN 'Rare' ELSE 'Vendor ' || n % ${VENDORS} END,
          'Tools', CASE WHEN n % 11 = 9 THEN 'ARCHIVED' ELSE 'ACTIVE' END,
          ARRAY['tag-' || n % ${TAGS}, 'tag-' || (n * 7) % ${TAGS}, 'tag-' || (n / 3) % ${TAGS}],
          jsonb_build_array(${collectionAt("n")}, ${collectionAt("n / 7")}),
          coalesce((SELECT jsonb_agg(jsonb_build_object('id', 'gid://shopify/MediaImage/' || n * 10 + place, 'type', 'IMAGE', 'status', 'READY',
                      'alt', CASE WHEN place = 3 AND n % 4 = 0 THEN '' ELSE 'Hammer ' || n END, 'src', 'https://cdn.example/' || n || '.jpg',
                      'previewUrl', 'https://cdn.example/' || n || '.jpg'))
                      FROM generate_series(1, n % 6) AS place), '[]'),
          jsonb_build_object(
            'specs.material', jsonb_build_object('type', 'single_line_text_field', 'value', (ARRAY['Steel', 'Oak', 'Rubber'])[1 + n % 3]),
            'specs.weight', jsonb_build_object('type', 'number_integer', 'value', (n % 500)::text)),
          '<p>' || repeat('A hammer that lasts. ', 12) || n || '</p>', true, now() - interval '1 year', now(), now(), now() - interval '5 hours'
     FROM generate_series(0, $3::int - 1) AS n ON CONFLICT DO NOTHING`;

const FURTHER = [
  `INSERT INTO variants (shop, id, product_id, position, title, sku, price_cents, unit_cost_cents, options, is_available, is_tracked,
                         updated_at)
   SELECT $1, $2::bigint + 2 * n + size, $2::bigint + n, size, 'Size ' || size, 'WB-' || lpad(n::text, 6, '0') || '-' || size,
          1000 + n % 9000, CASE WHEN n % 3 = 0 THEN NULL ELSE 500 + n % 4000 END,
          jsonb_build_array(jsonb_build_object('name', 'Size', 'value', (ARRAY['S', 'M', 'L'])[1 + (n + size) % 3])), n % 5 <> 0, true, now()
     FROM generate_series(0, $3::int - 1) AS n, generate_series(1, 2) AS size ON CONFLICT DO NOTHING`,
  `INSERT INTO recorded_prices (shop, price_list_id, variant_id, currency, price_cents, changed_at, since)
   SELECT shop, 0, id, 'USD', price_cents, now() - interval '3 days', now() - interval '60 days' FROM variants
    WHERE shop = $1 AND id >= $2::bigint AND id < $2::bigint + 3 * $3::bigint ON CONFLICT DO NOTHING`,
  `INSERT INTO price_log (shop, changed_at, variant_id, product_id, sku, title, currency, previous_cents, current_cents, price_list_id, customer_type)
   SELECT shop, now() - interval '3 days', id, product_id, sku, title, 'USD', price_cents + 100, price_cents, 0, '' FROM variants
    WHERE shop = $1 AND id >= $2::bigint AND id < $2::bigint + 3 * $3::bigint AND product_id % 10 = 0`,
];
