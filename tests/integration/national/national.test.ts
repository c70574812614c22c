import { afterAll, beforeAll, expect, test } from "vitest";
import { addTags, removeTags } from "../../../local-store/data/customers.ts";
import { findCustomer } from "../../../local-store/data/find-customers.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { completeMirror } from "../../support/mirrors.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("national");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

const gid = (id: number) => `gid://shopify/Customer/${id}`;
const ids = (page: { rows: { id: string }[] }) => page.rows.map(({ id }) => Number(id.split("/").pop()));
const all = (query: NonNullable<Parameters<typeof calls.national.list>[0]>["query"] = {}, searchValue = "") =>
  calls.national.list({ query, body: { searchValue, searchType: "Email" } });

async function registerPartner(name: string, partner: string, domain = DEMO): Promise<number> {
  const id = await registerStudent(shop.localStore, { name, tags: [`np:${partner}`] }, domain);
  await refreshMirror([id], domain);
  return id;
}

test("only people with a tag np:{partner} are listed, with their partner", async () => {
  const nora = await registerPartner("Nora Northern", "Northern");
  const plain = await registerStudent(shop.localStore, { name: "Paul Plain", tags: ["np:", "other"] });
  await refreshMirror([plain]);
  const page = await all();
  expect(page.rows.find(({ id }) => id === gid(nora))).toMatchObject({
    displayName: "Nora Northern",
    nationalPartner: "Northern",
    profile_email_policy_consent: "",
    remark: null,
    url: `https://admin.shopify.com/store/backroom-demo/customers/${nora}`,
  });
  expect(ids(page)).not.toContain(plain);
});

test("the list sorts by partner, filters one, searches, and counts its rows", async () => {
  const [a, z, b] = [
    await registerPartner("Ada Order", "Alpha order"),
    await registerPartner("Zoe Order", "zeta order"),
    await registerPartner("Bea Order", "Alpha order"),
  ];
  const found = await all({ sort: "nationalPartner asc" }, "order");
  expect(ids(found)).toEqual([a, b, z]);
  expect(found.total).toEqual({ count: 3, exact: true });
  expect(ids(await all({ sort: "nationalPartner desc" }, "order"))).toEqual([z, b, a]);

  const ofAlpha = await all({ partner: "Alpha order", sort: "name asc", pageSize: 1 });
  expect(ids(ofAlpha)).toEqual([a]);
  expect(ofAlpha.total).toEqual({ count: 2, exact: true });
  const next = await all({
    partner: "Alpha order",
    sort: "name asc",
    pageSize: 1,
    direction: "next",
    last_id: ofAlpha.nextCursor ?? "",
  });
  expect(ids(next)).toEqual([b]);
  expect(next.hasNextPage).toBe(false);
  await expect(
    all({ sort: "name asc", direction: "next", last_id: ofAlpha.nextCursor ?? "" }),
  ).rejects.toMatchObject({ status: 400 });

  expect((await calls.national.partners()).partners).toEqual(
    expect.arrayContaining([
      { name: "Alpha order", count: 2 },
      { name: "zeta order", count: 1 },
    ]),
  );
});

test("a day finds people created on it, and an invalid day is refused", async () => {
  const dora = await registerPartner("Dora Day", "Daily");
  const { createdAt } = (await all({}, "dora day")).rows[0] ?? { createdAt: "" };
  const [month, day, year] = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    dateStyle: "short",
  })
    .formatToParts(new Date(createdAt))
    .filter(({ type }) => type !== "literal")
    .map(({ value }) => value.padStart(2, "0"));
  const on = (searchValue: string) => calls.national.list({ body: { searchValue, searchType: "Date" } });
  expect(ids(await on(`${day}-${month}-20${year}`))).toContain(dora);
  expect(ids(await on("01-01-2001"))).toEqual([]);
  await expect(on("31-02-2026")).rejects.toMatchObject({ status: 400 });
});

test("a tag change in the store moves the person in the list and in the counts", async () => {
  const id = await registerStudent(shop.localStore, { name: "Mia Moving", tags: [] });
  await refreshMirror([id]);
  expect(ids(await all({}, "mia moving"))).toEqual([]);
  const { store } = shop.localStore;
  const partnerOf = async () => (await all({}, "mia moving")).rows[0]?.nationalPartner;
  await addTags(store, DEMO, id, ["NP: Moved Partner "]);
  await refreshMirror([id]);
  expect(await partnerOf()).toBe("Moved Partner");
  await removeTags(store, DEMO, id, ["NP: Moved Partner"]);
  await refreshMirror([id]);
  expect(await partnerOf()).toBeUndefined();
  const { partners } = await calls.national.partners();
  expect(partners.map(({ name }) => name)).not.toContain("Moved Partner");
});

