/** Many rows in each table that a list reads, directly in the database. */
import pg from "pg";
import { SHOP } from "../../bench/backroom.ts";
import { fillCustomers, fillPostings } from "../../bench/ledger-fill.ts";
import { fillOrders } from "../../bench/order-fill.ts";
import { fillPrices, priceSizes } from "../../bench/price-fill.ts";
import { fillSubmissions } from "../../bench/promo-fill.ts";

const TIME = "timestamptz '2026-01-01' + n * interval '1 minute'";
const FIRST = 7_000_000_000;

/** $SHOP is the shop and $1 the number of rows. */
const FILLS = [
  `INSERT INTO mirrors (shop, name, rebuilt_at, version) VALUES ($SHOP, 'products', now(), 1000)
   ON CONFLICT (shop, name) DO UPDATE SET rebuilt_at = now(), version = 1000`,
  `INSERT INTO customers (shop, id, display_name, first_name, last_name, email, tags, created_at, updated_at, student_status, staff_status, national_partner)
   SELECT $SHOP, ${FIRST} + n, 'Mirrored ' || md5(n::text), 'Mirrored', md5(n::text), 'mirrored' || n || '@students.example', '{}', ${TIME}, now(),
          CASE n % 4 WHEN 0 THEN 'pending' WHEN 1 THEN 'approved' END, CASE n % 4 WHEN 2 THEN 'pending' END, CASE n % 4 WHEN 3 THEN 'Northern' END
     FROM generate_series(1, $1::int) AS n`,
  `INSERT INTO invitations (shop, id, audience, group_id, email, first_name, last_name, invited_at, invited_by_id, invited_by_name,
                            last_invited_at, expires_at, operation_id, state)
   SELECT $SHOP, gen_random_uuid(), audience, CASE audience WHEN 'usertype' THEN '1' ELSE '' END, 'p' || n || '@many.example', 'First' || n,
          'Last' || n, ${TIME}, '1', 'Olivia', now() - interval '1 day', now() + interval '20 days', audience || n, 'sent'
     FROM generate_series(1, $1::int) AS n, unnest(ARRAY['partner', 'usertype']) AS audience`,
  `INSERT INTO mails (shop, id, key, text_id, to_email, subject, text_body, html_body, message_id, state, created_at, queued_at, next_attempt_at)
   SELECT $SHOP, gen_random_uuid(), 'many' || n, 'ends', 'many' || n || '@mail.example', '', '', '', '', 'sent', ${TIME}, now(), now()
     FROM generate_series(1, $1::int) AS n`,
  `INSERT INTO jobs (shop, id, kind, title, state, permission, total, started_by_id, started_by_name, created_at, finished_at)
   SELECT $SHOP, md5('job' || n)::uuid, 'many', 'Many ' || n, 'completed', '"owner"', 1, '1', 'Olivia', ${TIME}, ${TIME}
     FROM generate_series(1, $1::int) AS n`,
  `INSERT INTO job_items (shop, job_id, position, label, input, state)
   SELECT $SHOP, md5('job' || n % 10 + 1)::uuid, n, 'Item ' || n, '{}', 'done' FROM generate_series(1, $1::int) AS n`,
  `INSERT INTO audit_entries (shop, at, actor_id, actor_name, action, subject_type, subject_id, flag)
   SELECT $SHOP, ${TIME}, (n % 20)::text, 'Actor ' || n % 20, 'registration.decided', 'customer', (${FIRST} + n)::text, 'showStudents'
     FROM generate_series(1, $1::int) AS n`,
  `INSERT INTO ledger_differences (shop, kind, customer_id, ours_cents, theirs_cents, what, since, seen_at, ended_at)
   SELECT $SHOP, 'shopify', ${FIRST} + n, n, n + 1, 'Difference ' || n, ${TIME}, ${TIME}, ${TIME} FROM generate_series(1, $1::int) AS n`,
  `INSERT INTO coupon_pools (shop, id, name, once_per_customer, starts_at, owner_id, owner_name)
   SELECT $SHOP, 900000 + n, 'Pool ' || n, true, now(), '1', 'Olivia' FROM generate_series(1, 5) AS n`,
  `INSERT INTO coupon_codes (shop, pool_id, code, state, created_at)
   SELECT $SHOP, 900001 + n % 5, 'MANY-' || md5(n::text), 'free', ${TIME} FROM generate_series(1, $1::int) AS n`,
];

/** Adds this number of rows to each large table of the demo shop. */
export async function fillManyRows(rows: number): Promise<void> {
  // The app's own connections have a time limit, which a statement that fills a table passes.
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
  try {
    await fillTables(pool, rows);
  } finally {
    await pool.end();
  }
}

async function fillTables(pool: pg.Pool, rows: number): Promise<void> {
  await fillSubmissions(pool, rows);
  await fillPrices(pool, priceSizes(rows));
  await fillOrders(pool, {
    prefix: "#B",
    first: FIRST,
    orders: rows,
    lines: 1,
    from: "2026-01-01",
    days: 200,
  });
  for (const fill of FILLS)
    await pool.query(fill.replaceAll("$SHOP", `'${SHOP}'`), fill.includes("$1") ? [rows] : []);
  await fillCustomers(pool, rows);
  await fillPostings(pool, rows, rows);
  await pool.query("VACUUM ANALYZE");
}
