/** What waits for staff, on the home page. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ANY_DAY } from "~/functions/credits/filter-address";
import { fillSubmissions } from "../../bench/promo-fill.ts";
import { DEMO, openTwoShops, SECOND, type TwoShops } from "./two-shops.ts";

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("desk");
});
afterAll(() => shops.close());

const DAY_MS = 86_400_000;
const NOW = new Date("2026-11-28T15:00:00Z");
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

const addCustomers = (count: number, status: string, createdAt: Date, shop = DEMO) =>
  shops.query(
    `INSERT INTO customers (shop, id, display_name, created_at, updated_at, student_status)
     SELECT $1, (SELECT coalesce(max(id), 0) FROM customers) + n, 'Person ' || n, $3, $3, $4
       FROM generate_series(1, $2::int) AS n`,
    [shop, count, createdAt, status],
    shop,
  );

const addJob = (failed: number, by: string, createdAt: Date) =>
  shops.query(
    `INSERT INTO jobs (shop, id, kind, title, state, permission, total, failed, started_by_id, started_by_name, created_at)
     VALUES ($1, gen_random_uuid(), 'test', 'Approve', 'completed', '"showStudents"', 9, $2, $3, 'Someone', $4)`,
    [DEMO, failed, by, createdAt],
  );

/** The desk of an administrator, of the app with another module. */
async function deskOf(id: string, shop = DEMO) {
  const [{ modules }, { createApp }, { declareModule }, { defineDeskLine }, people, stored] =
    await Promise.all([
      import("~/modules.server"),
      import("~/core/app.server"),
      import("~/core/module.server"),
      import("~/core/desk/desk-line.server"),
      import("~/platform/auth/administrators.server"),
      import("~/platform/auth/shops.server"),
    ]);
  const added = declareModule({
    folder: "functions/added",
    declares: [
      defineDeskLine({
        name: "added",
        for: "showStudents",
        urgency: "now",
        noun: "approved student",
        action: "Greet",
        address: "/students?tab=approved",
        list: "students",
        records: ({ shop: { domain } }) => ({
          from: sql`customers`,
          at: sql`created_at`,
          where: sql`shop = ${domain} AND student_status = 'approved'`,
        }),
      }),
    ],
  });
  const app = createApp([...modules, added] as unknown as typeof modules);
  const [administrator, its] = await Promise.all([people.findAdministrator(shop, id), stored.findShop(shop)]);
  if (!administrator || !its) throw new Error("There is no such administrator.");
  return app.clientFor({ shop: its, administrator, clock: { now: () => NOW } }).desk.open();
}

test("a module's line is on the desk of those with its flag while there is work, the urgent ones first", async () => {
  expect((await deskOf("2")).lines).toEqual([]);
  await addCustomers(1_200, "pending", ago(3));
  await addCustomers(1, "approved", ago(1));
  await addCustomers(5, "pending", ago(1), SECOND);
  await addJob(0, "2", ago(1));
  await addJob(2, "2", ago(2));
  await addJob(2, "1", ago(5));
  await addJob(2, "2", ago(8));
  expect((await deskOf("2")).lines).toEqual([
    {
      name: "added",
      text: "1 approved student",
      count: 1,
      timing: "since",
      at: ago(1).toISOString(),
      action: "Greet",
      address: "/students?tab=approved",
    },
    expect.objectContaining({
      text: "1,000+ pending student registrations",
      at: ago(3).toISOString(),
      address: "/students?tab=pending",
    }),
    expect.objectContaining({ text: "1 job with failures in the last 7 days", at: ago(2).toISOString() }),
  ]);
  // The owner sees the jobs of all, and the page that the line opens lists the same.
  const ofOwner = (await deskOf("1")).lines.find(({ name }) => name === "jobs-failed");
  expect(ofOwner).toMatchObject({ count: 2, address: "/jobs?tab=failed&days=7", at: ago(5).toISOString() });
  const { jobs } = await shops.as("1");
  expect((await jobs.list({ tab: "failed" })).rows.map(({ failed }) => failed)).toEqual([2, 2, 2]);
  expect((await deskOf("3")).lines).toEqual([]);
  expect((await deskOf("2", SECOND)).lines).toMatchObject([{ text: "5 pending student registrations" }]);
});

