import type pg from "pg";
import { SHOP } from "./backroom.ts";
import { withoutIndexes } from "./without-indexes.ts";

/** Customers of the bench: numbers that no customer of the store has. */
const FIRST = 8_000_000_000;
const PER_CHUNK = 500_000;
/** The administrators who posted. */
const CLERKS = 20;

/** The address of a customer of the bench, from 1. */
export const benchEmail = (number: number): string => `bench${number}@ledger.example`;

/** Creates the given number of customers with an account. @returns their numbers */
export async function fillCustomers(database: pg.Pool, count: number): Promise<number[]> {
  await database.query(
    `INSERT INTO customers (shop, id, display_name, email, created_at, updated_at)
     SELECT $1, $2::bigint + n, 'Bench ' || n, 'bench' || n || '@ledger.example', now(), now() FROM generate_series(1, $3::int) AS n
     ON CONFLICT DO NOTHING`,
    [SHOP, FIRST, count],
  );
  await database.query(
    `INSERT INTO credit_accounts (shop, customer_id, currency, name, email)
     SELECT $1, $2::bigint + n, 'USD', 'Bench ' || n, 'bench' || n || '@ledger.example' FROM generate_series(1, $3::int) AS n ON CONFLICT DO NOTHING`,
    [SHOP, FIRST, count],
  );
  return Array.from({ length: count }, (_, index) => FIRST + 1 + index);
}

/** Confirmed postings of two years, spread over customers and staff, each with its own reference. */
export async function fillPostings(database: pg.Pool, customers: number, postings: number): Promise<void> {
  // Open postings of earlier runs would be dispatched during the fill.
  await database.query("DELETE FROM ledger_open WHERE shop = $1", [SHOP]);
  const client = await database.connect();
  try {
    await withoutIndexes(client, ["ledger_postings", "ledger_outcomes", "ledger_entries"], async () => {
      for (let done = 0; done < postings; done += PER_CHUNK)
        await client.query(FILL, [
          SHOP,
          FIRST,
          done,
          Math.min(postings, done + PER_CHUNK) - 1,
          customers,
          CLERKS,
          (2 * 365 * 86_400) / postings,
        ]);
    });
  } finally {
    client.release();
  }
}

const FILL = `
  WITH posting AS (
    INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, actor_id, actor_name, actor_email)
    SELECT $1, gen_random_uuid(), timestamptz '2024-11-01' + n * make_interval(secs => $7), $2::bigint + 1 + n % $5,
           'Credit', 1 + n % 50000, 'Filled ' || n, 'clerk' || n % $6, 'Clerk ' || n % $6, 'clerk' || n % $6 || '@staff.example'
      FROM generate_series($3::int, $4::int) AS n
    RETURNING id, customer_id, amount_cents, at),
  ended AS (INSERT INTO ledger_outcomes (shop, posting_id, state, at) SELECT $1, id, 'CONFIRMED', at FROM posting)
  INSERT INTO ledger_entries (shop, posting_id, account, customer_id, amount_cents, at)
  SELECT $1, id, side.account, customer_id, side.cents, at
    FROM posting, LATERAL (VALUES ('customer', amount_cents), ('issued', -amount_cents)) AS side (account, cents)`;
