import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { activity } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { mirroredCustomer } from "../../support/people.ts";
import { auditsAbout } from "../mail/support.ts";
import { type Credits, DEMO, openCredits, refusalOf } from "./support.ts";

let credits: Credits;
beforeAll(async () => {
  credits = await openCredits("credits", 120);
});
afterAll(() => credits.close());

const issue = (body: object, key?: string) =>
  credits.calls.credits.issueCredits({
    headers: key ? { "idempotency-key": key } : {},
    body: { ids: "1", amount: "5.00", reference: "Test", ...body },
  });
const adjust = (body: object) =>
  credits.calls.credits.adjustBalances({
    headers: {},
    body: { ids: "1", amount: "5.00", reference: "Test", ...body },
  });
const found = async (search: string) =>
  (await credits.calls.credits.customers({ search, pageSize: 50 })).list;

describe("issuing credit", () => {
  test("is recorded for each customer and pending until the store confirms it", async () => {
    const answer = await issue({ ids: "11,12", amount: 12.5, reference: "Welcome" });
    expect(answer).toEqual({
      status: true,
      msg: "The credit is on its way to 2 customers.",
      list: [11, 12].map((id) => ({
        id: String(id),
        postingId: expect.any(String),
        state: "PENDING",
        problem: null,
      })),
    });
    expect(await found("person11@")).toEqual([
      {
        shopifyCustomerId: "11",
        name: "Customer 11",
        email: "person11@x.example",
        balance: 0,
        balanceCents: 0,
        heldCents: 0,
        comingCents: 1_250,
        comparedAt: null,
      },
    ]);
    await credits.confirm(answer.list[0]?.postingId ?? null);
    await credits.fail(answer.list[1]?.postingId ?? null, "The store refused it.");
    expect(await found("person11@")).toMatchObject([{ balance: 12.5, comingCents: 0 }]);
    const ids = answer.list.map(({ postingId }) => postingId ?? "");
    const { list } = await credits.calls.credits.postings({ ids });
    expect(list.find(({ id }) => id === ids[1])).toMatchObject({
      state: "FAILED",
      problem: "The store refused it.",
      transactionType: "Credit",
      amount: 12.5,
      reference: "Welcome",
      customerName: "Customer 12",
    });
  });

  test("credits a customer who is listed three times only once, and refuses only unknown customers", async () => {
    const answer = await issue({ ids: "13, 13,gid://shopify/Customer/13,999999" });
    expect(answer).toMatchObject({
      status: true,
      msg: "The credit is on its way to 1 customer. 1 customer was refused.",
      list: [
        { id: "13", state: "PENDING" },
        { id: "999999", state: "FAILED", postingId: null, problem: "The store has no such customer." },
      ],
    });
    expect(await issue({ ids: "999999" })).toMatchObject({ status: false });
    // A list shows a negative number for an erased customer.
    expect((await issue({ ids: "13,-7" })).list.map(({ state }) => state)).toEqual(["PENDING", "FAILED"]);
  });

  test.each([
    -1,
    0,
    "0",
    Number.NaN,
    "1e3",
    "1,000.00",
    0.001,
    1e308,
    ["5"],
    [5],
    null,
    "",
    "10000000.01",
    true,
    {},
  ])("of %j is refused with a sentence that names the field", async (amount) => {
    for (const call of [issue, adjust])
      expect(await refusalOf(call({ amount }))).toMatchObject({
        status: 400,
        message: expect.stringMatching(/^amount: must be an amount above 0/),
      });
  });

  test("refuses decimals in a currency that has none", async () => {
    await credits.query("UPDATE shops SET currency = 'JPY' WHERE shop = $1", [DEMO]);
    try {
      const inYen = await signedInCalls(credits.shop, "3");
      const body = { ids: "16", amount: "12.50", reference: "Yen" };
      expect(await refusalOf(inYen.credits.issueCredits({ headers: {}, body }))).toMatchObject({
        status: 400,
        message: expect.stringMatching(/^amount: must be a whole amount/),
      });
    } finally {
      await credits.query("UPDATE shops SET currency = 'USD' WHERE shop = $1", [DEMO]);
    }
  });

  test("needs a reference, known ids, and at most 100 of them", async () => {
    for (const reference of ["", "  ", "x".repeat(256), 5, undefined])
      expect((await refusalOf(issue({ reference }))).message).toMatch(/^reference: /);
    for (const ids of ["", "1,,2", "abc", "1;2", ["1", "2"], 5, "gid://shopify/Order/1"])
      expect((await refusalOf(issue({ ids }))).message).toMatch(/^ids: must be customers' ids/);
    const many = Array.from({ length: 101 }, (_unused, index) => index + 1).join(",");
    expect((await refusalOf(issue({ ids: many }))).message).toBe(
      "ids: Max customers to update is set to: 100",
    );
    expect((await refusalOf(issue({ expirationDate: "01/02/2020" }))).message).toMatch(/a day in the future/);
    expect((await refusalOf(issue({ expirationDate: "2030-01-01" }))).message).toMatch(/MM\/DD\/YYYY/);
  });

  test("with the same idempotency key posts once, and another request with that key is refused", async () => {
    const before = await credits.ledger("person14@");
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => issue({ ids: "14", amount: "1.00" }, "key-of-one-request")),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await credits.ledger("person14@")).toHaveLength(before.length + 1);
    const other = issue({ ids: "14", amount: "2.00" }, "key-of-one-request");
    expect((await refusalOf(other)).status).toBe(409);
    const inBody = issue({ ids: "14", amount: "1.00", operationId: "key-of-one-request" });
    expect(await inBody).toEqual(answers[0]);
  });

  test("with an expiry date records it in the ledger", async () => {
    await issue({ ids: "15", expirationDate: "12/31/2030" });
    const { list } = await credits.calls.credits.transactions({ search: "person15@" });
    expect(list).toMatchObject([{ expirationDate: "2031-01-01T00:00:00.000Z" }]);
  });

  test("above Shopify's limit for a customer is refused immediately, with what is already on its way", async () => {
    expect(await refusalOf(issue({ ids: "20", amount: "15000.01" }))).toMatchObject({
      status: 400,
      message: "amount: must be at most $15,000.00, which is Shopify's limit for one customer",
    });
    expect(await issue({ ids: "20", amount: "14000" })).toMatchObject({ status: true });
    const problem = "The customer would have more than $15,000.00, which is Shopify's limit.";
    expect((await issue({ ids: "20,21", amount: "1000.01" })).list).toMatchObject([
      { id: "20", state: "FAILED", problem },
      { id: "21", state: "PENDING" },
    ]);
    expect(await issue({ ids: "20", amount: "1000" })).toMatchObject({ status: true });
  });

  test("may expire until 12/31/2099, and a later expiry that is stored breaks no page", async () => {
    for (const expirationDate of ["01/01/2100", "12/31/9999"])
      expect(await refusalOf(issue({ ids: "18", expirationDate }))).toMatchObject({
        status: 400,
        message: "expirationDate: must be 12/31/2099 or earlier",
      });
    const { list: posted } = await issue({ ids: "18", expirationDate: "12/31/2099" });
    await credits.query(
      `INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, expires_at, actor_id, actor_name, actor_email)
       VALUES ($1, gen_random_uuid(), now(), 18, 'Credit', 5, 'Far', '10000-01-01T00:00:00Z', '1', 'Olive', ''),
              ($1, gen_random_uuid(), now(), 18, 'Credit', 5, 'Never', 'infinity', '1', 'Olive', ''),
              ($1, gen_random_uuid(), now(), 18, 'Credit', 5, 'Without one', NULL, '1', 'Olive', '')`,
      [DEMO],
    );
    const query = { search: "person18@", endDate: "12/31/9999", sortOrder: "asc" } as const;
    const { list } = await credits.calls.credits.transactions(query);
    expect(list.map(({ expirationDate }) => expirationDate)).toEqual([
      "2100-01-01T00:00:00.000Z",
      "9999-12-31T00:00:00.000Z",
      "9999-12-31T00:00:00.000Z",
      null,
    ]);
    expect(list[0]?.id).toBe(posted[0]?.postingId);
  });
});

