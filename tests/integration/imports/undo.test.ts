import { afterAll, beforeAll, expect, test } from "vitest";
import { addTags, updateCustomer } from "../../../local-store/data/customers.ts";
import { signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { type Calls, importFile, inStore, undo, work } from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("import_undo");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

const columns = ["Email", "First Name", "School", "CRM ID", "Tags"];

test("earlier values are restored, and created customers are deleted from the store and the lists", async () => {
  const customerId = await registerStudent(shop.localStore, {
    name: "Kay Known",
    tags: ["UserType:Student", "Approved", "crm_id:C-1"],
    school: "Northside",
  });
  await refreshMirror([customerId]);
  const rows = [
    ["kay.known@students.example", "Kaya", "Southside", "C-2", "vip"],
    ["nia.new@students.example", "Nia", "Harbor", "C-3", ""],
  ];
  const { id } = await importFile(calls, { columns, rows });
  expect(await inStore(shop, "kay.known@students.example")).toMatchObject({ first_name: "Kaya" });

  expect(await undo(calls, id)).toMatchObject([
    { state: "done", message: "Restored" },
    { state: "done", message: "Deleted" },
  ]);

  const customer = await inStore(shop, "kay.known@students.example");
  expect(customer).toMatchObject({ first_name: "Kay", metafields: { "stp.school": "Northside" } });
  expect(customer?.tags.toSorted()).toEqual(["Approved", "UserType:Student", "crm_id:C-1"]);
  expect(await inStore(shop, "nia.new@students.example")).toBeNull();
  const { rows: pending } = await calls.students.list({ params: { status: "pending" } });
  expect(pending.map(({ email }) => email)).not.toContain("nia.new@students.example");
  expect(await calls.imports.detail({ id })).toMatchObject({ state: "undone", canUndo: false, notUndone: 0 });
});

test("a customer who was changed later is left unchanged with a message, and the others are undone", async () => {
  const rows = ["edited", "tagged", "ordered", "untouched"].map((name) => [
    `${name}@students.example`,
    "Una",
    "Harbor",
    "",
    "",
  ]);
  const { id } = await importFile(calls, { columns, rows });
  const { store } = shop.localStore;
  const number = async (name: string) => (await inStore(shop, `${name}@students.example`))?.id ?? 0;
  await updateCustomer(store, DEMO, await number("edited"), { firstName: "Edda" });
  await addTags(store, DEMO, await number("tagged"), ["favourite"]);
  await store.pool.query("UPDATE customers SET orders_count = 1 WHERE id = $1", [await number("ordered")]);

  expect((await undo(calls, id)).map(({ state, message }) => [state, message])).toEqual([
    ["skipped", expect.stringContaining('First Name is "Edda" now, and the import had written "Una"')],
    ["skipped", expect.stringContaining("the tags favourite were added")],
    ["skipped", expect.stringContaining("has ordered in the meantime")],
    ["done", "Deleted"],
  ]);
  expect(await inStore(shop, "edited@students.example")).toMatchObject({ first_name: "Edda" });
  expect(await inStore(shop, "untouched@students.example")).toBeNull();
  expect(await calls.imports.detail({ id })).toMatchObject({ state: "undone", undone: 1, notUndone: 3 });
});

test("a canceled undo counts the rows that it left, and a retry undoes them", async () => {
  const names = ["cal", "cam"];
  const rows = names.map((name) => [`${name}@students.example`, "Cal", "Harbor", "", ""]);
  const { id } = await importFile(calls, { columns, rows });
  const { jobId } = await calls.imports.undo({ id });
  await calls.jobs.cancel({ id: jobId });
  await work(jobId);
  expect(await calls.imports.detail({ id })).toMatchObject({ state: "undone", undone: 0, notUndone: 2 });
  await calls.jobs.retry({ id: jobId });
  await work(jobId);
  expect(await calls.imports.detail({ id })).toMatchObject({ state: "undone", undone: 2, notUndone: 0 });
});

test("every tag of a field that the import replaced is restored", async () => {
  const tags = ["np:Acme", "np:Borealis"];
  await refreshMirror([await registerStudent(shop.localStore, { name: "Pat Partners", tags })]);
  const email = "pat.partners@students.example";
  const national = { kind: "national", columns: ["Email", "National Partner"], rows: [[email, "Cobalt"]] };
  const { id } = await importFile(calls, national);
  expect((await inStore(shop, email))?.tags).toEqual(["np:Cobalt"]);
  expect(await undo(calls, id)).toMatchObject([{ state: "done", message: "Restored" }]);
  expect((await inStore(shop, email))?.tags.toSorted()).toEqual(tags);
});

test("a registration that was decided later isn't undone", async () => {
  const { id } = await importFile(calls, { columns, rows: [["dee@students.example", "Dee", "", "", ""]] });
  const customer = await inStore(shop, "dee@students.example");
  await calls.customers.changeStatus({
    ids: { id: `gid://shopify/Customer/${customer?.id}` },
    removeTag: "Pending",
    addTag: "Approved",
  });
  expect(await undo(calls, id)).toMatchObject([
    { state: "skipped", message: expect.stringContaining("the status was Pending and is another now") },
  ]);
  expect((await inStore(shop, "dee@students.example"))?.tags).toContain("Approved");
});

test("only an ended import that wrote rows can be undone, and only once", async () => {
  const file = { columns, rows: [["odo@students.example", "Odo", "", "", ""]] };
  const { id } = await importFile(calls, file);
  const first = await calls.imports.undo({ id });
  expect((await calls.imports.undo({ id })).jobId).toBe(first.jobId);
  const draft = await calls.imports.open({
    kind: "students",
    fileName: "draft.csv",
    sha256: "a".repeat(64),
    columns,
    rowCount: 1,
  });
  await expect(calls.imports.undo({ id: draft.run.id })).rejects.toMatchObject({ status: 409 });
});
