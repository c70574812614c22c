import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plansOf } from "../../support/plans.ts";
import { type Credits, DEMO, openCredits, refusalOf } from "./support.ts";

let credits: Credits;

/** 2,400 postings over ten days, newest last, of five types, by two people, on 20 customers. */
beforeAll(async () => {
  credits = await openCredits("transactions", 20);
  await credits.query(
    `INSERT INTO credit_accounts (shop, customer_id, currency, name, email)
     SELECT shop, id, 'USD', display_name, email FROM customers WHERE shop = $1 AND email LIKE 'person%'`,
    [DEMO],
  );
  await credits.query(
    `INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, actor_id, actor_name, actor_email)
     SELECT $1, gen_random_uuid(), '2026-03-01T00:00:00Z'::timestamptz + n * interval '6 minutes', 1 + n % 20,
            (ARRAY['Credit', 'Adjustment', 'Discount Code', 'Order', 'Refund'])[1 + n % 5],
            CASE n % 5 WHEN 0 THEN 1 WHEN 4 THEN 1 ELSE -1 END * (100 + n), 'Reference ' || n,
            CASE n % 2 WHEN 0 THEN '1' ELSE '3' END, CASE n % 2 WHEN 0 THEN 'Olive' ELSE '' END, 'person' || n % 2 || '@desk.example'
       FROM generate_series(0, 2399) AS n`,
    [DEMO],
  );
  await confirm(["Credit", "Adjustment", "Discount Code", "Order", "Refund"]);
});
afterAll(() => credits.close());

/** Writes the entries of all postings of these types. */
async function confirm(types: string[]) {
  const { CONTRA } = await import("~/domain/ledger/settle.server");
  const postings = "FROM ledger_postings WHERE shop = $1 AND type = ANY($2)";
  await credits.query(
    `INSERT INTO ledger_entries (shop, posting_id, account, customer_id, amount_cents, at)
     SELECT shop, id, ${CONTRA}, customer_id, -amount_cents, at ${postings}
      UNION ALL SELECT shop, id, 'customer', customer_id, amount_cents, at ${postings}`,
    [DEMO, types],
  );
}

const list = (query: object = {}) => credits.calls.credits.transactions(query);
const references = async (query: object) => (await list(query)).list.map(({ reference }) => reference);
const numbered = (from: number, count: number, step = -1) =>
  Array.from({ length: count }, (_unused, index) => `Reference ${from + index * step}`);

async function pagesAgree() {
  for (const page of [1, 2, 60, 119, 120])
    expect(await references({ page, pageSize: 20 })).toEqual(numbered(2_399 - (page - 1) * 20, 20));
  for (const page of [1, 7, 120])
    expect(await references({ page, pageSize: 20, sortOrder: "asc" })).toEqual(
      numbered((page - 1) * 20, 20, 1),
    );
  const span = { startDate: "03/03/2026", endDate: "03/04/2026", pageSize: 50 };
  expect(await list(span)).toMatchObject({ total: 480, hasNext: true, isExact: true });
  expect(await references({ ...span, page: 10 })).toEqual(numbered(959 - 450, 30));
  expect(await references({ ...span, page: 11 })).toEqual([]);
}

test("a page at any depth is the same before and after the hourly counts are built", async () => {
  await pagesAgree();
  const [{ countHours }] = await Promise.all([import("~/domain/ledger/hourly-counts.server")]);
  await countHours.run(DEMO, new AbortController().signal);
  expect(await credits.query("SELECT sum(postings)::int AS sum FROM ledger_hours")).toEqual([{ sum: 2_400 }]);
  await pagesAgree();
  // A late posting of an hour that was already counted is counted there the next time.
  await credits.query(
    `INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, actor_id, actor_name, actor_email)
     VALUES ($1, gen_random_uuid(), '2026-03-05T00:00:00Z', 1, 'Order', -5, 'Late', 'shopify', 'Shopify', '')`,
    [DEMO],
  );
  await countHours.run(DEMO, new AbortController().signal);
  expect(await list()).toMatchObject({ total: 2_401 });
  expect(await references({ page: 120, pageSize: 20 })).toEqual(numbered(20, 20));
});

