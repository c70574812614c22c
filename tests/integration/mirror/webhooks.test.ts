import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addTags, deleteCustomer, removeTags } from "../../../local-store/data/customers.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { findText } from "../../guarantees/support/tables.ts";
import { badSignatures, deliver, queuedDeliveries, refresh } from "../../guarantees/support/webhooks.ts";
import { signedInCalls } from "../../support/calls.ts";
import { runErasures } from "../../support/erasure.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { plansOf } from "../../support/plans.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("webhooks");
  await signIn([shop.token("1"), shop.token("1", SECOND)]);
});
beforeEach(() => shop.localStore.store.counters.reset(DEMO));
afterAll(() => shop.close());

const gid = (id: number) => `gid://shopify/Customer/${id}`;
const rereads = () => shop.localStore.store.counters.of(DEMO).requests.CustomersByIds ?? 0;
const lastQueued = async () => (await queuedDeliveries(shop.localStore, DEMO)).at(-1)?.id ?? 0;

async function query<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows as Row[];
}
const statusOf = async (id: number) =>
  (await query("SELECT student_status FROM customers WHERE shop = $1 AND id = $2", [DEMO, id]))[0]
    ?.student_status;

describe("an invalid signature", () => {
  const payload = { admin_graphql_api_id: gid(1), id: 1 };
  test.each(Object.entries(badSignatures(payload)))("%s: 401, and nothing happens", async (_kind, forged) => {
    const before = await query(
      "SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM webhook_deliveries) AS taken",
    );
    for (const topic of [
      "customers/update",
      "customers/delete",
      "app/uninstalled",
      "customers/redact",
      "shop/redact",
    ]) {
      expect(await deliver({ shop: DEMO, topic, payload, forged }), topic).toBe(401);
    }
    expect(
      await query(
        "SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM webhook_deliveries) AS taken",
      ),
    ).toEqual(before);
  });

  test("that is missing is refused", async () => {
    expect([400, 401]).toContain(
      await deliver({ shop: DEMO, topic: "shop/redact", payload, forged: { signature: null } }),
    );
  });
});

test("a new student appears by their webhook", async () => {
  const after = await lastQueued();
  const id = await registerStudent(shop.localStore, { name: "Nele New" });
  for (const delivery of await queuedDeliveries(shop.localStore, DEMO, after))
    expect(await deliver(delivery)).toBe(200);
  await refresh(DEMO);
  expect(await statusOf(id)).toBe("pending");
});

test("five duplicates in reverse order cause one read and the store's state", async () => {
  const id = await registerStudent(shop.localStore, { name: "Dora Double" });
  await refreshMirror([id]);
  const after = await lastQueued();
  await addTags(shop.localStore.store, DEMO, id, ["Disabled"]);
  await removeTags(shop.localStore.store, DEMO, id, ["Pending"]);
  const queued = await queuedDeliveries(shop.localStore, DEMO, after);
  expect(queued.length).toBeGreaterThanOrEqual(2);
  shop.localStore.store.counters.reset(DEMO);
  for (const delivery of queued.flatMap((one) => Array(5).fill(one)).reverse()) {
    expect(await deliver(delivery)).toBe(200);
    await refresh(DEMO);
  }
  expect(rereads()).toBe(1);
  expect(await statusOf(id)).toBe("disabled");
});

test("webhooks of our own decision cause no further read", async () => {
  const id = await registerStudent(shop.localStore, { name: "Olga Own" });
  await refreshMirror([id]);
  const after = await lastQueued();
  const calls = await signedInCalls(shop);
  await calls.customers.changeStatus({ ids: { id: gid(id) }, removeTag: "Pending", addTag: "Approved" });
  const queued = await queuedDeliveries(shop.localStore, DEMO, after);
  expect(queued.map(({ topic }) => topic)).toEqual(
    expect.arrayContaining(["customer.tags_added", "customer.tags_removed"]),
  );
  shop.localStore.store.counters.reset(DEMO);
  for (const delivery of queued) await deliver(delivery);
  await refresh(DEMO);
  expect(rereads()).toBe(0);
  expect(await statusOf(id)).toBe("approved");
});