/** Two that are still to start today, and others. */
async function addPrices(): Promise<void> {
  const prices = [
    ["today", "scheduled", "now()"],
    ["overdue", "scheduled", "now() - interval '1 hour'"],
    ["later", "scheduled", "now() + interval '2 days'"],
    ["paused", "paused", "now()"],
    ["applied", "applied", "now() - interval '1 hour'"],
  ];
  for (const [sku, state, at] of prices)
    await shops.query(
      `INSERT INTO price_schedules (shop, sku, price_cents, effective_at, below_mapp, state, actor_id, actor_name)
       VALUES ($1, $2, 900, ${at}, false, $3, '2', 'Sam')`,
      [DEMO, sku, state],
    );
}

/** Two that expire within a week, of a customer with credit left, and others. */
async function addCredit(): Promise<void> {
  await shops.query(
    `INSERT INTO credit_accounts (shop, customer_id, currency, balance_cents) VALUES ($1, 1, 'USD', 500), ($1, 2, 'USD', 0)`,
    [DEMO],
  );
  for (const [customerId, days] of [
    [1, 1],
    [1, 6],
    [1, 8],
    [1, -1],
    [2, 1],
  ])
    await shops.query(
      `INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, expires_at, actor_id, actor_name, actor_email)
       VALUES ($1, gen_random_uuid(), now() - interval '40 days', $2, 'Credit', 500, 'Gift', now() + make_interval(days => $3::int), '2', 'Sam', '')`,
      [DEMO, customerId, days],
    );
  // Neither a credit that Shopify refused nor one that was reversed expires.
  await shops.query(
    `WITH ended AS (
       INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, expires_at, actor_id, actor_name, actor_email)
       SELECT $1, gen_random_uuid(), now() - interval '40 days', 1, 'Credit', 500, reference, now() + interval '2 days', '2', 'Sam', ''
         FROM unnest(ARRAY['Refused', 'Reversed']) AS reference RETURNING *),
     refused AS (
       INSERT INTO ledger_outcomes (shop, posting_id, state, problem)
       SELECT shop, id, 'FAILED', 'Refused.' FROM ended WHERE reference = 'Refused')
     INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, reverses_id, actor_id, actor_name, actor_email)
     SELECT shop, gen_random_uuid(), now() - interval '40 days', 1, 'Adjustment', -500, 'A mistake', id, '2', 'Sam', ''
       FROM ended WHERE reference = 'Reversed'`,
    [DEMO],
  );
}

/** One of another administrator with more products than one may change, and others. */
async function addPriceFiles(): Promise<void> {
  await shops.query(
    `INSERT INTO settings (shop, key, value, changed_by, changed_at) VALUES ($1, 'prices.guardRails', '{"approvalAbove": 1}', '1', now())`,
    [DEMO],
  );
  await shops.query(
    `INSERT INTO variants (shop, id, product_id, position, title, sku, price_cents, updated_at)
     SELECT $1, n, n, 1, 'Variant', 'SKU ' || n, 1000, now() FROM generate_series(1, 2) AS n`,
    [DEMO],
  );
  const files = [
    { name: "large.xlsx", by: "2", skus: 2, age: 1, isChecked: true },
    { name: "small.xlsx", by: "2", skus: 1, age: 1, isChecked: true },
    { name: "own.xlsx", by: "1", skus: 2, age: 1, isChecked: true },
    { name: "old.xlsx", by: "2", skus: 2, age: 8, isChecked: true },
    { name: "unchecked.xlsx", by: "2", skus: 2, age: 1, isChecked: false },
  ];
  for (const { name, by, skus, age, isChecked } of files) {
    const id = crypto.randomUUID();
    await shops.query(
      `INSERT INTO import_runs (shop, id, kind, file_name, file_sha256, columns, row_count, checked_at, started_by_id, started_by_name, prepared_by, created_at)
       VALUES ($1, $2, 'prices', $3, '', '[]', $4, CASE WHEN $5 THEN now() END, $6, 'Someone', ARRAY[$6], now() - make_interval(days => $7))`,
      [DEMO, id, name, skus, isChecked, by, age],
    );
    await shops.query(
      `INSERT INTO import_rows (shop, run_id, number, cells, identity, own_verdict, verdict, problems, changes)
       SELECT $1, $2, n + 1, '[]', 'SKU ' || n, 'change', 'change', '[]', '[]' FROM generate_series(1, $3::int) AS n`,
      [DEMO, id, skus],
    );
  }
}

