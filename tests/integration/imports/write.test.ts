import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";
import { type Calls, check, importFile, inStore, rowsOf } from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("import_write");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

test("a new person gets name, record, matching tags, status and consent", async () => {
  const { items } = await importFile(calls, {
    columns: [
      "E-Mail",
      "First name",
      "Last name",
      "School",
      "Start Date",
      "AS400 ID",
      "Discount limit",
      "Tags",
      "Email Policy Consent",
      "Shoe size",
    ],
    rows: [
      [
        " Nia.New@Students.Example ",
        "Nia",
        "New",
        "Harbor",
        "09/01/2026",
        "000412",
        "1200",
        "vip, fall",
        "Yes",
        "41",
      ],
    ],
  });
  expect(items).toMatchObject([
    { label: "Row 2: nia.new@students.example", state: "done", message: "Created" },
  ]);
  const customer = await inStore(shop, "nia.new@students.example");
  expect(customer).toMatchObject({
    first_name: "Nia",
    last_name: "New",
    metafields: {
      "stp.school": "Harbor",
      "stp.start_date": "2026-09-01",
      "profile.as400_id": "000412",
      "profile.email_policy_consent": "1",
    },
    email_marketing: { state: "SUBSCRIBED" },
  });
  expect(customer?.tags.toSorted()).toEqual([
    "Pending",
    "UserType:Student",
    "as400_id:000412",
    "discount_limit:1200",
    "fall",
    "vip",
  ]);
  const { rows } = await calls.students.list({ params: { status: "pending" } });
  expect(rows.find(({ email }) => email === "nia.new@students.example")).toMatchObject({ school: "Harbor" });
  const { rows: entries } = await calls.activity.ofSubject({
    subjectType: "customer",
    subjectId: String(customer?.id),
  });
  expect(entries).toMatchObject([
    {
      what: "Imported a person's record",
      changes: expect.arrayContaining([{ field: "School", before: "", after: "Harbor" }]),
    },
  ]);
});

test("an existing person gets values that differ, and keeps the status and values that the file omits", async () => {
  const id = await registerStudent(shop.localStore, {
    name: "Kay Known",
    tags: ["UserType:Student", "Approved", "crm_id:C-1"],
    school: "Northside",
  });
  await refreshMirror([id]);
  const columns = ["Email", "School", "Course", "CRM ID", "Status"];
  const rows = [["kay.known@students.example", "Northside", "Welding", "C-2", "Pending"]];
  const run = await check(calls, { columns, rows });
  expect(run).toMatchObject({ state: "ready", counts: { change: 1 }, checkedAgainst: "store" });
  expect(await rowsOf(calls, run.id)).toMatchObject([
    {
      verdict: "change",
      changes: [
        { label: "Course", before: "", after: "Welding" },
        { label: "CRM ID", before: "C-1", after: "C-2" },
      ],
      problems: [{ field: "status", column: 4, sentence: expect.stringContaining("stays Approved") }],
    },
  ]);
  const { items } = await importFile(calls, { columns, rows });
  expect(items).toMatchObject([{ state: "done", message: "Changed" }]);
  const customer = await inStore(shop, "kay.known@students.example");
  expect(customer?.tags.toSorted()).toEqual(["Approved", "UserType:Student", "crm_id:C-2"]);
  expect(customer?.metafields).toMatchObject({ "stp.school": "Northside", "stp.course": "Welding" });
});

test("blank cells leave or clear a field, as chosen, and never clear tags or a status", async () => {
  const id = await registerStudent(shop.localStore, { name: "Bea Blank", school: "Northside" });
  await refreshMirror([id]);
  const file = {
    columns: ["Email", "School", "Tags", "Status"],
    rows: [["bea.blank@students.example", "", "", ""]],
  };
  expect((await check(calls, file)).counts).toMatchObject({ unchanged: 1 });
  await importFile(calls, { ...file, blanks: "clear" });
  const customer = await inStore(shop, "bea.blank@students.example");
  expect(customer?.metafields["stp.school"]).toBeUndefined();
  expect(customer?.tags).toEqual(expect.arrayContaining(["Pending", "UserType:Student"]));
});

test("staff customers and national partners get their own tags", async () => {
  await importFile(calls, {
    kind: "staff",
    columns: ["email", "status"],
    rows: [["sia.staff@staff.example", "Approved"]],
  });
  expect((await inStore(shop, "sia.staff@staff.example"))?.tags.toSorted()).toEqual([
    "Approved",
    "UserType:Staff",
  ]);
  const national = { kind: "national" as const, columns: ["Email", "National Partner", "CRM ID"] };
  await importFile(calls, { ...national, rows: [["pia@partners.example", "Acme", "0007"]] });
  await importFile(calls, { ...national, rows: [["pia@partners.example", "Borealis", "0007"]] });
  const partner = await inStore(shop, "pia@partners.example");
  expect(partner?.tags.toSorted()).toEqual(["crm_id:0007", "np:Borealis"]);
  expect(partner?.metafields["profile.crm_id"]).toBe("0007");
});

test("a refused row writes nothing", async () => {
  const { items } = await importFile(calls, {
    columns: ["Email", "School", "Start Date"],
    rows: [
      ["rita.refused@students.example", "Harbor", "31/12/2026"],
      ["ada.accepted@students.example", "Harbor", "12/31/2026"],
    ],
  });
  expect(items).toMatchObject([{ label: "Row 3: ada.accepted@students.example", state: "done" }]);
  expect(await inStore(shop, "rita.refused@students.example")).toBeNull();
});

test("a customer who isn't in the mirror yet is found in the store", async () => {
  await registerStudent(shop.localStore, { name: "Una Unmirrored", school: "Northside" });
  const run = await check(calls, {
    columns: ["Email", "School"],
    rows: [["una.unmirrored@students.example", "Southside"]],
  });
  expect(await rowsOf(calls, run.id)).toMatchObject([
    { verdict: "change", changes: [{ label: "School", before: "Northside", after: "Southside" }] },
  ]);
});
