import { afterAll, beforeAll, expect, test } from "vitest";
import { findCustomer } from "../../../local-store/data/find-customers.ts";
import { setMetafields } from "../../../local-store/data/metafields.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("edit");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

const gid = (id: number) => `gid://shopify/Customer/${id}`;
const inStore = async (id: number) => {
  const customer = await findCustomer(shop.localStore.store.pool, DEMO, id);
  if (!customer) throw new Error("The store has no such customer.");
  return customer;
};
const read = (id: number) => calls.customers.detail({ id: String(id) });
const atTheStore = (id: number, key: string, value: string) =>
  setMetafields(
    shop.localStore.store,
    DEMO,
    [{ ownerType: "CUSTOMER", ownerId: id, namespace: "stp", key, type: "single_line_text_field", value }],
    async () => undefined,
  );

/**
 * An edit of the owner, at whose first mutation a colleague has just written the school.
 * @param afterRead what else a colleague does, right after the edit has read the customer
 */
async function editAfterReading(customerId: number, afterRead?: () => Promise<void>) {
  const [{ editCustomer }, { liveAdminApi }, { findAdministrator }, { systemClock }, { REGISTERED }] =
    await Promise.all([
      import("~/domain/customers/edit.server"),
      import("~/connectors/shopify/live.server"),
      import("~/platform/auth/administrators.server"),
      import("~/platform/clock"),
      import("~/domain/customers/kinds"),
    ]);
  const actor = await findAdministrator(DEMO, "1");
  if (!actor) throw new Error("The owner has not signed in.");
  const live = liveAdminApi(DEMO);
  let isWritten = false;
  let hasRead = false;
  const adminApi: typeof live = {
    download: live.download,
    run: async (operation, variables, options) => {
      if (operation.isMutation && !isWritten) {
        isWritten = true;
        await atTheStore(customerId, "school", "Colleague's");
      }
      const answer = await live.run(operation, variables, options);
      if (!hasRead) {
        hasRead = true;
        await afterRead?.();
      }
      return answer;
    },
  };
  const tools = { shop: DEMO, timeZone: "UTC", actor, adminApi, clock: systemClock };
  return (values: Record<string, string>, seen: Record<string, string>) =>
    editCustomer(tools, { customerId, kinds: REGISTERED }, values, seen);
}

test("an edit updates metafields, matching tags and the consent with its time, and the list shows it immediately", async () => {
  const id = await registerStudent(shop.localStore, { name: "Edda Edited", school: "Northside" });
  await refreshMirror([id]);
  const before = await read(id);

  const { changed } = await calls.customers.edit({
    id: gid(id),
    school: "Southside",
    startdate: "09/01/2026",
    limit: "1200",
    crm_id: "C-77",
    as400_id: "000412",
    email_policy_consent: "1",
    seen: before.values,
  });

  expect(new Set(changed)).toEqual(
    new Set(["school", "startdate", "limit", "crm_id", "as400_id", "email_policy_consent"]),
  );
  const after = await read(id);
  expect(after).toMatchObject({
    stp_school: "Southside",
    stp_startDate: "2026-09-01",
    profile_crm_id: "C-77",
    profile_as400_id: "000412",
    profile_email_policy_consent: "1",
    discount_limit: "1200",
  });
  const customer = await inStore(id);
  expect(customer.tags).toEqual(
    expect.arrayContaining(["Pending", "discount_limit:1200", "crm_id:C-77", "as400_id:000412"]),
  );
  expect(customer.email_marketing).toMatchObject({ state: "SUBSCRIBED" });
  const { rows } = await calls.students.list({ params: { status: "pending" } });
  expect(rows.find((row) => row.id === gid(id))).toMatchObject({
    school: "Southside",
    discount_limit: "1200",
  });
});

test("a blank clears a field and its tag, and an omitted field stays", async () => {
  const id = await registerStudent(shop.localStore, { name: "Clara Cleared", school: "Northside" });
  await calls.customers.edit({ id: gid(id), limit: "500", course: "Welding" });
  await calls.customers.edit({ id: gid(id), limit: "", school: "" });
  expect(await read(id)).toMatchObject({ stp_school: "", stp_course: "Welding", discount_limit: "" });
  expect((await inStore(id)).tags.filter((tag) => tag.startsWith("discount_limit"))).toEqual([]);
  await calls.customers.edit({ id: gid(id), limit: 700 });
  expect(await read(id)).toMatchObject({ discount_limit: "700" });
});

test("two people who edit different fields both keep their change", async () => {
  const id = await registerStudent(shop.localStore, { name: "Dora Different", school: "Northside" });
  const seen = (await read(id)).values;
  await calls.customers.edit({ id: gid(id), course: "Welding", seen });
  await calls.customers.edit({ id: gid(id), school: "Southside", seen });
  expect(await read(id)).toMatchObject({ stp_school: "Southside", stp_course: "Welding" });
});

