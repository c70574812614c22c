import { randomUUID } from "node:crypto";
import pg from "pg";
import { cents } from "~/platform/money/cents";
import { type BenchBackroom, SHOP } from "./backroom.ts";
import { fillCustomers } from "./ledger-fill.ts";
import { against, perCent, whole } from "./table.ts";

const CLIENTS = 32;
/** As many customers as are posted for. */
const CUSTOMERS = 1_000;
const ROUNDS = 3;

/**
 * Postings over /api, and in batches as an import posts them, beside bare PostgreSQL on the same server with the same settings.
 * The three take turns: what else runs on the machine slows them alike. Lines for the report.
 */
export async function measureLedger(backroom: BenchBackroom, seconds: number): Promise<string[]> {
  const customers = await fillCustomers(backroom.database, CUSTOMERS);
  const anyCustomer = () => customers[Math.floor(Math.random() * customers.length)] as number;
  const { database } = backroom;
  const { rows } = await database.query<{ settings: string }>(
    `SELECT string_agg(name || ' ' || setting, ', ' ORDER BY name) AS settings FROM pg_settings
      WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes')`,
  );
  // The first of each makes code and caches warm.
  const rounds: { bare: number; api: number; many: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    rounds.push({
      bare: await bareRate(backroom, seconds / ROUNDS, anyCustomer),
      api: await apiRate(backroom, seconds / ROUNDS, anyCustomer),
      many: await setRate(backroom, seconds / ROUNDS, customers),
    });
  const measured = rounds.slice(1);
  const rate = (way: "bare" | "api" | "many") => Math.max(...measured.map((round) => round[way]));
  const bare = rate("bare");
  const ratio = (own: number, share: number) =>
    against(perCent(own / bare), own / bare >= share, `target ${perCent(share)}`);
  const each = (way: "bare" | "api" | "many") => measured.map((round) => whole(round[way])).join(", ");
  return [
    `ledger, the best of ${ROUNDS} rounds (${rows[0]?.settings}):`,
    `  one posting as a CTE, ${CLIENTS} clients: ${whole(bare)} postings/s (${each("bare")})`,
    `  over /api, ${CLIENTS} clients: ${whole(rate("api"))} postings/s, ${ratio(rate("api"), 0.06)} (${each("api")})`,
    `  1,000 in a transaction, as an import posts: ${whole(rate("many"))} postings/s, ${ratio(rate("many"), 0.4)} (${each("many")})`,
  ];
}

/** Runs `work` by several clients for this long. @returns how often it was done per second */
async function rateOf(clients: number, seconds: number, work: (client: number) => Promise<number>) {
  let done = 0;
  const started = performance.now();
  const until = started + seconds * 1_000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < until) {
        const more = await work(client);
        done += more;
      }
    }),
  );
  return done / ((performance.now() - started) / 1_000);
}

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

async function bareRate(
  { databaseUrl }: BenchBackroom,
  seconds: number,
  anyCustomer: () => number,
): Promise<number> {
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

const apiRate = ({ call }: BenchBackroom, seconds: number, anyCustomer: () => number): Promise<number> =>
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
async function setRate(
  { databaseUrl }: BenchBackroom,
  seconds: number,
  customers: readonly number[],
): Promise<number> {
  process.env.DATABASE_URL = databaseUrl;
  const [{ withShop }, { post }, { closeDatabase }, { closeQueueSender }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/post.server"),
    import("~/platform/db/pool.server"),
    import("~/platform/jobs/queue.server"),
  ]);
  const by = { id: "1", name: "Bench", email: "" };
  const wanted = customers.map((customerId) => ({
    customerId,
    type: "Credit" as const,
    amountCents: cents(100),
    reference: "Bench",
  }));
  try {
    return await rateOf(1, seconds, async () => {
      const posting = { by, operationKey: `1:${randomUUID()}`, now: new Date() };
      await withShop(SHOP, (tx) => post(tx, SHOP, wanted, posting));
      return customers.length;
    });
  } finally {
    await closeQueueSender();
    await closeDatabase();
  }
}
