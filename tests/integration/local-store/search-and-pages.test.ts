import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "../../../local-store/admin-api/paging/cursor.ts";
import { insertCustomersInBulk } from "../../../local-store/data/bulk-insert.ts";
import { addTags, createCustomer } from "../../../local-store/data/customers.ts";
import { findCustomerByEmail } from "../../../local-store/data/find-customers.ts";
import { type RunningStore, SHOP, START, startStore } from "./support/running-store.ts";

let running: RunningStore;
beforeAll(async () => {
  running = await startStore();
  const people = [
    ["Ann", "O'Hara", "ann@school.edu", ["student", "Pending"]],
    ["Bob", "Norman", "bob.norman@mail.example", ["student", "Approved"]],
    ["Bob", "Stone", "stone@school.edu", ["np:acme"]],
    ["Cleo", 'Q"uote', "cleo+x@mail.example", ["a:b", "student"]],
    ["Bobby", "Day", "day@day.example", ["has space"]],
  ] as const;
  for (const [firstName, lastName, email, tags] of people) {
    await createCustomer(running.store, SHOP, { firstName, lastName, email, tags: [...tags] });
    running.clock.advance(86_400_000);
  }
});
afterAll(() => running?.close());

const SEARCH =
  "query Search($query: String) { customers(first: 50, query: $query) { nodes { defaultEmailAddress { emailAddress } } } }";

async function found(query: string): Promise<string[]> {
  const answer = await running.call(SEARCH, { query });
  expect(answer.errors).toBeUndefined();
  const nodes: Array<{ defaultEmailAddress: { emailAddress: string } }> = answer.data.customers.nodes;
  return nodes.map((node) => node.defaultEmailAddress.emailAddress.split("@")[0] as string);
}

test.each([
  ["tag:student", ["ann", "bob.norman", "cleo+x"]],
  ["tag:'STUDENT' AND tag:'Pending'", ["ann"]],
  ["tag:Pending OR tag:Approved", ["ann", "bob.norman"]],
  ["tag:student tag_not:Pending", ["bob.norman", "cleo+x"]],
  ["tag:student -tag:Pending", ["bob.norman", "cleo+x"]],
  ["NOT tag:student", ["stone", "day"]],
  ["tag:student AND (tag:Pending OR tag:Approved)", ["ann", "bob.norman"]],
  ["tag:'a:b'", ["cleo+x"]],
  ["tag:a\\:b", ["cleo+x"]],
  ["tag:'has space'", ["day"]],
  ["tag:np*", []],
  ["tag:'np:acme'", ["stone"]],
  ["email:school.edu", ["ann", "stone"]],
  ['email:"school.edu"', []],
  ['email:"ann@school.edu"', ["ann"]],
  ["email:bob*", ["bob.norman"]],
  ['email:"cleo+x@mail.example"', ["cleo+x"]],
  ["first_name:Bob", ["bob.norman", "stone"]],
  ["first_name:bob*", ["bob.norman", "stone", "day"]],
  ["Bob Norman", ["bob.norman"]],
  ["bob", ["bob.norman", "stone"]],
  ["last_name:'o\\'hara'", ["ann"]],
  ['last_name:"q\\"uote"', ["cleo+x"]],
  ["state:disabled last_name:Day", ["day"]],
  ["customer_date:'2026-10-06'", ["bob.norman"]],
  ["customer_date:>='2026-10-08' customer_date:<'2026-10-09'", ["cleo+x"]],
  ["customer_date:>'2026-10-07T12:00:00Z'", ["cleo+x", "day"]],
  ["customer_date:<=2026-10-06", ["ann", "bob.norman"]],
  ["(((tag:Pending", ["ann"]],
  ["tag:Pending)) AND", ["ann"]],
  ["", ["ann", "bob.norman", "stone", "cleo+x", "day"]],
  ["%' OR '1'='1", []],
])("search %s", async (query, expected) => {
  expect(await found(query)).toEqual(expected);
});

test("an unknown field is ignored with a warning, so all customers are found", async () => {
  const answer = await running.call(SEARCH, { query: "created_at:>2026-01-01" });
  expect(answer.data.customers.nodes).toHaveLength(5);
  expect(answer.extensions.search).toEqual([
    {
      path: ["customers"],
      query: "created_at:>2026-01-01",
      warnings: [
        { field: "created_at", message: "Invalid search field for this query.", code: "invalid_field" },
      ],
    },
  ]);
});