test("the list that a line opens has exactly what the line counts", async () => {
  const people = await shops.query<{ id: number }>(
    `INSERT INTO customers (shop, id, display_name, created_at, updated_at, student_status, asked_at)
     SELECT $1, 9000 + n, 'Asked ' || n, now(), now(), 'waiting', now() - n * interval '3 days' FROM generate_series(1, 4) AS n
     RETURNING id::int`,
    [DEMO],
  );
  // The customers 1 and 3 have answered. Of the others, one was asked more than a week ago.
  for (const { id } of people) {
    const question = crypto.randomUUID();
    await shops.query(
      `INSERT INTO registration_questions (shop, id, customer_id, registration, text, operation_id, state, asked_at, asked_by_id, asked_by_name)
       VALUES ($1, $2::uuid, $3, 'student', 'Which school?', $2::uuid::text, 'open', now(), '1', 'Olive')`,
      [DEMO, question, id],
    );
    if (id % 2 === 1)
      await shops.query(
        `INSERT INTO request_messages (shop, kind, subject_id, author, text, operation_id, at)
         VALUES ($1, 'registration', $2::text, 'customer', 'Here', $2::text, now())`,
        [DEMO, question],
      );
  }
  for (const days of [1, 6, 8]) {
    await addJob(1, "1", new Date(Date.now() - days * DAY_MS));
    await shops.query(
      `INSERT INTO mails (shop, id, key, text_id, to_email, subject, text_body, html_body, message_id, state, created_at, queued_at, next_attempt_at)
       VALUES ($1, gen_random_uuid(), 'desk ' || $2::int, 'registration.ends', 'a@shop.example', '', '', '', '', 'bounced', now() - make_interval(days => $2::int), now(), now())`,
      [DEMO, days],
    );
    await shops.query(
      `INSERT INTO events (shop, id, name, description, date_from, date_to, created_at, operation_id)
       VALUES ($1, $2, 'Fair', '', now() + make_interval(days => $2), now() + make_interval(days => $2), now(), gen_random_uuid())`,
      [DEMO, days],
    );
  }
  await addPrices();
  await addCredit();
  await addPriceFiles();
  const { desk, jobs, mail, students, events, bulkPrice, credits, imports } = await shops.as("1");
  const { lines } = await desk.open();
  const lists: Record<string, (query: Record<string, string>) => Promise<{ rows: unknown[] }>> = {
    "prices-today": (query) => bulkPrice.page(query as never),
    "credit-expiring": async ({ startDate, endDate, tab: _tab, ...query }) => {
      expect([startDate, endDate]).toEqual([ANY_DAY, ANY_DAY]);
      return { rows: (await credits.transactions(query as never)).list };
    },
    "price-files-to-approve": async (query) => ({
      rows: (await imports.list({ kind: "prices", ...query })).runs,
    }),
    "jobs-failed": (query) => jobs.list(query as never),
    "mail-bounced": (query) => mail.list(query as never),
    "events-this-week": ({ tab: part, ...query }) => events.page({ part, ...query } as never),
    "student-answered": ({ tab: status, ...query }) => students.list({ params: { status }, query } as never),
    "student-unanswered": ({ tab: status, ...query }) =>
      students.list({ params: { status }, query } as never),
  };
  const counts: Record<string, number> = {};
  for (const [name, read] of Object.entries(lists)) {
    const line = lines.find((one) => one.name === name);
    const { searchParams } = new URL(line?.address ?? "", "https://backroom.example");
    const { rows } = await read(Object.fromEntries(searchParams));
    expect(rows, name).toHaveLength(line?.count ?? 0);
    counts[name] = rows.length;
  }
  expect(counts).toMatchObject({
    "prices-today": 2,
    "credit-expiring": 2,
    "price-files-to-approve": 1,
    "mail-bounced": 2,
    "events-this-week": 2,
    "student-answered": 2,
    "student-unanswered": 1,
  });
});