describe("transactions are filtered", () => {
  const only = (query: object) => list({ pageSize: 50, ...query });

  test("by the customer, the person who created them, and words", async () => {
    expect(await only({ customerName: "customer 20" })).toMatchObject({ total: 120 });
    expect(await only({ customerEmail: "PERSON7@", customerName: "Customer" })).toMatchObject({ total: 120 });
    expect(await only({ customerEmail: "unknown" })).toMatchObject({ total: 0, list: [] });
    expect(await only({ createdByName: "oli" })).toMatchObject({ total: 1_200 });
    expect(await only({ createdByEmail: "person1@desk" })).toMatchObject({ total: 1_200 });
    expect(await only({ createdByEmail: "person1@desk", createdByName: "oli" })).toMatchObject({ total: 0 });
    expect(await only({ search: "reference 23" })).toMatchObject({ total: 111 });
    expect(
      (await only({ search: "person3@x" })).list.every((row) => row.customerEmail === "person3@x.example"),
    ).toBe(true);
    expect(await only({ search: "100%" })).toMatchObject({ total: 0 });
    // One or two characters are looked for where words begin.
    expect((await references({ search: "7", sortOrder: "asc", pageSize: 50 })).slice(0, 3)).toEqual([
      "Reference 6",
      "Reference 7",
      "Reference 26",
    ]);
    expect(await only({ search: "re" })).toMatchObject({
      total: (await only({ search: "reference" })).total,
    });
    expect(await only({ search: "ef" })).toMatchObject({ total: 0 });
    expect(await only({ search: "x." })).toMatchObject({ total: (await only({ search: "@x.ex" })).total });
  });

  test("by amounts of the selected types, including both bounds", async () => {
    const { list: credits, total } = await only({ creditAmount: "20.00,21" });
    expect(credits.map(({ transactionType, amount }) => [transactionType, amount])).toEqual(
      credits.map(({ amount }) => ["Credit", amount]),
    );
    expect(total).toBe(21);
    expect(Math.min(...credits.map(({ amount }) => amount))).toBe(20);
    expect(Math.max(...credits.map(({ amount }) => amount))).toBe(21);
    const both = await only({ orderAmount: "0,5", refundAmount: "0,5", sortOrder: "asc" });
    expect(new Set(both.list.map(({ transactionType }) => transactionType))).toEqual(
      new Set(["Order", "Refund"]),
    );
    expect(await only({ creditAmount: "" })).toMatchObject({ total: 2_401 });
  });

  test("by amounts of all types in a column", async () => {
    await credits.query(
      `INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, actor_id, actor_name, actor_email)
       SELECT $1, gen_random_uuid(), '2026-03-05T00:00:00Z', 1, type, cents, type, 'shopify', 'Shopify', ''
         FROM (VALUES ('Opening', 7000), ('Expiry', -8000)) AS one (type, cents)`,
      [DEMO],
    );
    await confirm(["Opening", "Expiry"]);
    expect(await references({ creditAmount: "60,70" })).toEqual(["Opening"]);
    expect(await references({ adjustmentAmount: "60,80" })).toEqual(["Expiry"]);
  });

  test("by amounts of a column's types that have such amounts, so that an index of one type is read in order", async () => {
    /** The types in the plans of a page and its count. */
    const typesOf = async (query: object) => {
      const plans = await plansOf("ledger_postings_of_shop", () => list(query));
      const types = plans.join("\n").match(/\b(Credit|Opening|Adjustment|Expiry)\b/g);
      return [...new Set(types)].sort();
    };
    expect(await typesOf({ creditAmount: "20,21" })).toEqual(["Credit"]);
    expect(await typesOf({ creditAmount: "20,70" })).toEqual(["Credit", "Opening"]);
    expect(await typesOf({ adjustmentAmount: "60,80" })).toEqual(["Expiry"]);
    expect(await list({ adjustmentAmount: "5000,6000", creditAmount: "5000,6000" })).toMatchObject({
      total: 0,
    });
  });

  test("by limits that the ledger returns, which are the largest confirmed amounts, by an index", async () => {
    const { list: posted } = await credits.calls.credits.issueCredits({
      headers: {},
      body: { ids: "1,2", amount: "900", reference: "Not confirmed" },
    });
    await credits.fail(posted[0]?.postingId ?? null, "Refused.");
    const { database } = await import("~/platform/db/pool.server");
    await database().query("VACUUM ANALYZE ledger_entries");
    const plans = await plansOf("ledger_entries", async () =>
      expect((await list()).rangesLimits).toEqual({
        creditAmount: 70,
        adjustmentAmount: 80,
        discountCodeAmount: 24.97,
        orderAmount: 24.98,
        refundAmount: 24.99,
      }),
    );
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain("using contra_entries_by_amount");
    expect(plans[0]).toContain("Scan Backward using contra_entries_by_amount");
  });
});

test.each([
  { startDate: "2026-03-01" },
  { endDate: "02/30/2026" },
  { creditAmount: "5" },
  { creditAmount: "5,1" },
  { refundAmount: "-1,5" },
  { sortField: "amount" },
  { sortOrder: "up" },
  { page: 0 },
  { pageSize: 51 },
  { search: "x".repeat(61) },
])("%j is refused, by name", async (query) => {
  const { status, message } = await refusalOf(list(query));
  expect({ status, field: message.split(":")[0] }).toEqual({ status: 400, field: Object.keys(query)[0] });
});