test("search lags by the knob's time, and reading by id doesn't", async () => {
  const { store, clock } = running;
  const ann = await findCustomerByEmail(store.pool, SHOP, "ann@school.edu");
  const id = ann?.id ?? 0;
  store.faults.set(SHOP, { indexLagMs: 2_000 });
  try {
    await addTags(store, SHOP, id, ["Seen"]);
    await createCustomer(store, SHOP, { firstName: "Late", email: "late@late.example" });
    clock.advance(1_000);
    await addTags(store, SHOP, id, ["Later"]);
    expect(await found("tag:Seen")).toEqual([]);
    expect(await found("first_name:Late")).toEqual([]);
    const read = await running.call("query Q($id: ID!) { customer(id: $id) { tags } }", {
      id: `gid://shopify/Customer/${id}`,
    });
    expect(read.data.customer.tags).toEqual(expect.arrayContaining(["Seen", "Later"]));
    clock.advance(1_000);
    expect(await found("tag:Seen")).toEqual(["ann"]);
    expect(await found("tag:Later")).toEqual([]);
    expect(await found("first_name:Late")).toEqual(["late"]);
    clock.advance(1_000);
    expect(await found("tag:Later")).toEqual(["ann"]);
  } finally {
    store.faults.set(SHOP, { indexLagMs: 0 });
  }
});

const PAGE = `query Page($first: Int, $after: String, $last: Int, $before: String, $sortKey: CustomerSortKeys, $reverse: Boolean) {
  customers(first: $first, after: $after, last: $last, before: $before, sortKey: $sortKey, reverse: $reverse, query: "tag:paged") {
    nodes { id }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

async function loadPaged(): Promise<string[]> {
  const { store } = running;
  await insertCustomersInBulk(
    store,
    SHOP,
    Array.from({ length: 60 }, (_, index) => ({
      email: `paged${index}@paged.example`,
      tags: ["paged"],
      // Several customers have the same second, so the id determines their order.
      created_at: new Date(START + Math.floor(index / 7) * 1_000),
    })),
  );
  const { rows } = await store.pool.query<{ id: number }>(
    "SELECT id FROM customers WHERE 'paged' = ANY (tags) ORDER BY created_at DESC, id DESC",
  );
  return rows.map(({ id }) => `gid://shopify/Customer/${id}`);
}

test("pages neither skip nor repeat rows while rows change, in both directions", async () => {
  const expected = await loadPaged();
  const order = { sortKey: "CREATED_AT", reverse: true };
  const seen: string[] = [];
  const starts: string[] = [];
  let after: string | null = null;
  do {
    const { data } = await running.call(PAGE, { first: 7, after, ...order });
    seen.push(...data.customers.nodes.map((node: { id: string }) => node.id));
    starts.push(data.customers.pageInfo.startCursor);
    after = data.customers.pageInfo.hasNextPage ? data.customers.pageInfo.endCursor : null;
    await createCustomer(running.store, SHOP, { email: `new${seen.length}@paged.example`, tags: ["paged"] });
  } while (after !== null && seen.length < 100);
  expect(seen).toEqual(expected);

  const back = await running.call(PAGE, { last: 7, before: starts[3], ...order });
  expect(back.data.customers.nodes.map((node: { id: string }) => node.id)).toEqual(expected.slice(14, 21));
  expect(back.data.customers.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
});

test("a cursor of another sort order, a missing page size, and a size above 250 are refused", async () => {
  const { data } = await running.call(PAGE, { first: 1, sortKey: "CREATED_AT" });
  const after = data.customers.pageInfo.endCursor;
  const wrong = await running.call(PAGE, { first: 1, after, sortKey: "UPDATED_AT" });
  expect(wrong.errors?.[0]?.message).toBe("Invalid cursor for current pagination sort.");
  expect((await running.call(PAGE, { first: 1, after: "nonsense" })).errors?.[0]?.message).toContain(
    "Invalid cursor",
  );
  expect((await running.call(PAGE, {})).errors?.[0]?.message).toBe("you must provide one of first or last");
  expect((await running.call(PAGE, { first: 251 })).errors?.[0]?.message).toBe("first cannot exceed 250");
});

test("paging ends at the 25,000th row, and counting doesn't", async () => {
  await insertCustomersInBulk(
    running.store,
    SHOP,
    Array.from({ length: 25_200 }, (_, index) => ({
      first_name: `Deep ${index}`,
      tags: ["deep"],
      created_at: new Date(START),
    })),
  );
  const query =
    'query Deep($after: String) { customers(first: 250, after: $after, query: "tag:deep") { nodes { id } pageInfo { endCursor hasNextPage } } }';
  const first = await running.call(query, {});
  // A cursor contains the number of preceding rows, here of 99 pages.
  const cursor = decodeCursor(first.data.customers.pageInfo.endCursor, "ID");
  const last = await running.call(query, { after: encodeCursor({ ...cursor, rank: 24_750 }) });
  expect(last.data.customers.nodes).toHaveLength(250);
  const beyond = await running.call(query, { after: last.data.customers.pageInfo.endCursor });
  expect(beyond.errors?.[0]?.message).toContain("25,000");
  const count = await running.call(
    '{ capped: customersCount(query: "tag:deep") { count precision } all: customersCount(query: "tag:deep", limit: null) { count precision } }',
  );
  expect(count.data).toEqual({
    capped: { count: 10_000, precision: "AT_LEAST" },
    all: { count: 25_200, precision: "EXACT" },
  });
});
