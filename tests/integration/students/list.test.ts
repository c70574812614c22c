import { afterAll, beforeAll, expect, test } from "vitest";
import { cents } from "~/platform/money/cents";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
const PENDING = { params: { status: "pending" as const } };

/** One of the students as the mirror keeps them. */
const mirrored = (index: number) => ({
  id: 1_000 + index,
  display_name: `Person ${String(index).padStart(2, "0")}`,
  first_name: "Person",
  last_name: String(index),
  email: index === 7 ? "odd_100%@x.example" : `p${index}@school${index % 3}.example`,
  phone: null,
  tags: ["Pending", "UserType:Student", "discount_limit:500"],
  // Groups of four share their instant; New York's 1st of March 2026 begins at 05:00 UTC.
  created_at: new Date(
    Date.UTC(2026, 2, 1 + Math.floor(index / 20), 4, 59, 58 + Math.floor((index % 20) / 4)),
  ).toISOString(),
  updated_at: "2026-03-10T00:00:00Z",
  country_code: "US",
  amount_spent_cents: cents(123_456),
  email_marketing_state: "SUBSCRIBED",
  metafields: {
    "stp.school": "Northside",
    "stp.course": "stp.course",
    "stp.state": "stp.state",
    "stp.start_date": "undefined",
    "profile.phone": "profile.phone",
    "profile.dob": "2001-02-03",
    "profile.link_distributor": "profile.link_distributor",
    "profile.distributor_name": "profile.distributor_name",
    "profile.email_policy_consent": "1",
    "profile.privacy_policy_consent": "0",
  },
  national_partner: null,
  end_date: null,
});

/** 80 pending students, several created in the same second, inserted directly into the mirror. */
beforeAll(async () => {
  shop = await openTestShop("list");
  calls = await signedInCalls(shop);
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { mirrorCustomers } = await import("~/domain/customers/mirror.server");
  const rows = Array.from({ length: 80 }, (_, index) => mirrored(index));
  await withShop(DEMO, (tx) => mirrorCustomers(tx, DEMO, rows));
});
afterAll(() => shop.close());

/** What a decision does to the mirror. */
async function moveTo(status: "Pending" | "Approved", id: number, updated_at: string): Promise<void> {
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { mirrorCustomers } = await import("~/domain/customers/mirror.server");
  await withShop(DEMO, (tx) =>
    mirrorCustomers(tx, DEMO, [{ ...mirrored(id - 1_000), tags: [status, "UserType:Student"], updated_at }]),
  );
}

async function walk(
  input: Parameters<typeof calls.students.list>[0],
  direction: "next" | "previous",
  cursor?: string | null,
) {
  const pages: string[][] = [];
  for (let last = cursor, first = true; first || last; first = false) {
    const query = { ...input.query, ...(last ? { direction, last_id: last } : {}) };
    const page = await calls.students.list({ ...input, query });
    pages.push(page.rows.map((row) => row.id));
    last = direction === "next" ? page.nextCursor : page.previousCursor;
  }
  return pages;
}

test.each(["createdAt desc", "createdAt asc", "name asc", "name desc", "email asc", "email desc"])(
  "paging by %s shows each person once, the same forwards and backwards",
  async (sort) => {
    const forwards = await walk({ ...PENDING, query: { sort } }, "next");
    expect(forwards.map((page) => page.length)).toEqual([25, 25, 25, 5]);
    expect(new Set(forwards.flat()).size).toBe(80);
    let page = await calls.students.list({ ...PENDING, query: { sort } });
    while (page.nextCursor) {
      page = await calls.students.list({
        ...PENDING,
        query: { sort, direction: "next", last_id: page.nextCursor },
      });
    }
    expect(page.hasNextPage).toBe(false);
    const back = await walk({ ...PENDING, query: { sort } }, "previous", page.previousCursor);
    expect(back).toEqual(forwards.slice(0, -1).reverse());
  },
);

test.each([
  { sort: "createdAt desc", searchValue: "" },
  { sort: "createdAt asc", searchValue: "" },
  { sort: "name desc", searchValue: "" },
  { sort: "email asc", searchValue: "school2" },
])(
  "a card has the place and the customers around it in the list that it was opened from: $sort $searchValue",
  async (seen) => {
    const body = { searchValue: seen.searchValue, searchType: "Email" as const };
    const { rows } = await calls.students.list({
      ...PENDING,
      query: { sort: seen.sort, pageSize: 100 },
      body,
    });
    const ids = rows.map(({ id }) => id.split("/").pop() ?? "");
    expect(ids.length).toBe(seen.searchValue ? 26 : 80);
    for (const index of [0, 11, ids.length - 1])
      expect(
        await calls.students.place({ ...PENDING, query: { id: ids[index] ?? "", sort: seen.sort }, body }),
      ).toEqual({
        position: index + 1,
        total: { count: ids.length, exact: true },
        nextId: ids[index + 1] ?? null,
        previousId: ids[index - 1] ?? null,
      });
  },
);