test("an adjustment debits the available balance and refuses each customer who has too little", async () => {
  await credits.given(21, "10.00");
  await credits.given(22, "3.00");
  const answer = await adjust({ ids: "21,22", amount: "4.00", reference: "Correction" });
  expect(answer).toMatchObject({
    status: true,
    msg: "The adjustment is on its way for 1 customer. 1 customer was refused.",
    list: [
      { id: "21", state: "PENDING", problem: null },
      { id: "22", state: "FAILED", problem: "The customer doesn't have that much credit." },
    ],
  });
  expect(await found("person21@")).toMatchObject([{ balance: 10, heldCents: 400 }]);
  await credits.confirm(answer.list[0]?.postingId ?? null);
  expect(await found("person21@")).toMatchObject([{ balance: 6, heldCents: 0 }]);
});

test("each request is one audit entry, about the customer if there is only one", async () => {
  const before = (await activity()).length;
  await issue({ ids: "31,32,33", amount: "7.00", reference: "Audit" });
  await issue({ ids: "31", amount: "8.00", reference: "Audit" });
  await adjust({ ids: "34" }); // Refused, so nothing is published.
  expect((await activity()).slice(before)).toMatchObject([
    {
      action: "credit.issued",
      subject: { type: "creditRequest" },
      after: { Customers: "3", Amount: "$7.00", Reference: "Audit" },
    },
    {
      action: "credit.issued",
      subject: { type: "customer", id: "31" },
      after: { Customers: "1", Amount: "$8.00", Reference: "Audit" },
    },
  ]);
  const flags = (await auditsAbout("credit.issued")).map(({ flag }) => flag);
  expect(new Set(flags)).toEqual(new Set(["showCredits"]));
});