test("an edit updates metafields, matching tags and the consent, and the list shows it immediately", async () => {
  const id = await registerPartner("Edda Edited", "Northern");
  const before = await calls.customers.detail({ id: String(id) });
  const { changed } = await calls.national.edit({
    id: gid(id),
    crm_id: "C-7",
    as400_id: "000412",
    email_policy_consent: "1",
    privacy_policy_consent: "1",
    seen: before.values,
  });
  expect(new Set(changed)).toEqual(
    new Set(["crm_id", "as400_id", "email_policy_consent", "privacy_policy_consent"]),
  );
  const customer = await findCustomer(shop.localStore.store.pool, DEMO, id);
  expect(customer?.tags).toEqual(expect.arrayContaining(["np:Northern", "crm_id:C-7", "as400_id:000412"]));
  expect(customer?.email_marketing).toMatchObject({ state: "SUBSCRIBED" });
  expect((await all({}, "edda edited")).rows[0]).toMatchObject({
    profile_email_policy_consent: "1",
    profile_privacy_policy_consent: "1",
  });
  const { rows } = await calls.activity.ofSubject({ subjectType: "customer", subjectId: String(id) });
  expect(rows[0]?.changes).toContainEqual({ field: "CRM ID", before: "", after: "C-7" });

  await calls.national.edit({ id: gid(id), crm_id: "", email_policy_consent: "0" });
  const cleared = await findCustomer(shop.localStore.store.pool, DEMO, id);
  expect(cleared?.tags.filter((tag) => tag.startsWith("crm_id"))).toEqual([]);
  expect(cleared?.email_marketing).toMatchObject({ state: "UNSUBSCRIBED" });
});

test("the second of two edits of a field gets the current value, and nothing is overwritten", async () => {
  const id = await registerPartner("Sam Same", "Northern");
  const { values: seen } = await calls.customers.detail({ id: String(id) });
  await calls.national.edit({ id: gid(id), crm_id: "First", seen });
  await expect(
    calls.national.edit({ id: gid(id), crm_id: "Second", as400_id: "9", seen }),
  ).rejects.toMatchObject({ status: 409, message: expect.stringContaining('CRM ID is now "First"') });
  expect(await calls.customers.detail({ id: String(id) })).toMatchObject({
    profile_crm_id: "First",
    profile_as400_id: "",
  });
});

test.each([
  ["an id that isn't a customer's", "gid://shopify/Order/1", 400],
  ["a customer that the store doesn't have", gid(999_999_999), 404],
])("%s is refused", async (_what, id, status) => {
  await expect(calls.national.edit({ id, crm_id: "x" })).rejects.toMatchObject({ status });
});

test("a person who isn't a national partner can't be edited here", async () => {
  const id = await registerStudent(shop.localStore, { name: "Stu Student" });
  await expect(calls.national.edit({ id: gid(id), crm_id: "x" })).rejects.toMatchObject({
    status: 404,
    message: "This customer isn't a national partner.",
  });
});

test("an overlong text is refused at its field", async () => {
  const id = await registerPartner("Lou Long", "Northern");
  await expect(calls.national.edit({ id: gid(id), crm_id: "x".repeat(256) })).rejects.toMatchObject({
    status: 400,
    data: { fieldErrors: { crm_id: expect.any(String) } },
  });
});

test("with the flag of National alone, a person can't be made a student by id", async () => {
  const id = await registerPartner("Inja Injected", "Northern");
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showNational"]);
  const national = await signedInCalls(shop, "2");
  await expect(
    national.national.edit({ id: gid(id), crm_id: "C-1,UserType:Student,Approved,discount_limit:99999" }),
  ).rejects.toMatchObject({
    status: 400,
    data: { fieldErrors: { crm_id: expect.stringContaining("comma") } },
  });
  const customer = await findCustomer(shop.localStore.store.pool, DEMO, id);
  expect(customer?.tags).toEqual(["np:Northern"]);
});

test("the flag of National opens national partners, and neither students nor the reverse", async () => {
  const partner = await registerPartner("Flo Flag", "Northern");
  const student = await registerStudent(shop.localStore, { name: "Stan Student" });
  await signedInCalls(shop, "3");
  await grantAccess("3", ["showNational"]);
  const national = await signedInCalls(shop, "3");
  expect(await national.customers.detail({ id: String(partner) })).toMatchObject({ displayName: "Flo Flag" });
  await expect(national.customers.detail({ id: String(student) })).rejects.toMatchObject({ status: 403 });
  await expect(national.customers.edit({ id: gid(partner), crm_id: "x" })).rejects.toMatchObject({
    status: 403,
  });
  await grantAccess("3", ["showStudents"]);
  const students = await signedInCalls(shop, "3");
  await expect(students.national.list({})).rejects.toMatchObject({ status: 403 });
  await expect(students.customers.detail({ id: String(partner) })).rejects.toMatchObject({ status: 403 });
});

test("each shop has its own national partners, partners and figure, which waits for the first reading", async () => {
  const second = await signedInCalls(shop, "1", SECOND);
  const there = await registerPartner("Sven Second", "Second only", SECOND);
  expect(ids(await second.national.list({}))).toEqual([there]);
  expect(await second.national.partners()).toEqual({ partners: [{ name: "Second only", count: 1 }] });
  const reading = { text: "Customers are still being read", asOf: null };
  for (const { figure } of [second.national, second.students, second.staff, second.credits])
    expect(await figure()).toEqual(reading);
  await completeMirror("customers", SECOND);
  expect(await second.students.figure()).toMatchObject({ text: "0 pending" });
  expect(await second.credits.figure()).toMatchObject({ text: "€0.00 owed to 0 customers" });
  const { withShop } = await import("~/platform/db/with-shop.server");
  await withShop(SECOND, (tx) =>
    tx.$client.query("INSERT INTO credits_to_compare (shop, customer_id) VALUES ($1, $2)", [SECOND, there]),
  );
  expect(await second.credits.figure()).toMatchObject({
    text: "€0.00 owed to 0 customers, 1 more to be read",
  });
  expect(await second.national.figure()).toMatchObject({ text: "1 national partner" });
  expect(ids(await all({ pageSize: 100 }))).not.toContain(there);
  await expect(calls.national.edit({ id: gid(there), crm_id: "x" })).rejects.toMatchObject({ status: 404 });
});