test("a customer who has just left the list has no place, and the ones around are the same", async () => {
  const { rows } = await calls.students.list(PENDING);
  const [previous, id = "", next] = rows.slice(4, 7).map((row) => row.id.split("/").pop());
  await moveTo("Approved", Number(id), "2026-03-13T00:00:00Z");
  expect(await calls.students.place({ ...PENDING, query: { id }, body: {} })).toEqual({
    position: null,
    total: { count: 79, exact: true },
    nextId: next,
    previousId: previous,
  });
  await moveTo("Pending", Number(id), "2026-03-14T00:00:00Z");
  await expect(calls.students.place({ ...PENDING, query: { id: "999999" }, body: {} })).rejects.toMatchObject(
    {
      status: 404,
    },
  );
});

test("rows that leave during paging neither repeat nor hide others", async () => {
  const first = await calls.students.list(PENDING);
  const decided = Number(first.rows[3]?.id.split("/").pop());
  await moveTo("Approved", decided, "2026-03-11T00:00:00Z");
  const second = await calls.students.list({
    ...PENDING,
    query: { direction: "next", last_id: first.nextCursor ?? "" },
  });
  const ids = [...first.rows, ...second.rows].map((row) => row.id);
  expect(new Set(ids).size).toBe(50);
  expect((await calls.students.counts()).approved).toBe(1);
  await moveTo("Pending", decided, "2026-03-12T00:00:00Z");
  expect(await calls.students.counts()).toEqual({ pending: 80, waiting: 0, approved: 0, disabled: 0 });
});

test("a row has the specification's fields", async () => {
  const { rows, total } = await calls.students.list({
    ...PENDING,
    body: { searchValue: "p79@", searchType: "Email" },
  });
  expect(rows).toEqual([
    expect.objectContaining({
      id: "gid://shopify/Customer/1079",
      displayName: "Person 79",
      email: "p79@school1.example",
      country: "US",
      school: "Northside",
      stp_school: "Northside",
      stp_course: "stp.course",
      stp_state: "stp.state",
      stp_startDate: "",
      stp_endDate: "",
      profile_phone: "profile.phone",
      profile_dob: "2001-02-03",
      profile_country: "",
      profile_link_distributor: "profile.link_distributor",
      profile_distributor_name: "profile.distributor_name",
      profile_privacy_policy_consent: "0",
      discount_limit: "500",
      amountSpentCents: 123456,
      acceptsMarketing: true,
      profile_email_policy_consent: "1",
      url: "https://admin.shopify.com/store/backroom-demo/customers/1079",
    }),
  ]);
  expect(total).toEqual({ count: 1, exact: true });
});

test.each([
  ["part of an email address, in any case", "SCHOOL2", 26],
  ["words that are each part of a name or address", "person 1", 37],
  ["several words in any order", "12 PERSON", 1],
  ["characters that mean something to LIKE", "odd_100%", 1],
  ["a per cent sign alone", "%", 1],
  ["no match", "unknown@nowhere", 0],
])("search by %s", async (_what, searchValue, count) => {
  const page = await calls.students.list({
    ...PENDING,
    query: { pageSize: 100 },
    body: { searchValue, searchType: "Email" },
  });
  expect(page.rows).toHaveLength(count);
  expect(page.total).toEqual({ count, exact: true });
});

test("a day search means that day in the shop's time zone", async () => {
  // Before 05:00 UTC it is still the last of February in New York: 8 of the first 20 are of that day.
  const february = await calls.students.list({
    ...PENDING,
    body: { searchValue: "28-02-2026", searchType: "Date" },
  });
  expect(february.rows).toHaveLength(8);
  const march = await calls.students.list({
    ...PENDING,
    query: { pageSize: 100 },
    body: { searchValue: "01-03-2026", searchType: "Date" },
  });
  expect(march.rows).toHaveLength(12 + 8);
});

test.each([
  [
    "a day that does not exist",
    { ...PENDING, body: { searchValue: "31-02-2026", searchType: "Date" as const } },
    /isn't a valid date/,
  ],
  [
    "a search of 61 characters",
    { ...PENDING, body: { searchValue: "x".repeat(61), searchType: "Email" as const } },
    /60 characters/,
  ],
  ["a page size of 10^9", { ...PENDING, query: { pageSize: 1_000_000_000 } }, /at most 100/],
  [
    "an order that the list does not have",
    { ...PENDING, query: { sort: "password asc" } },
    /can't be sorted by "password asc"/,
  ],
  ["a damaged cursor", { ...PENDING, query: { direction: "next" as const, last_id: "e30" } }, /damaged/],
  ["an unknown status", { params: { status: "secret" as never } }, /pending, waiting, approved or disabled/],
])("%s is refused with a sentence", async (_what, input, message) => {
  await expect(calls.students.list(input)).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(message),
  });
});

test("a cursor of another search is refused", async () => {
  const { nextCursor } = await calls.students.list(PENDING);
  const query = { direction: "next" as const, last_id: nextCursor ?? "" };
  await expect(
    calls.students.list({ ...PENDING, query, body: { searchValue: "p", searchType: "Email" } }),
  ).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("another list or search"),
  });
  await expect(calls.students.list({ params: { status: "approved" }, query })).rejects.toMatchObject({
    status: 400,
  });
});
