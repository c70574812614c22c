/** What the parts of a customer's card read, and who may open it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Flag } from "~/platform/auth/permission";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signedInCalls>>;
let query: (text: string, ...values: unknown[]) => Promise<unknown>;

beforeAll(async () => {
  shop = await openTestShop("customer_card");
  owner = await signedInCalls(shop);
  await signedInCalls(shop, "3");
  const { withShop } = await import("~/platform/db/with-shop.server");
  query = (text, ...values) => withShop(DEMO, (tx) => tx.$client.query(text, [DEMO, ...values]));
});
afterAll(() => shop.close());

/** Another administrator, who has this flag only. */
async function withFlag(flag: Flag): Promise<typeof owner> {
  await grantAccess("3", [flag]);
  return signedInCalls(shop, "3");
}

async function customer(
  name: string,
  email: string,
  tags = ["UserType:Student", "Pending"],
): Promise<string> {
  const id = await registerStudent(shop.localStore, { name, email, tags, school: "Harbor College" });
  await refreshMirror([id]);
  return String(id);
}

test("a customer who only has credit has a card without a record, for administrators who work on credit", async () => {
  const id = await customer("Cora Credit", "cora@x.example", []);
  const student = await customer("Stan Student", "stan@x.example");
  const unknown = { status: 404, message: expect.stringContaining("has no card") };
  await expect(owner.customers.detail({ id })).rejects.toMatchObject(unknown);
  for (const each of [id, student])
    await query(
      "INSERT INTO credit_accounts (shop, customer_id, currency, name, email) VALUES ($1, $2, 'USD', 'Name', 'a@x.example')",
      each,
    );
  const creditor = await withFlag("showCredits");
  const shown = { displayName: "Cora Credit", email: "cora@x.example", stp_school: "", values: {} };
  expect(await creditor.customers.detail({ id })).toMatchObject(shown);
  expect(await owner.customers.detail({ id })).toMatchObject(shown);
  await creditor.notes.add({ id, text: "Called about the credit." });
  expect((await owner.notes.list({ id })).notes).toMatchObject([{ text: "Called about the credit." }]);
  // Credit doesn't open the record of a student.
  expect((await owner.customers.detail({ id: student })).stp_school).toBe("Harbor College");
  for (const refused of [creditor.customers.detail, creditor.customers.duplicates, creditor.notes.list])
    await expect(refused({ id: student })).rejects.toMatchObject({ status: 403 });
});

test("possible duplicates have the same name or mailbox, and are customers that the administrator works on", async () => {
  const id = await customer("Dora Double", "dora.double@gmail.com");
  const named = await customer("dora double", "other@y.example", ["UserType:Staff", "Pending"]);
  const mailbox = await customer("D. Double", "DoraDouble+shop@gmail.com");
  await customer("Dora Doubled", "dora.doubled@gmail.com");
  await customer("Dora Double", "plain@z.example", []);
  const found = async (calls: typeof owner) =>
    (await calls.customers.duplicates({ id })).list.map((row) => [row.id, row.isSameName, row.isSameMailbox]);
  expect((await found(owner)).toSorted()).toEqual([
    [named, true, false],
    [mailbox, false, true],
  ]);
  expect(await found(await withFlag("showStudents"))).toEqual([[mailbox, false, true]]);
});

test("a card has the latest five orders, and the invitations by account or address", async () => {
  const id = await customer("Olga Orders", "olga@x.example");
  for (let number = 1; number <= 6; number += 1)
    await query(
      `INSERT INTO orders (shop, id, name, customer_id, processed_at, created_at, updated_at, financial_status, fulfillment_status,
         return_status, risk, test, total_cents, discount_cents, refunded_cents)
       VALUES ($1, $2, $3, $4, make_date(2026, $5::int, 1), now(), now(), 'PARTIALLY_REFUNDED', 'FULFILLED', 'NO_RETURN', 'LOW', false,
         5000, 0, 1000)`,
      7_000 + number,
      `#${7_000 + number}`,
      id,
      number,
    );
  const orders = await owner.orders.ofCustomer({ id });
  expect(orders.list.map(({ name }) => name)).toEqual(["#7006", "#7005", "#7004", "#7003", "#7002"]);
  expect(orders).toMatchObject({
    hasMore: true,
    list: [{ totalCents: 5_000, refundedCents: 1_000 }, {}, {}, {}, {}],
  });

  const invite = (audience: string, email: string, customerId: string | null, state: string) =>
    query(
      `INSERT INTO invitations (shop, id, audience, email, first_name, last_name, state, invited_at, invited_by_id,
         invited_by_name, last_invited_at, expires_at, customer_id, operation_id)
       VALUES ($1, gen_random_uuid(), $2, $3, 'Olga', 'Orders', $4, now(), '1', 'Olivia', now(), now(), $5, gen_random_uuid())`,
      audience,
      email,
      state,
      customerId,
    );
  await invite("partner", "OLGA@x.example", null, "sent");
  await invite("retiree", "olga.old@x.example", id, "accepted");
  await invite("partner", "else@x.example", null, "sent");
  const { list } = await owner.invitations.ofCustomer({ id });
  expect(list.map(({ noun, state, url }) => [noun, state, url]).toSorted()).toEqual([
    ["partner user", "sent", "/partnerusers?tab=invited&q=OLGA%40x.example"],
    ["retiree user", "accepted", "/retireeusers?tab=registered&q=olga.old%40x.example"],
  ]);
  const other = await withFlag("showRetireeUsers");
  expect((await other.invitations.ofCustomer({ id })).list).toMatchObject([{ noun: "retiree user" }]);
});

test.each(["99999999999999999999", "00000000000000001", "9999999999999999"])(
  "%s, which can't be a customer's number, is refused without asking Shopify in vain",
  async (id) => {
    const { customers, person } = owner;
    for (const read of [customers.detail, customers.duplicates, customers.lastDecision, person.block])
      expect((await read({ id }).catch((refusal) => refusal)).status ?? 200).toBeLessThan(500);
  },
);
