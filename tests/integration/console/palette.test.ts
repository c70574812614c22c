/** What the palette finds for each administrator. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO, openTwoShops, SECOND, type TwoShops } from "./two-shops.ts";

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("palette");
  for (const shop of [DEMO, SECOND]) {
    await shops.query(
      `INSERT INTO customers (shop, id, display_name, email, created_at, updated_at, tags) VALUES
         ($1, 501, 'Ann Lee', 'ann.lee@school.example', now(), now(), '{"UserType:Student"}'),
         ($1, 502, 'Annika Leeds', 'ann.lee@school.example.org', now(), now(), '{"usertype:staff"}'),
         ($1, 503, 'Ann Leemann', 'leemann@school.example', now(), now(), '{}')`,
      [shop],
      shop,
    );
    await shops.query(
      `INSERT INTO events (shop, id, name, description, date_from, date_to, created_at, operation_id)
       VALUES ($1, 7, 'Spring fair of tools', '', now(), now(), now(), gen_random_uuid())`,
      [shop],
      shop,
    );
    await shops.query(
      `INSERT INTO jobs (shop, id, kind, title, state, permission, total, started_by_id, started_by_name)
       VALUES ($1, gen_random_uuid(), 'test', 'Approve 12 students', 'completed', '"showStudents"', 12, '2', 'Sam')`,
      [shop],
      shop,
    );
    await shops.query(
      `INSERT INTO credit_accounts (shop, customer_id, currency, name, email)
       VALUES ($1, 503, 'USD', 'Ann Leemann', 'leemann@school.example')`,
      [shop],
      shop,
    );
    await shops.query(
      `INSERT INTO products (shop, id, handle, title, vendor, product_type, status, created_at, updated_at)
       VALUES ($1, 901, 'oak-hammer', 'Oak Hammer', '', '', 'ACTIVE', now(), now())`,
      [shop],
      shop,
    );
    await shops.query(
      `INSERT INTO orders (shop, id, name, processed_at, created_at, updated_at, financial_status, fulfillment_status, return_status,
                           risk, test, total_cents, discount_cents, refunded_cents)
       VALUES ($1, 4001, '#1001', now(), now(), now(), 'PAID', 'FULFILLED', 'NO_RETURN', 'ACCEPT', false, 100, 0, 0)`,
      [shop],
      shop,
    );
    await shops.query(
      `INSERT INTO coupon_codes (shop, pool_id, code, state) VALUES ($1, 1, 'WELCOME-77', 'free'), ($1, 1, 'REFUSED-77', 'failed')`,
      [shop],
      shop,
    );
  }
});
afterAll(() => shops.close());

/** The groups with the titles in them. */
async function find(id: string, text: string): Promise<Record<string, string[]>> {
  const { groups } = await (await shops.as(id)).palette.find({ text });
  return Object.fromEntries(groups.map(({ name, rows }) => [name, rows.map(({ title }) => title)]));
}

test("the owner finds one record of each kind that a text can be", async () => {
  // A customer without a card isn't one of the customers, and may have store credit all the same.
  expect(await find("1", "ann lee")).toEqual({
    Customers: ["Ann Lee", "Annika Leeds"],
    "Store credit": ["Ann Leemann"],
    Actions: ["Issue credit to Ann Leemann"],
  });
  // Enter opens the first one.
  expect(await find("1", "issue credit to leemann")).toEqual({ Actions: ["Issue credit to Ann Leemann"] });
  // Another one's address only begins with this one.
  expect(await find("1", "Ann.Lee@school.example")).toEqual({ Customers: ["Ann Lee"] });
  expect((await find("1", "ann.lee@school.exa")).Customers).toEqual(["Ann Lee", "Annika Leeds"]);
  expect(await find("1", "leemann@SCHOOL.example")).toEqual({
    "Store credit": ["Ann Leemann"],
    Actions: ["Issue credit to Ann Leemann"],
  });
  expect(await find("1", "502")).toEqual({ Customers: ["Annika Leeds"] });
  expect(await find("1", "fair TOOLS")).toEqual({ Events: ["Spring fair of tools"] });
  expect(await find("1", "check in fair")).toEqual({ Actions: ["Check in guests of Spring fair of tools"] });
  expect(await find("1", "add note to annika")).toEqual({ Actions: ["Add a note to Annika Leeds"] });
  expect(await find("1", "1001")).toEqual({
    Orders: ["#1001"],
    Actions: ["Process a return for order #1001"],
  });
  expect(Object.keys(await find("1", "1001"))).toEqual(["Orders", "Actions"]);
  expect(await find("1", "return for #1001")).toEqual({ Actions: ["Process a return for order #1001"] });
  expect(await find("1", "approve 12")).toEqual({ Jobs: ["Approve 12 students"] });
  expect(await find("1", "welcome-77")).toEqual({ Coupons: ["WELCOME-77"] });
  // The list that it opens doesn't have it.
  expect(await find("1", "refused-77")).toEqual({});
  expect(await find("1", "hammer oak")).toEqual({ "Product media": ["Oak Hammer"] });
  expect(await find("1", "  ")).toEqual({});
  expect(await find("1", "50% _off\\")).toEqual({});
});

test("each administrator finds only what they could open", async () => {
  expect(await find("2", "ann lee")).toEqual({ Customers: ["Ann Lee"] });
  expect(await find("2", "ann.lee@school.example.org")).toEqual({});
  expect(await find("2", "approve 12")).toEqual({ Jobs: ["Approve 12 students"] });
  expect(await find("2", "welcome-77")).toEqual({});
  expect(await find("2", "add note to ann lee")).toEqual({ Actions: ["Add a note to Ann Lee"] });
  const texts = [
    "ann lee",
    "502",
    "fair tools",
    "check in fair",
    "approve 12",
    "welcome-77",
    "hammer",
    "#1001",
    "note ann",
  ];
  for (const text of texts) expect(await find("3", text), text).toEqual({});
});

test("every address opens its record's page", async () => {
  const owner = await shops.as("1");
  const addresses = async (text: string) =>
    (await owner.palette.find({ text })).groups.flatMap(({ rows }) => rows.map(({ address }) => address));
  expect(await addresses("leemann")).toEqual([
    "/credits/statement/503",
    "/credits?tab=manageCredits&q=leemann%40school.example&open=issue",
  ]);
  expect(await addresses("501")).toEqual(["/customers/501"]);
  expect(await addresses("oak ham")).toEqual(["/productMedia?tab=media&product=901"]);
  expect(await addresses("spring fair")).toEqual(["/events/7/invites"]);
  expect(await addresses("note for annika")).toEqual(["/customers/502?note=1"]);
  expect(await addresses("check-in at spring")).toEqual(["/events/7/check-in"]);
  expect(await addresses("return 1001")).toEqual(["/orderReturns?value=%231001&new=1"]);
});
