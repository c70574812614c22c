import { afterAll, beforeAll, expect, test } from "vitest";
import { setConsent, updateCustomer } from "../../../local-store/data/customers.ts";
import { setMetafields } from "../../../local-store/data/metafields.ts";
import { signedInCalls } from "../../support/calls.ts";
import { failRows } from "../../support/jobs.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { type Calls, check, importFile, inStore, undo, work } from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("import_undo_since");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

const columns = ["Email", "School"];
const one = (name: string, school = "Harbor") => [`${name}@students.example`, school];
const number = async (name: string) => (await inStore(shop, `${name}@students.example`))?.id ?? 0;

async function inConsole(statement: string, values: unknown[]) {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(statement, values);
}

test("a row that is still pending when an import is undone isn't written", async () => {
  const run = await check(calls, { columns, rows: [one("ria"), one("rob")] });
  const { jobId } = await calls.imports.start({ id: run.id });
  await work(jobId);
  // As an item that was cancelled is left.
  const rob = await number("rob");
  await shop.localStore.store.pool.query("DELETE FROM customers WHERE id = $1", [rob]);
  await inConsole("UPDATE import_rows SET written = NULL, customer_id = NULL WHERE customer_id = $1", [rob]);
  await inConsole("UPDATE job_items SET state = 'cancelled' WHERE job_id = $1 AND position = 1", [jobId]);
  expect(await undo(calls, run.id)).toMatchObject([{ state: "done", message: "Deleted" }]);
  await calls.jobs.retry({ id: jobId });
  expect(await work(jobId)).toMatchObject([
    { state: "done" },
    { state: "skipped", message: "This import was undone, so nothing was written." },
  ]);
  expect(await inStore(shop, "rob@students.example")).toBeNull();
});

test("a customer whose creation response was lost is found by address and marker, and removed", async () => {
  const file = { columns, rows: [one("lost"), one("never")] };
  const { id, jobId } = await importFile(calls, file);
  // As answers leave it that were lost for good: one had been created, the other had not.
  await inConsole("UPDATE import_rows SET customer_id = NULL, outcome = NULL WHERE run_id = $1", [id]);
  await failRows(jobId);
  await shop.localStore.store.pool.query("DELETE FROM customers WHERE id = $1", [await number("never")]);
  await registerStudent(shop.localStore, { name: "Never Ours", email: "never@students.example" });

  expect(await calls.imports.detail({ id })).toMatchObject({ canUndo: true });
  expect(await undo(calls, id)).toMatchObject([
    { state: "done", message: "Deleted" },
    { state: "done", message: "The import created no customer with this email address." },
  ]);
  expect(await calls.imports.detail({ id })).toMatchObject({ state: "undone", undone: 2, notUndone: 0 });
  expect(await inStore(shop, "lost@students.example")).toBeNull();
  expect(await inStore(shop, "never@students.example")).toMatchObject({ first_name: "Never" });
});

test("an import that wrote nothing offers no undo, also when its rows failed", async () => {
  const { id, jobId } = await importFile(calls, { columns, rows: [one("nil")] });
  await inConsole("UPDATE import_rows SET written = NULL, customer_id = NULL WHERE run_id = $1", [id]);
  await failRows(jobId);
  expect(await calls.imports.detail({ id })).toMatchObject({ canUndo: false });
});

test("a created person with an address, a phone, a subscription, notes, syncs or questions of their own isn't deleted", async () => {
  const names = ["moved", "called", "living", "subscribed", "noted", "synced", "asked", "untouched"];
  const { id } = await importFile(calls, { columns, rows: names.map((name) => one(name)) });
  const change = async (name: string, input: Parameters<typeof updateCustomer>[3]) =>
    updateCustomer(shop.localStore.store, DEMO, await number(name), input);
  await change("called", { phone: "+15550101234" });
  await change("living", { addresses: [{ address1: "1 Harbor Road", city: "Boston", country: "US" }] });
  await setConsent(shop.localStore.store, DEMO, await number("subscribed"), "email", {
    marketingState: "SUBSCRIBED",
    marketingOptInLevel: "SINGLE_OPT_IN",
  });
  await change("moved", { email: "moved.away@students.example" });
  await calls.notes.add({ id: String(await number("noted")), text: "Called on Monday." });
  await inConsole(
    `INSERT INTO sync_attempts (shop, id, customer_id, state, requested_by_id, requested_by_name, requested_at)
     VALUES ($1, gen_random_uuid(), $2, 'synced', '1', 'Olivia Owner', now())`,
    [DEMO, await number("synced")],
  );
  await inConsole(
    `INSERT INTO registration_questions (shop, id, customer_id, registration, text, operation_id, state, asked_at, asked_by_id, asked_by_name)
     VALUES ($1, gen_random_uuid(), $2, 'student', 'Which school?', 'keeps-asked', 'closed', now(), '1', 'Olivia Owner')`,
    [DEMO, await number("asked")],
  );

  expect((await undo(calls, id)).map(({ state, message }) => [state, message])).toEqual([
    ["skipped", expect.stringContaining('the email address is "moved.away@students.example" now')],
    ["skipped", expect.stringContaining("a phone number was added")],
    ["skipped", expect.stringContaining("an address was added")],
    ["skipped", expect.stringContaining("they subscribed to emails")],
    ["skipped", expect.stringContaining("they have a note")],
    ["skipped", expect.stringContaining("they were synced to Agora")],
    ["skipped", expect.stringContaining("they were asked for information")],
    ["done", "Deleted"],
  ]);
  expect(await inStore(shop, "noted@students.example")).toMatchObject({ id: expect.any(Number) });
});

test("after a retry over another administrator's change, an undo restores their value, not an older one", async () => {
  const many = Array.from({ length: 248 }, (_unused, index) => `tag ${index}`);
  const id = await registerStudent(shop.localStore, {
    name: "Ova Taken",
    school: "Northside",
    tags: ["UserType:Student", "Pending", ...many],
  });
  await refreshMirror([id]);
  const row = ["ova.taken@students.example", "Southside", "one more"];
  const run = await check(calls, { columns: [...columns, "Tags"], rows: [row] });
  const { jobId } = await calls.imports.start({ id: run.id });
  // Half done: the metafields are written; a 251st tag is one too many.
  expect(await work(jobId)).toMatchObject([{ state: "failed" }]);
  const { store } = shop.localStore;
  await store.pool.query("UPDATE customers SET tags = $2 WHERE id = $1", [
    id,
    ["UserType:Student", "Pending"],
  ]);
  await setSchool(id, "Colleague's");
  const retry = async () => {
    await calls.jobs.retry({ id: jobId });
    return work(jobId);
  };
  expect(await retry()).toMatchObject([{ message: expect.stringContaining('School is "Colleague\'s" now') }]);
  expect(await retry()).toMatchObject([{ state: "done", message: "Changed" }]);
  expect(await undo(calls, run.id)).toMatchObject([{ state: "done", message: "Restored" }]);
  const customer = await inStore(shop, "ova.taken@students.example");
  expect(customer?.metafields["stp.school"]).toBe("Colleague's");
  expect(customer?.tags).not.toContain("one more");
});

const setSchool = (ownerId: number, value: string) =>
  setMetafields(
    shop.localStore.store,
    DEMO,
    [
      {
        ownerType: "CUSTOMER",
        ownerId,
        namespace: "stp",
        key: "school",
        type: "single_line_text_field",
        value,
      },
    ],
    async () => undefined,
  );
