import { randomUUID } from "node:crypto";
import pg from "pg";
import { type BenchBackroom, SHOP } from "./backroom.ts";
import { percentile } from "./load/plan.ts";
import { against, milliseconds, perCent, times, whole } from "./table.ts";

const CLIENTS = 32;
const CUSTOMERS = 1_000;
const PER_CHUNK = 500_000;
/** Customers of the bench: numbers that no customer of the store has. */
const FIRST = 8_000_000_000;

/** Postings over /api, set-based postings, and pages of a large ledger, beside bare PostgreSQL on the same server. Lines for the report. */
export async function measureLedger(
  backroom: BenchBackroom,
  { seconds, postings }: { seconds: number; postings: number },
): Promise<string[]> {
  await fillCustomers(backroom.database);
  const bare = await bareRate(backroom, seconds);
  const api = await apiRate(backroom, seconds);
  const many = await setRate(backroom, seconds);
  const ratio = (rate: number, share: number) =>
    against(perCent(rate / bare), rate / bare >= share, `target ${perCent(share)}`);
  const lines = [
    `ledger: one posting as a CTE, ${CLIENTS} clients: ${whole(bare)} postings/s`,
    `  over /api, ${CLIENTS} clients: ${whole(api)} postings/s, ${ratio(api, 0.06)}`,
    `  1,000 in a transaction, as an import posts: ${whole(many)} postings/s, ${ratio(many, 0.4)}`,
  ];
  return [...lines, ...(await measurePages(backroom, postings))];
}

async function fillCustomers(database: pg.Pool): Promise<void> {
  await database.query(
    `INSERT INTO customers (shop, id, display_name, email, created_at, updated_at)
     SELECT $1, $2::bigint + n, 'Bench ' || n, 'bench' || n || '@ledger.example', now(), now() FROM generate_series(1, $3::int) AS n
     ON CONFLICT DO NOTHING`,
    [SHOP, FIRST, CUSTOMERS],
  );
  await database.query(
    `INSERT INTO credit_accounts (shop, customer_id, currency, name)
     SELECT $1, $2::bigint + n, 'USD', 'Bench ' || n FROM generate_series(1, $3::int) AS n ON CONFLICT DO NOTHING`,
    [SHOP, FIRST, CUSTOMERS],
  );
}

/** Runs `work` by several clients for so long. @returns how often it was done per second */
async function rateOf(clients: number, seconds: number, work: (client: number) => Promise<number>) {
  let done = 0;
  const started = performance.now();
  const until = started + seconds * 1_000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < until) done += await work(client);
    }),
  );
  return done / ((performance.now() - started) / 1_000);
}

const anyCustomer = () => FIRST + 1 + Math.floor(Math.random() * CUSTOMERS);

/** What a posting costs at the least: its row, what is open, both entries and the balance, in one statement and one commit. */
const ONE_POSTING = `
  WITH posting AS (
    INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, actor_id, actor_name, actor_email)
    VALUES ($1, $2, now(), $3, 'Credit', 100, 'Bench', '1', 'Bench', '') RETURNING id, customer_id),
  booked AS (
    INSERT INTO ledger_entries (shop, posting_id, account, customer_id, amount_cents, at)
    SELECT $1, id, side.account, customer_id, side.cents, now()
      FROM posting, LATERAL (VALUES ('customer', 100), ('issued', -100)) AS side (account, cents)),
  ended AS (INSERT INTO ledger_outcomes (shop, posting_id, state) SELECT $1, id, 'CONFIRMED' FROM posting)
  UPDATE credit_accounts SET balance_cents = balance_cents + 100 WHERE shop = $1 AND customer_id = $3`;

async function bareRate({ databaseUrl }: BenchBackroom, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CLIENTS });
  try {
    return await rateOf(CLIENTS, seconds, async () => {
      await pool.query({ name: "one", text: ONE_POSTING, values: [SHOP, randomUUID(), anyCustomer()] });
      return 1;
    });
  } finally {
    await pool.end();
  }
}

const apiRate = ({ call }: BenchBackroom, seconds: number): Promise<number> =>
  rateOf(CLIENTS, seconds, async () => {
    await call("POST", "/api/credits/issueCredits", {
      ids: String(anyCustomer()),
      amount: "1.00",
      reference: "Bench",
      operationId: randomUUID(),
    });
    return 1;
  });

