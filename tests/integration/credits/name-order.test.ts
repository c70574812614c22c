import { afterAll, beforeAll, expect, test } from "vitest";
import { type Credits, DEMO, openCredits } from "./support.ts";

const NAMES = ["Ann", "Åsa", "emil", "Émile", "Emilia", "Oscar", "Özlem", "Zed", "Zoë"];

let credits: Credits;
beforeAll(async () => {
  credits = await openCredits("name_order", 0);
  const named = "unnest($2::text[]) WITH ORDINALITY AS one (name, id)";
  const values = [DEMO, NAMES.toReversed()];
  await credits.query(
    `INSERT INTO customers (shop, id, display_name, email, student_status, created_at, updated_at)
     SELECT $1, id, name, 'order' || id || '@x.example', 'pending', now(), now() FROM ${named}`,
    values,
  );
  await credits.query(
    `INSERT INTO credit_accounts (shop, customer_id, currency, name, email)
     SELECT $1, id, 'USD', name, 'order' || id || '@x.example' FROM ${named}`,
    values,
  );
});
afterAll(() => credits.close());

test("names are in the order of the alphabet, page by page, not of their characters' codes", async () => {
  const { customers } = credits.calls.credits;
  const namesOf = async (page: number, sortOrder: "asc" | "desc") =>
    (await customers({ search: "order", page, pageSize: 5, sortOrder })).list.map(({ name }) => name);
  expect([...(await namesOf(1, "asc")), ...(await namesOf(2, "asc"))]).toEqual(NAMES);
  expect([...(await namesOf(1, "desc")), ...(await namesOf(2, "desc"))]).toEqual(NAMES.toReversed());
});

test("the same holds for registrations, from one cursor to the next", async () => {
  const names: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await credits.owner.students.list({
      params: { status: "pending" },
      query: { sort: "name asc", pageSize: 2, ...(cursor && { last_id: cursor }) },
      body: { searchType: "Email", searchValue: "order" },
    });
    names.push(...page.rows.map(({ displayName }) => displayName));
    cursor = page.nextCursor;
  }
  expect(names).toEqual(NAMES);
});