test.each([
  ["nothing else", {}, 0],
  ["another name", { last_name: "Later" }, 1],
  ["another phone number", { phone: "+16145550199" }, 1],
  ["another country", { default_address: { country_code: "CA" } }, 1],
])("a webhook of the second of the last reading with %s causes reads", async (what, change, count) => {
  const after = await lastQueued();
  const id = await registerStudent(shop.localStore, { name: `Sam ${what}` });
  await refreshMirror([id]);
  const [created] = await queuedDeliveries(shop.localStore, DEMO, after);
  const [row] = await query<{ at: Date }>("SELECT updated_at AS at FROM customers WHERE id = $1", [id]);
  const payload = { ...(created?.payload as object), updated_at: row?.at, ...change };
  shop.localStore.store.counters.reset(DEMO);
  expect(await deliver({ shop: DEMO, topic: "customers/update", payload })).toBe(200);
  await refresh(DEMO);
  expect(rereads()).toBe(count);
});

test("a deleted customer leaves the mirror", async () => {
  const id = await registerStudent(shop.localStore, { name: "Dirk Deleted" });
  await refreshMirror([id]);
  const after = await lastQueued();
  await deleteCustomer(shop.localStore.store, DEMO, id);
  for (const delivery of await queuedDeliveries(shop.localStore, DEMO, after)) await deliver(delivery);
  expect(await statusOf(id)).toBeUndefined();
});

test("a payload without a customer and an unknown topic are accepted and change nothing", async () => {
  // What deletions of other tests have marked.
  await refresh(DEMO);
  for (const payload of [{}, { id: "no number" }, { id: null }]) {
    expect(await deliver({ shop: DEMO, topic: "customers/update", payload })).toBe(200);
  }
  for (const topic of ["bulk_operations/finish", "themes/publish"]) {
    const payload = { id: 147595010, admin_graphql_api_id: "gid://shopify/BulkOperation/147595010" };
    expect(await deliver({ shop: DEMO, topic, payload }), topic).toBe(200);
  }
  expect(await query("SELECT topic FROM webhook_deliveries WHERE topic NOT LIKE 'CUSTOMER%'")).toEqual([]);
  expect(await query("SELECT customer_id FROM stale_customers WHERE shop = $1", [DEMO])).toEqual([]);
});

test("customers/data_request is recorded for the owner", async () => {
  const id = await registerStudent(shop.localStore, { name: "Quinn Query" });
  await refreshMirror([id]);
  const payload = {
    shop_domain: DEMO,
    customer: { id, email: "quinn@students.example", phone: null },
    orders_requested: [],
  };
  const request = { shop: DEMO, topic: "customers/data_request", payload, eventId: "one request" };
  // The second one is the same delivery again.
  for (const delivery of [request, request]) expect(await deliver(delivery)).toBe(200);
  const calls = await signedInCalls(shop);
  const { rows } = await calls.activity.list({ kind: "privacy.data requested" });
  expect(rows).toMatchObject([
    { who: { name: "Shopify" }, subject: { id: String(id), name: "Quinn Query" } },
  ]);
});

test("customers/data_request counts also what is stored under an address that only Backroom knows", async () => {
  const id = await registerStudent(shop.localStore, { name: "Rita Renamed", email: "rita@old.example" });
  await refreshMirror([id]);
  await query(
    `INSERT INTO mails (shop, id, key, text_id, to_email, subject, text_body, html_body, message_id, created_at, queued_at, next_attempt_at)
     VALUES ($1, gen_random_uuid(), 'rita', 'x', 'Rita@old.example', 'x', 'x', 'x', 'rita', now(), now(), now())`,
    [DEMO],
  );
  const payload = { shop_domain: DEMO, customer: { id, email: "rita@new.example" } };
  expect(await deliver({ shop: DEMO, topic: "customers/data_request", payload })).toBe(200);
  const calls = await signedInCalls(shop);
  const { rows } = await calls.activity.list({ kind: "privacy.data requested", search: String(id) });
  expect(rows[0]?.changes).toContainEqual({ field: "Mails", before: "", after: "1" });
  await query("DELETE FROM mails");
});