/** The ledger's own service, a thousand customers in each transaction. */
async function setRate({ databaseUrl }: BenchBackroom, seconds: number): Promise<number> {
  process.env.DATABASE_URL = databaseUrl;
  const [{ withShop }, { post }, { closeDatabase }, { closeQueueSender }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/post.server"),
    import("~/platform/db/pool.server"),
    import("~/platform/jobs/queue.server"),
  ]);
  const by = { id: "1", name: "Bench", email: "" };
  const wanted = Array.from({ length: CUSTOMERS }, (_, index) => ({
    customerId: FIRST + 1 + index,
    type: "Credit" as const,
    amountCents: 100,
    reference: "Bench",
  }));
  try {
    return await rateOf(1, seconds, async () => {
      const posting = { by, operationKey: `1:${randomUUID()}`, now: new Date() };
      await withShop(SHOP, (tx) => post(tx, SHOP, wanted, posting));
      return CUSTOMERS;
    });
  } finally {
    await closeQueueSender();
    await closeDatabase();
  }
}

/** Fills the ledger with confirmed postings over two years, and asks for its pages at their beginning and deep within. */
async function measurePages({ call, database }: BenchBackroom, postings: number): Promise<string[]> {
  // What the postings before have left open would be carried meanwhile.
  await database.query("DELETE FROM ledger_open WHERE shop = $1", [SHOP]);
  for (let done = 0; done < postings; done += PER_CHUNK) {
    await database.query(
      `WITH posting AS (
         INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, actor_id, actor_name, actor_email)
         SELECT $1, gen_random_uuid(), timestamptz '2024-11-01' + n * interval '6 seconds', $2::bigint + 1 + n % ${CUSTOMERS},
                'Credit', 1 + n % 50000, 'Filled ' || n, '1', 'Bench', '' FROM generate_series($3::int, $4::int) AS n
         RETURNING id, customer_id, amount_cents, at),
       ended AS (INSERT INTO ledger_outcomes (shop, posting_id, state, at) SELECT $1, id, 'CONFIRMED', at FROM posting)
       INSERT INTO ledger_entries (shop, posting_id, account, customer_id, amount_cents, at)
       SELECT $1, id, side.account, customer_id, side.cents, at
         FROM posting, LATERAL (VALUES ('customer', amount_cents), ('issued', -amount_cents)) AS side (account, cents)`,
      [SHOP, FIRST, done, Math.min(postings, done + PER_CHUNK) - 1],
    );
  }
  await database.query("ANALYZE ledger_postings, ledger_entries, ledger_outcomes");
  const { countHours } = await import("~/domain/ledger/hours.server");
  await countHours.run(SHOP, new AbortController().signal);
  const { closeDatabase } = await import("~/platform/db/pool.server");
  await closeDatabase();
  const pages = Math.floor(postings / 10);
  const deep = (share: number) => Math.min(100_000, Math.floor(pages * share));
  const first = await timeOf(call, "page=1");
  const lines = [
    `ledger of ${whole(postings)} postings, ${whole(postings * 2)} entries: first page ${milliseconds(first)} ms`,
  ];
  for (const [name, query] of [
    ["at depth (half)", `page=${deep(0.5)}`],
    ["at depth (most)", `page=${deep(0.99)}`],
    ["one month", "startDate=03/01/2025&endDate=03/31/2025&page=1"],
    ["amounts between 100 and 105", "creditAmount=100,105&page=1"],
    ["amounts, at depth", "creditAmount=100,105&page=200"],
    ["one customer", "customerEmail=bench7@ledger.example&page=1"],
  ] as const) {
    const time = await timeOf(call, query);
    lines.push(
      `  ${name}: ${milliseconds(time)} ms, ${against(times(time / first), time / first <= 2, "target 2x of the first page")}`,
    );
  }
  return lines;
}

async function timeOf(call: BenchBackroom["call"], query: string): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    const started = performance.now();
    await call("GET", `/api/credits/transactions?${query}`);
    taken.push(performance.now() - started);
  }
  return percentile(
    taken.toSorted((a, b) => a - b),
    0.5,
  );
}