/** How PostgreSQL finds the records of each line. A shop has few pools. */
const INDEXES: Readonly<Record<string, string>> = {
  "student-pending": "students_by_creation",
  "staff-pending": "staff_by_creation",
  "student-answered": "students_by_",
  "staff-answered": "staff_by_",
  "student-unanswered": "students_by_",
  "staff-unanswered": "staff_by_",
  "submissions-unassigned": "queue_by_creation|open_submissions",
  "submissions-to-review": "queue_of_reviewer|open_submissions",
  "submissions-high-risk": "open_submissions",
  "price-files-to-approve": "import_runs_newest",
  "submissions-held": "queue_by_creation|open_submissions",
  "submissions-second-looks": "second_looks",
  "credit-differences": "one_open_difference|differences_by_since",
  "credit-possibly-paid": "possible_duplicates",
  "credit-expiring": "postings_running_out",
  "credit-approvals": "approvals_waiting",
  "returns-delivered": "return_cases_to_refund",
  "coupon-pools-low": "coupon_pools_",
  "coupon-orders-waiting": "coupon_orders_waiting",
  "prices-today": "price_schedules_due",
  "events-this-week": "events_by_date",
  "events-refused-guests": "invitation_refusals",
  "mail-bounced": "mails_not_sent",
  "mail-failed": "mails_not_sent",
  "jobs-failed": "jobs_newest",
  "safeguards-waiting": "safeguard_changes_waiting",
  "search-filters-empty": "filter_definitions_",
  "products-without-pictures": "products_without_pictures",
  "products-without-texts": "products_without_alt_text",
};

test("every line reads its records from an index", async () => {
  const [{ app }, { selectLine }, { withShop }, { findAdministrator }, { findShop }, { queryRows }] =
    await Promise.all([
      import("~/app.server"),
      import("~/core/desk/desk-line.server"),
      import("~/platform/db/with-shop.server"),
      import("~/platform/auth/administrators.server"),
      import("~/platform/auth/shops.server"),
      import("~/core/lists/list-query.server"),
    ]);
  const [administrator, shop] = await Promise.all([findAdministrator(DEMO, "1"), findShop(DEMO)]);
  if (!administrator || !shop) throw new Error("The owner is missing.");
  expect(app.declarations.desk.map(({ name }) => name).toSorted()).toEqual(Object.keys(INDEXES).toSorted());
  // On an empty table, all indexes of an order cost the same.
  const { database } = await import("~/platform/db/pool.server");
  await fillSubmissions(database(), 3_000);
  const misses: string[] = [];
  for (const line of app.declarations.desk) {
    const rows = await withShop(DEMO, async (tx) => {
      // The tables are nearly empty, where reading them whole is cheaper.
      await tx.execute(sql`SET LOCAL enable_seqscan = off`);
      await tx.execute(sql`SET LOCAL enable_sort = off`);
      await tx.execute(sql`SET LOCAL enable_bitmapscan = off`);
      const statement = selectLine(line, { shop, administrator, now: NOW });
      return queryRows<{ "QUERY PLAN": string }>(tx, sql`EXPLAIN ${statement}`);
    });
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    if (!new RegExp(`Index (Only )?Scan.* (${INDEXES[line.name]})`).test(plan) || /Seq Scan/.test(plan))
      misses.push(`${line.name}: ${plan}`);
  }
  expect(misses).toEqual([]);
});
