import type pg from "pg";
import { SHOP } from "./backroom.ts";
import { withoutIndexes } from "./without-indexes.ts";

const DAYS = 5 * 365;
const PER_CHUNK = 500_000;
const LAST_NAMES = 1_000;
const CUSTOMERS = 500_000;
export const RETAILERS = 10;
export const DENY_REASONS = 10;
const NEWEST = "timestamptz '2026-11-01T00:00:00Z'";

/** The last name of many submissions: 2,000 of 2,000,000. */
export const benchName = (number: number): string => `Family${String(number % LAST_NAMES).padStart(4, "0")}`;

/** Replaces the submissions by this many, over five years. The newest hundredth is open, and a tenth is of a loyalty promotion. */
export async function fillSubmissions(database: pg.Pool, count: number): Promise<void> {
  const client = await database.connect();
  try {
    await client.query("TRUNCATE submissions, submission_counts, promotions, deny_reasons, hold_reasons");
    await client.query(PROMOTIONS, [SHOP]);
    await client.query(REASONS, [SHOP, DENY_REASONS]);
    await withoutIndexes(client, ["submissions"], async () => {
      for (let first = 0; first < count; first += PER_CHUNK)
        await client.query(SUBMISSIONS, [SHOP, first, Math.min(count, first + PER_CHUNK) - 1, count]);
    });
    await client.query("VACUUM ANALYZE submission_counts");
  } finally {
    client.release();
  }
}

const PROMOTIONS = `
  INSERT INTO promotions (shop, id, name, choices, reward_variant_id, reward_title, submission_limit, is_loyalty, key, created_at,
                          created_by_id, created_by_name, operation_id)
  SELECT $1, n, 'Bench ' || n, '{"retailers": [], "models": [], "methods": [], "ages": [], "genders": [], "countries": [], "states": []}',
         1, 'Bench', 'none', n = 2, 'bench-' || n, now(), '1', 'Bench', gen_random_uuid()
    FROM generate_series(1, 2) AS n`;

const REASONS = `
  WITH denied AS (
    INSERT INTO deny_reasons (shop, id, reason, is_loyalty)
    SELECT $1, n, 'Bench ' || n, n % 2 = 0 FROM generate_series(1, $2::int) AS n)
  INSERT INTO hold_reasons (shop, id, reason) SELECT $1, n, 'Bench ' || n FROM generate_series(1, 3) AS n`;

/** `draw(n, salt)`: a number below n that depends on the row's number alone, so that every run has the same rows. */
const draw = (below: number, salt: number) => `(hashint4(n * 31 + ${salt}) & 2147483647) % ${below}`;
const choice = (salt: number, ...texts: string[]) =>
  `(ARRAY[${texts.map((text) => `'${text}'`).join(", ")}])[1 + ${draw(texts.length, salt)}]`;
const PERSON = draw(CUSTOMERS, 1);
const LAST_NAME = `'Family' || lpad((${draw(LAST_NAMES, 2)})::text, 4, '0')`;
const REVIEWER = `CASE ${draw(20, 3)} WHEN 0 THEN '1' ELSE 'reviewer' || ${draw(20, 3)} END`;

const SUBMISSIONS = `
  WITH rows AS (
    SELECT n, ${NEWEST} - make_interval(secs => ($4::int - n)::float8 * ${DAYS * 86_400} / $4::int) AS at,
           ${draw(10, 4)} = 0 AS is_loyalty,
           CASE WHEN n >= $4::int * 0.99 THEN ${choice(5, "Unassigned", "Unassigned", "Assigned", "In Review")}
                WHEN ${draw(10, 6)} = 0 THEN 'Denied'
                ELSE ${choice(7, "Delivered", "Delivered", "Delivered", "Delivered", "Delivered", "Delivered", "Shipped", "Order Created")} END AS status
      FROM generate_series($2::int, $3::int) AS n)
  INSERT INTO submissions (shop, promotion_id, is_loyalty, operation_id, link_id, status, created_at, first_name, last_name, email, gender,
      age_range, purchasing_method, purchase_day, receipt_id, receipt_key, model_number, retailer, purchase_city, purchase_state,
      shipping_first_name, shipping_last_name, shipping_address1, shipping_city, shipping_state, shipping_postal_code, shipping_country,
      shipping_phone, is_address_used, is_receipt_id_used, reviewer_id, reviewer_email, first_assigned_at, assigned_at,
      hold_reason_id, deny_reason_id, denier_id, denier_email, denied_at, approver_id, approver_email, approved_at, decided_at, order_id,
      order_name, fulfillment_status)
  SELECT $1, CASE WHEN is_loyalty THEN 2 ELSE 1 END, is_loyalty, md5('operation' || n)::uuid, md5('link' || n)::uuid, status, at,
         'Given' || ${draw(200, 8)}, ${LAST_NAME}, 'customer' || ${PERSON} || '@bench.example', ${choice(9, "Female", "Male", "Other")},
         ${choice(10, "18-24", "25-34", "35-44", "45-54", "55-64")}, ${choice(11, "In store", "Online")},
         (at - make_interval(days => ${draw(30, 12)}))::date, 'R-' || n, 'r' || n, 'DC-' || ${draw(500, 13)},
         'Retailer ' || ${draw(RETAILERS, 14)}, 'City ' || ${draw(2_000, 15)}, 'State ' || ${draw(50, 16)},
         'Given' || ${draw(200, 8)}, ${LAST_NAME}, ${PERSON} || ' Main Street', 'City ' || ${draw(2_000, 15)}, 'State ' || ${draw(50, 16)},
         lpad((${draw(90_000, 17)})::text, 5, '0'), 'United States', '5551234567', ${draw(4, 18)} = 0,
         ${draw(50, 19)} = 0,
         CASE WHEN status <> 'Unassigned' THEN ${REVIEWER} END, CASE WHEN status <> 'Unassigned' THEN ${REVIEWER} || '@staff.example' END,
         CASE WHEN status <> 'Unassigned' THEN at + interval '1 hour' END, CASE WHEN status <> 'Unassigned' THEN at + interval '1 hour' END,
         CASE WHEN status IN ('Assigned', 'In Review') AND ${draw(10, 20)} = 0 THEN 1 + ${draw(3, 21)} END,
         CASE WHEN status = 'Denied' THEN 1 + ${draw(DENY_REASONS, 22)} END,
         CASE WHEN status = 'Denied' THEN ${REVIEWER} END, CASE WHEN status = 'Denied' THEN ${REVIEWER} || '@staff.example' END,
         CASE WHEN status = 'Denied' THEN at + interval '1 day' END,
         CASE WHEN is_ordered THEN ${REVIEWER} END, CASE WHEN is_ordered THEN ${REVIEWER} || '@staff.example' END,
         CASE WHEN is_ordered THEN at + interval '1 day' END,
         CASE WHEN is_ordered OR status = 'Denied' THEN at + interval '1 day' END,
         CASE WHEN is_ordered THEN 8800000000 + n END, CASE WHEN is_ordered THEN '#P' || n END,
         CASE status WHEN 'Order Created' THEN 'Unfulfilled' WHEN 'Shipped' THEN 'Shipped' WHEN 'Delivered' THEN 'Delivered' END
    FROM rows, LATERAL (SELECT status IN ('Order Created', 'Shipped', 'Delivered') AS is_ordered) AS ordered ORDER BY n`;