test("customers/data_request counts a customer's emails by indexes, and no other shop's", async () => {
  const insertMails = `INSERT INTO mails (shop, id, key, text_id, to_email, subject, text_body, html_body, message_id, created_at, queued_at, next_attempt_at)
    SELECT $1, gen_random_uuid(), address, 'x', address, 'x', 'x', 'x', address, now(), now(), now() FROM unnest($2::text[]) AS address`;
  const addresses = Array.from({ length: 5_000 }, (_, index) => `person${index}@students.example`);
  await query(insertMails, [DEMO, [...addresses, "Mona@students.example"]]);
  await query(insertMails, [SECOND, ["Mona@students.example"]]);
  await query("ANALYZE mails");
  const payload = { shop_domain: DEMO, customer: { id: 987_654, email: "mona@Students.example" } };
  const [plan] = await plansOf("mails", () =>
    deliver({ shop: DEMO, topic: "customers/data_request", payload }),
  );
  expect(plan).toContain("mails_to_an_address");
  const calls = await signedInCalls(shop);
  const { rows } = await calls.activity.list({ kind: "privacy.data requested", search: "987654" });
  expect(rows[0]?.changes).toContainEqual({ field: "Mails", before: "", after: "1" });
  await query("DELETE FROM mails");
});

test("customers/redact erases the person from every table; the activity page still opens, others stay (R20)", async () => {
  const calls = await signedInCalls(shop);
  const [vera, bystander] = [
    await registerStudent(shop.localStore, { name: "Vera Vanish" }),
    await registerStudent(shop.localStore, { name: "Bea Bystander" }),
  ];
  await refreshMirror([vera, bystander]);
  for (const id of [vera, bystander])
    await calls.customers.changeStatus({ ids: { id: gid(id) }, removeTag: "Pending", addTag: "Approved" });
  await calls.views.save({
    list: "students",
    name: "Vera's",
    query: "tab=pending&q=vera.vanish%40students.example",
  });
  await calls.views.save({
    list: "students",
    name: "Bea's",
    query: "tab=pending&q=bea.bystander%40students.example",
  });
  const about = {
    shop_domain: DEMO,
    customer: { id: vera, email: "Vera.Vanish@students.example", phone: "+1 555" },
  };
  expect(
    await deliver({ shop: DEMO, topic: "customers/redact", payload: { ...about, orders_to_redact: [] } }),
  ).toBe(200);
  await runErasures(DEMO);

  for (const text of ["Vera Vanish", "vera.vanish", "vera's"]) expect(await findText(text), text).toEqual([]);
  // The bare id, so that a reading that has already begun doesn't bring her back.
  expect(await findText(String(vera))).toEqual(["public.mirror_tombstones: 1"]);
  expect(await findText("bea.bystander%40")).toHaveLength(1);
  expect(await statusOf(bystander)).toBe("approved");
  const { rows } = await calls.activity.list({ kind: "registration.decided" });
  expect(rows.map(({ subject }) => subject.id)).toEqual(
    expect.arrayContaining(["erased", String(bystander)]),
  );
  await expect(calls.activity.list({ search: "bea" })).resolves.toMatchObject({
    rows: [{ subject: { name: "Bea Bystander" } }],
  });
  // A second request about the same person finds nothing and succeeds.
  expect(await deliver({ shop: DEMO, topic: "customers/redact", payload: about })).toBe(200);
  await runErasures(DEMO);
  expect(await query("SELECT 1 FROM erasure_requests")).toEqual([]);
});