test("the second of two edits of a field gets the current value, and nothing is overwritten", async () => {
  const id = await registerStudent(shop.localStore, { name: "Sam Same", school: "Northside" });
  const seen = (await read(id)).values;
  await atTheStore(id, "school", "Elsewhere");
  await expect(
    calls.customers.edit({ id: gid(id), school: "Southside", course: "Welding", seen }),
  ).rejects.toMatchObject({ status: 409, message: expect.stringContaining('School is now "Elsewhere"') });
  expect(await read(id)).toMatchObject({ stp_school: "Elsewhere", stp_course: "" });
  await calls.customers.edit({ id: gid(id), enddate: "12/31/2028" });
  await expect(calls.customers.edit({ id: gid(id), enddate: "06/30/2099", seen })).rejects.toMatchObject({
    message: expect.stringContaining('End Date is now "12/31/2028"'),
  });
});

test("a field that a colleague writes while it is being cleared keeps their value, and the edit is refused", async () => {
  const id = await registerStudent(shop.localStore, { name: "Cleo Cleared", school: "Northside" });
  const { values: seen } = await read(id);
  const edit = await editAfterReading(id);
  await expect(edit({ school: "" }, seen)).rejects.toMatchObject({ status: 409 });
  expect(await read(id)).toMatchObject({ stp_school: "Colleague's" });
});

test("of two edits of the limit at the same time, the second is refused, and one tag remains", async () => {
  const id = await registerStudent(shop.localStore, { name: "Leo Limit" });
  await calls.customers.edit({ id: gid(id), limit: "5" });
  const edit = await editAfterReading(id, async () => {
    await calls.customers.edit({ id: gid(id), limit: "9" });
  });
  await expect(edit({ limit: "12" }, {})).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('Discount Limit is now "9"'),
  });
  const tags = (await inStore(id)).tags.filter((tag) => tag.startsWith("discount_limit"));
  expect(tags).toEqual(["discount_limit:9"]);
});

test.each([
  ["a limit that isn't a number", { limit: "12x" }, "limit"],
  ["a negative limit", { limit: "-5" }, "limit"],
  ["a number that isn't whole", { limit: 1.5 }, "limit"],
  ["a limit that is longer than the shop's default can be", { limit: "1".repeat(13) }, "limit"],
  ["a date that does not exist", { startdate: "02/31/2026" }, "startdate"],
  ["a text that is too long", { school: "x".repeat(256) }, "school"],
])("%s is refused at its field, and nothing is changed", async (what, values, field) => {
  const name = `Ines Invalid ${what.replaceAll(/\W+/g, " ")}`;
  const id = await registerStudent(shop.localStore, { name, school: "Northside" });
  await expect(calls.customers.edit({ id: gid(id), course: "Welding", ...values })).rejects.toMatchObject({
    status: 400,
    data: { fieldErrors: { [field]: expect.any(String) } },
  });
  expect(await read(id)).toMatchObject({ stp_course: "" });
});

