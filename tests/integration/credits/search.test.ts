import { afterAll, beforeAll, expect, test } from "vitest";
import type { TransactionFilter } from "~/domain/ledger/transaction-filter";
import { type Credits, DEMO, openCredits } from "./support.ts";

let credits: Credits;

/**
 * 3,000 postings over forty weeks, several at the same instant, whose numbers do not always follow time: "Welcome" all the time,
 * "Spring bulk" in old weeks alone, hundreds of them; and two customers whose names have what references have, too.
 */
beforeAll(async () => {
  credits = await openCredits("search", 40);
  await credits.query(
    `INSERT INTO credit_accounts (shop, customer_id, currency, name, email)
     SELECT shop, id, 'USD', CASE WHEN id IN (7, 8) THEN 'May Springfield' ELSE display_name END, email
       FROM customers WHERE shop = $1 AND email LIKE 'person%'`,
    [DEMO],
  );
  await credits.query(
    `INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, actor_id, actor_name, actor_email)
     SELECT $1, gen_random_uuid(), '2025-06-01T00:00:00Z'::timestamptz + (n / 3) * interval '7 hours' - (n % 11 / 10) * interval '20 days',
            1 + n % 40, 'Credit', 100 + n,
            CASE WHEN n BETWEEN 300 AND 900 THEN 'Spring bulk ' || n WHEN n % 3 = 0 THEN 'Welcome ' || n ELSE 'Order #' || n END,
            '1', 'Olive', 'olive@x.example'
       FROM generate_series(0, 2999) AS n`,
    [DEMO],
  );
  // PostgreSQL guesses from this how many a search will find.
  await credits.query("ANALYZE ledger_postings");
});
afterAll(() => credits.close());

interface Posting {
  number: string;
  at: Date;
  /** What a search looks in, in lower case. */
  texts: [string, string];
}

/** The numbers of all postings that match a search, newest first, found by a full scan. */
async function meant({ search = "", from, until }: TransactionFilter): Promise<string[]> {
  const postings = await credits.query<Posting>(
    `SELECT number::text, at, ARRAY[lower(reference), search_text] AS texts
       FROM ledger_postings JOIN credit_accounts USING (shop, customer_id) WHERE shop = $1
      ORDER BY at DESC, ledger_postings.number DESC`,
    [DEMO],
  );
  const hasWord = (text: string, word: string) =>
    word.length > 2
      ? text.includes(word)
      : text.startsWith(word) || [..." #@.-"].some((sign) => text.includes(sign + word));
  const isIn = (text: string) => search.split(" ").every((word) => hasWord(text, word));
  return postings
    .filter(({ at, texts }) => texts.some(isIn) && (!from || at >= from) && (!until || at < until))
    .map(({ number }) => number);
}

const MOST = 250;
const DAYS = { from: new Date("2025-06-20T05:00:00Z"), until: new Date("2025-09-03T17:00:00Z") };

test.each<TransactionFilter>([
  { search: "welcome" },
  { search: "welcome 2" },
  { search: "ring bulk 5" },
  { search: "spring bulk 777" },
  { search: "spring" },
  { search: "springf" },
  { search: "order #29" },
  { search: "777 bulk spring" },
  { search: "springfield may" },
  { search: "we" },
  { search: "7" },
  { search: "person3@" },
  { search: "nothing has this" },
  { search: "welcome", ...DAYS },
  { search: "spring", from: DAYS.from },
  { search: "order", until: DAYS.until },
])("%j finds the same rows in the same order with every query plan", async (filter) => {
  const [{ withShop }, { selectTransactions }, { findByWords, findByScan }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/select-transactions.server"),
    import("~/domain/ledger/search-transactions.server"),
  ]);
  const all = await meant(filter);
  const oldestFirst = all.toReversed();
  for (const descending of [true, false])
    for (const [before, size] of [
      [0, 10],
      [90, 10],
      [240, 10],
      [2_000, 10],
    ] as const) {
      const part = { descending, before, size };
      const expected = {
        count: Math.min(all.length, MOST + 1),
        numbers: (descending ? all : oldestFirst).slice(before, Math.min(before + size, MOST + 1)),
      };
      await withShop(DEMO, async (tx) => {
        const selected = async () => {
          const { words, ...rest } = await selectTransactions(tx, DEMO, filter);
          if (!words) throw new Error("This isn't a search for words.");
          return { ...rest, words, countUpTo: MOST };
        };
        const answers = {
          asFew: await findByWords(tx, await selected(), filter, part, Number.POSITIVE_INFINITY),
          byWeek: await findByWords(tx, await selected(), filter, part, -1),
          onTheWay: await findByScan(tx, await selected(), part),
        };
        expect(answers).toEqual({ asFew: expected, byWeek: expected, onTheWay: expected });
      });
    }
});

test("conditions that the word index doesn't cover are filtered during the scan", async () => {
  const [{ withShop }, { selectTransactions }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/select-transactions.server"),
  ]);
  const hasWords = (filter: TransactionFilter) =>
    withShop(DEMO, async (tx) => (await selectTransactions(tx, DEMO, filter)).words !== undefined);
  for (const search of ["---", "#", "é", "x--", "größe"]) expect(await hasWords({ search })).toBe(false);
  expect(await hasWords({ search: "welcome", customerEmail: "person3@" })).toBe(false);
  expect(await hasWords({ createdByName: "olive" })).toBe(false);
  expect(await hasWords({ search: "welcome" })).toBe(true);
});

test.each(["---", "# @", "%", "…", "💶"])(
  "a search for %j, without a letter or digit, reads no posting and no account",
  async (search) => {
    const [{ withShop }, { selectTransactions }, { creditsList }, { queryRows }, { sql }] = await Promise.all(
      [
        import("~/platform/db/with-shop.server"),
        import("~/domain/ledger/select-transactions.server"),
        import("~/functions/credits/list.server"),
        import("~/core/lists/list-query.server"),
        import("drizzle-orm"),
      ],
    );
    const plans = await withShop(DEMO, async (tx) => {
      const { where } = await selectTransactions(tx, DEMO, { search });
      const reader = { shop: { domain: DEMO } } as never;
      const accounts = creditsList.query.conditions({ search, reader }).filter((each) => each !== undefined);
      const explain = async (statement: ReturnType<typeof sql>) =>
        JSON.stringify(await queryRows(tx, sql`EXPLAIN ${statement}`));
      return [
        await explain(sql`SELECT 1 FROM ledger_postings_of_shop AS posting WHERE ${where}`),
        await explain(sql`SELECT 1 FROM credit_accounts_of_shop WHERE ${sql.join(accounts, sql` AND `)}`),
      ];
    });
    for (const plan of plans) {
      expect(plan).toContain("One-Time Filter: false");
      expect(plan).not.toContain("Scan");
    }
    expect(await credits.calls.credits.transactions({ search })).toMatchObject({ total: 0 });
    expect(await credits.calls.credits.customers({ search })).toMatchObject({ total: 0 });
  },
);