test("customers/redact keeps text that only resembles the person: a name within a word, an address within a longer one", async () => {
  const calls = await signedInCalls(shop);
  const ann = await registerStudent(shop.localStore, { name: "Ann", email: "a@b.co" });
  await refreshMirror([ann]);
  const save = (name: string, q: string) =>
    calls.views.save({ list: "students", name, query: `tab=pending&q=${encodeURIComponent(q)}` });
  await save("Annual pending", "hanna");
  await save("Barbara", "ba@b.com");
  await save("Hers", "A@b.co");
  const job = "22222222-2222-4222-8222-222222222222";
  const labels = ["Barbara ba@b.com", "Anna a@b.com", "a@b.co"];
  await query(
    `INSERT INTO job_items (shop, job_id, position, label, input)
     SELECT $1, $2, place, label, '{"customerId": 1}' FROM unnest($3::text[]) WITH ORDINALITY AS row(label, place)`,
    [DEMO, job, labels],
  );
  const about = { shop_domain: DEMO, customer: { id: ann, email: "a@b.co", phone: null } };
  expect(await deliver({ shop: DEMO, topic: "customers/redact", payload: about })).toBe(200);
  await runErasures(DEMO);
  const { views } = await calls.views.list({ list: "students" });
  expect(views.map(({ name }) => name)).toEqual(expect.arrayContaining(["Annual pending", "Barbara"]));
  expect(views.map(({ name }) => name)).not.toContain("Hers");
  expect(await query("SELECT label FROM job_items WHERE job_id = $1 ORDER BY position", [job])).toEqual([
    { label: "Barbara ba@b.com" },
    { label: "Anna a@b.com" },
    { label: "Erased" },
  ]);
});

test("app/uninstalled deletes the tokens and closes the shop, and shop/redact erases only that shop (R20)", async () => {
  const { offlineAccessToken } = await import("~/connectors/shopify/access-token.server");
  const { findAdministrator } = await import("~/platform/auth/administrators.server");
  await offlineAccessToken(SECOND);
  expect(await deliver({ shop: SECOND, topic: "app/uninstalled", payload: { domain: SECOND } })).toBe(200);
  expect(await query("SELECT 1 FROM sessions WHERE shop = $1", [SECOND])).toEqual([]);
  await expect(offlineAccessToken(SECOND)).rejects.toMatchObject({ status: 502 });
  expect(await findAdministrator(SECOND, "1")).toBeNull();

  expect(await deliver({ shop: SECOND, topic: "shop/redact", payload: { shop_domain: SECOND } })).toBe(200);
  // In the background: the answer to Shopify waits for nothing.
  expect(await query("SELECT 1 FROM administrators WHERE shop = $1", [SECOND])).not.toEqual([]);
  const { redactShop } = await import("~/core/erasure/webhooks.server");
  await redactShop.run(SECOND, new AbortController().signal);
  expect(await findText(SECOND)).toEqual([]);
  expect((await findText(DEMO)).length).toBeGreaterThan(5);
});

test("an erasure that fails doesn't hold up the others", async () => {
  const [{ redactCustomers }, { erasure }] = await Promise.all([
    import("~/core/erasure/redact-customer.server"),
    import("~/core/erasure/erasure.server"),
  ]);
  for (const id of [901, 902]) {
    const payload = { shop_domain: DEMO, customer: { id, email: null, phone: null } };
    expect(await deliver({ shop: DEMO, topic: "customers/redact", payload })).toBe(200);
  }
  const erased: number[] = [];
  const declared = erasure("test", {
    stage: 1,
    async erase(_client, { customerId }) {
      if (customerId === 901) throw new Error("This one can't be erased.");
      erased.push(customerId);
    },
  });
  const task = redactCustomers({ erasures: [declared] });
  const run = task.run(DEMO, new AbortController().signal);
  await expect(run).rejects.toThrow("This one can't be erased.");
  expect(erased).toEqual([902]);
  const left = "SELECT customer_id::int AS id FROM erasure_requests";
  expect(await query(left)).toEqual([{ id: 901 }]);
  await runErasures(DEMO);
  expect(await query(left)).toEqual([]);
});