test.each([
  ["as400_id", "007,UserType:Staff"],
  ["crm_id", "C-1, Approved, discount_limit:99999"],
  ["crm_id", "x".repeat(249)],
])("%s cannot smuggle tags in, nor be longer than a tag: %s", async (field, value) => {
  const id = await registerStudent(shop.localStore, { name: `Tag Smuggled ${value.length}`, school: "N" });
  const before = await inStore(id);
  await expect(
    calls.customers.edit({ id: gid(id), school: "Southside", [field]: value }),
  ).rejects.toMatchObject({
    status: 400,
    data: {
      fieldErrors: {
        [field]: expect.stringMatching(/^(can't contain a comma|has 249 characters; at most 248)/),
      },
    },
  });
  expect((await inStore(id)).tags).toEqual(before.tags);
  expect(await read(id)).toMatchObject({ stp_school: "N", profile_crm_id: "" });
});

test("an edit is recorded with the values before and after, visible with the flag only", async () => {
  const id = await registerStudent(shop.localStore, { name: "Aud Audited", school: "Northside" });
  await calls.customers.edit({ id: gid(id), school: "Southside" });
  const { rows } = await calls.activity.ofSubject({ subjectType: "customer", subjectId: String(id) });
  expect(rows).toMatchObject([
    {
      what: "Edited a person's record",
      who: { name: "Olivia Owner" },
      changes: [{ field: "School", before: "Northside", after: "Southside" }],
    },
  ]);
});

test("saving without a change does nothing and records nothing", async () => {
  const id = await registerStudent(shop.localStore, { name: "Nora Nothing", school: "Northside" });
  expect(await calls.customers.edit({ id: gid(id), school: "Northside" })).toMatchObject({ changed: [] });
  const { rows } = await calls.activity.ofSubject({ subjectType: "customer", subjectId: String(id) });
  expect(rows).toEqual([]);
});

test("only students have a discount limit, and it needs the students' flag", async () => {
  const both = await registerStudent(shop.localStore, {
    name: "Bo Both",
    tags: ["UserType:Staff", "UserType:Student", "Approved"],
  });
  const staff = await registerStudent(shop.localStore, {
    name: "Stan Staff",
    tags: ["UserType:Staff", "Approved"],
  });
  await refreshMirror([both, staff]);
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showStaff"]);
  const ofStaff = await signedInCalls(shop, "2");
  await expect(ofStaff.customers.edit({ id: gid(both), limit: "99999" })).rejects.toMatchObject({
    status: 403,
  });
  await expect(calls.customers.edit({ id: gid(staff), limit: "99999" })).rejects.toMatchObject({
    status: 404,
    message: "This customer isn't a student.",
  });
  for (const id of [both, staff])
    expect((await inStore(id)).tags.filter((tag) => tag.startsWith("discount_limit"))).toEqual([]);
  expect((await ofStaff.customers.edit({ id: gid(both), school: "Southside" })).changed).toEqual(["school"]);
  expect((await calls.customers.edit({ id: gid(both), limit: "1200" })).changed).toEqual(["limit"]);
});

test("a staff customer can be edited with the staff flag", async () => {
  const id = await registerStudent(shop.localStore, {
    name: "Stella Staff",
    tags: ["UserType:Staff", "Pending"],
  });
  await refreshMirror([id]);
  await calls.customers.edit({ id: gid(id), school: "Southside" });
  const { rows } = await calls.staff.list({ params: { status: "pending" } });
  expect(rows.find((row) => row.id === gid(id))).toMatchObject({ school: "Southside" });
  expect(await calls.staff.counts()).toMatchObject({ pending: 1 });
});

test("an edit is checked: dates in order, a birth date in the past, a phone number and a country", async () => {
  const id = await registerStudent(shop.localStore, { name: "Chester Checked" });
  await refreshMirror([id]);
  const refused = async (fields: Record<string, string>) => {
    const error = await calls.customers.edit({ id: gid(id), ...fields }).catch((reason) => reason);
    expect(error).toMatchObject({ status: 400 });
    return Object.keys(error.data?.fieldErrors ?? {});
  };
  await calls.customers.edit({ id: gid(id), startdate: "09/01/2026" });
  expect(await refused({ enddate: "08/31/2026" })).toEqual(["enddate"]);
  expect(await refused({ dob: "01/01/2099", phone: "call me", country: "Atlantis" })).toEqual([
    "phone",
    "country",
    "dob",
  ]);
  const valid = { enddate: "09/01/2026", dob: "02/29/2004", phone: "+1 (555) 010-0199 x7", country: "CA" };
  const { changed } = await calls.customers.edit({ id: gid(id), ...valid });
  expect(changed.toSorted()).toEqual(["country", "dob", "enddate", "phone"]);
});

test.each([
  [
    "a start before a stored end of a later year",
    { end_date: "12/31/2027" },
    { startdate: "01/15/2027" },
    null,
  ],
  [
    "a start after a stored end with a time",
    { end_date: "2026-12-31T00:00:00Z" },
    { startdate: "01/01/2027" },
    "startdate",
  ],
  ["an end before a stored start", { start_date: "12/31/2027" }, { enddate: "06/30/2027" }, "enddate"],
  ["a start beside an end that isn't a date", { end_date: "spring 2026" }, { startdate: "01/15/2027" }, null],
])(
  "the order of the dates is that of the calendar, however they are stored: %s",
  async (what, stored, edit, refused) => {
    const id = await registerStudent(shop.localStore, { name: `Otto Order ${what.replaceAll(/\W+/g, " ")}` });
    for (const [key, value] of Object.entries(stored)) await atTheStore(id, key, value);
    const error = await calls.customers.edit({ id: gid(id), ...edit }).then(
      () => null,
      (reason) => reason,
    );
    expect(error && Object.keys(error.data.fieldErrors)).toEqual(refused && [refused]);
  },
);

test("the text undefined is a missing date: in the record, in the list, and for an edit of what the list shows", async () => {
  const id = await registerStudent(shop.localStore, { name: "Uma Undefined" });
  await atTheStore(id, "end_date", "undefined");
  await refreshMirror([id]);
  const { rows } = await calls.students.list({ params: { status: "pending" } });
  const row = rows.find((each) => each.id === gid(id));
  expect([(await read(id)).stp_endDate, row?.stp_endDate]).toEqual(["", ""]);

  const seen = { enddate: row?.stp_endDate ?? "" };
  expect(await calls.customers.edit({ id: gid(id), enddate: "12/31/2026", seen })).toMatchObject({
    changed: ["enddate"],
  });
  expect(await read(id)).toMatchObject({ stp_endDate: "2026-12-31" });
});