test("a request that was refused as a whole may be sent again with its key once the cause is fixed", async () => {
  const retried = { ids: "71", amount: "4.00", operationId: "adjusting-71-once" };
  expect(await adjust(retried)).toMatchObject({ status: false });
  const credit = await credits.given(71, "10.00");
  const answer = await adjust(retried);
  expect(answer).toMatchObject({ status: true, list: [{ state: "PENDING" }] });
  expect(await adjust(retried)).toEqual(answer);
  const reverse = () =>
    credits.calls.credits.reverse({
      params: { id: credit },
      headers: {},
      body: { reason: "A mistake", operationId: "reversing-71-once" },
    });
  expect(await reverse()).toMatchObject({ status: false });
  await credits.given(71, "4.00");
  expect(await reverse()).toMatchObject({ status: true });
});

describe("adding a customer", () => {
  const add = (body: object, key?: string) =>
    credits.calls.credits.addCustomer({
      headers: key ? { "idempotency-key": key } : {},
      body: { email: "new@x.example", amount: "25", reference: "New account", ...body },
    });

  test("creates a customer with a new address once, with an opening credit", async () => {
    const answer = await add({}, "adding-a-customer");
    expect(answer).toMatchObject({
      status: true,
      customer: { email: "new@x.example", balance: 0, comingCents: 2_500 },
      postingId: expect.any(String),
    });
    expect(await add({}, "adding-a-customer")).toEqual(answer);
    const { requests } = credits.shop.localStore.store.counters.of(DEMO);
    const countsBefore = JSON.stringify(requests);
    const twice = await Promise.all([1, 2, 3].map(() => add({ email: "twice@x.example" }, "added-at-once")));
    expect(new Set(twice.map(({ postingId }) => postingId)).size).toBe(1);
    const before = JSON.parse(countsBefore);
    expect((requests.CustomerCreate ?? 0) - (before.CustomerCreate ?? 0)).toBe(1);
    expect((requests.CustomerByEmail ?? 0) - (before.CustomerByEmail ?? 0)).toBe(1);
    expect((await mirroredCustomer("new@x.example"))?.id).toBe(answer.customer.shopifyCustomerId);
    expect((await add({ email: "NEW@x.example" }, "adding-again")).customer).toMatchObject({
      shopifyCustomerId: answer.customer.shopifyCustomerId,
      comingCents: 5_000,
    });
  });

  test("with another request's key creates no customer", async () => {
    await add({ email: "first@x.example" }, "key-for-two-people");
    expect(await refusalOf(add({ email: "second@x.example" }, "key-for-two-people"))).toMatchObject({
      status: 409,
    });
    expect(await mirroredCustomer("second@x.example")).toBeUndefined();
    const { findCustomerByEmail } = await import("../../../local-store/data/find-customers.ts");
    const { pool } = credits.shop.localStore.store;
    expect(await findCustomerByEmail(pool, DEMO, "second@x.example")).toBeFalsy();
  });

  test("with 0 opens an account without a transaction", async () => {
    const answer = await add({ email: "zero@x.example", amount: "0" });
    expect(answer).toMatchObject({
      msg: "zero@x.example was added.",
      postingId: null,
      customer: { comingCents: 0 },
    });
  });

  test.each([
    { email: "not-an-address" },
    { email: "a@b.example,c@d.example" },
    { amount: "-1" },
    { amount: "1e3" },
    { amount: [0] },
    { amount: ["0"] },
    { reference: "" },
  ])("with %j is refused", async (body) => {
    const { status, message } = await refusalOf(add(body));
    expect({ status, field: message.split(":")[0] }).toEqual({ status: 400, field: Object.keys(body)[0] });
  });
});

describe("a transaction", () => {
  const reverse = (id: string, reason = "A mistake") =>
    credits.calls.credits.reverse({ params: { id }, headers: {}, body: { reason } });

  test("is reversed once by another one that names it with the reason", async () => {
    const id = await credits.given(41, "9.00");
    const tries = await Promise.allSettled([1, 2, 3].map(() => reverse(id)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { list } = await credits.calls.credits.transactions({ search: "person41@" });
    expect(list).toMatchObject([
      { transactionType: "Adjustment", amount: 9, amountCents: -900, reference: "A mistake", reversesId: id },
      { id, reversedById: list[0]?.id, state: "CONFIRMED" },
    ]);
    expect((await activity()).at(-1)).toMatchObject({ action: "credit.reversed", subject: { id: "41" } });
  });

  test("of another shop, unknown or not confirmed, is refused", async () => {
    const id = await credits.given(42, "9.00");
    const foreign = credits.second.credits.reverse({ params: { id }, headers: {}, body: { reason: "Mine" } });
    expect((await refusalOf(foreign)).status).toBe(404);
    const { list } = await issue({ ids: "43" });
    expect((await refusalOf(reverse(list[0]?.postingId ?? ""))).status).toBe(409);
    expect((await refusalOf(reverse(id, ""))).status).toBe(400);
  });
});

test("the list is sorted and paged, and covers one shop", async () => {
  for (const id of [51, 52, 53]) await credits.given(id, `${id}.00`);
  const byBalance = await credits.calls.credits.customers({
    sortField: "balance",
    sortOrder: "desc",
    pageSize: 2,
  });
  expect(byBalance).toMatchObject({ status: true, hasPrevious: false, hasNext: true });
  expect(byBalance.list.map(({ shopifyCustomerId }) => shopifyCustomerId)).toEqual(["53", "52"]);
  const next = await credits.calls.credits.customers({
    sortField: "balance",
    sortOrder: "desc",
    page: 2,
    pageSize: 2,
  });
  expect(next.list[0]?.shopifyCustomerId).toBe("51");
  expect(next.hasPrevious).toBe(true);
  expect(next.total).toBe(byBalance.total);
  for (const call of [credits.calls.credits.customers, credits.calls.credits.transactions])
    expect(await call({ page: 100_000_000, pageSize: 50 })).toMatchObject({ hasPrevious: true, list: [] });
  expect(await credits.second.credits.customers({})).toMatchObject({ total: 0, list: [], hasNext: false });
  expect(await credits.second.credits.transactions({})).toMatchObject({
    total: 0,
    list: [],
    rangesLimits: { creditAmount: 0 },
  });
});

test("a statement lists each confirmed transaction with its balance, and the months add up to the liability", async () => {
  await credits.given(61, "10.00", "First");
  const { list } = await adjust({ ids: "61", amount: "4.00", reference: "Second" });
  await credits.confirm(list[0]?.postingId ?? null);
  await issue({ ids: "61", amount: "1.00" });
  const { statement } = await credits.calls.credits.statement({ id: "61" });
  expect(statement).toMatchObject({
    balanceCents: 600,
    comingCents: 100,
    openingCents: 0,
    lines: [
      { reference: "Second", type: "Adjustment", amountCents: -400, balanceCents: 600 },
      { reference: "First", type: "Credit", amountCents: 1_000, balanceCents: 1_000 },
    ],
  });
  expect((await credits.calls.credits.statement({ id: "61", most: 1 })).statement).toMatchObject({
    openingCents: 1_000,
  });
  expect((await credits.second.credits.statement({ id: "61" })).statement).toBeNull();
  const { owedCents, months } = await credits.calls.credits.liability();
  const [sum] = await credits.query<{ sum: number }>(
    "SELECT sum(balance_cents)::int AS sum FROM credit_accounts",
  );
  expect(owedCents).toBe(sum?.sum);
  expect(months).toHaveLength(12);
  expect(months.at(-1)).toMatchObject({ owedCents });
  expect(months.at(-2)).toMatchObject({ owedCents: 0, addedCents: 0 });
});
