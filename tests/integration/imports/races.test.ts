import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addTags, removeTags } from "../../../local-store/data/customers.ts";
import { setMetafields } from "../../../local-store/data/metafields.ts";
import { setFaults } from "../../guarantees/support/approvals.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { failRows, forgetOutcomes } from "../../support/jobs.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { type Calls, check, importFile, inStore, open, send, undo, work } from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("import_races");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());
beforeEach(() => setFaults(shop.localStore, DEMO));

const columns = ["Email", "School"];
const setSchool = (id: number, value: string) =>
  setMetafields(
    shop.localStore.store,
    DEMO,
    [
      {
        ownerType: "CUSTOMER",
        ownerId: id,
        namespace: "stp",
        key: "school",
        type: "single_line_text_field",
        value,
      },
    ],
    async () => undefined,
  );

async function retry(jobId: string) {
  await calls.jobs.retry({ id: jobId });
  return work(jobId);
}

test("a field that changed after the check isn't overwritten until an explicit retry", async () => {
  const id = await registerStudent(shop.localStore, { name: "Ann Overtaken", school: "Northside" });
  await refreshMirror([id]);
  const run = await check(calls, { columns, rows: [["ann.overtaken@students.example", "Southside"]] });
  await setSchool(id, "Elsewhere");
  const { jobId } = await calls.imports.start({ id: run.id });
  expect(await work(jobId)).toMatchObject([
    { state: "failed", message: expect.stringContaining('School is "Elsewhere" now') },
  ]);
  expect((await inStore(shop, "ann.overtaken@students.example"))?.metafields["stp.school"]).toBe("Elsewhere");
  expect(await retry(jobId)).toMatchObject([{ state: "done", message: "Changed" }]);
  expect((await inStore(shop, "ann.overtaken@students.example"))?.metafields["stp.school"]).toBe("Southside");
});

test("a customer created in the store after the check isn't changed until a retry, and an undo keeps them", async () => {
  const run = await check(calls, { columns, rows: [["bea.late@students.example", "Southside"]] });
  await registerStudent(shop.localStore, {
    name: "Bea Late",
    email: "bea.late@students.example",
    school: "Northside",
  });
  const { jobId } = await calls.imports.start({ id: run.id });
  expect(await work(jobId)).toMatchObject([
    { state: "failed", message: expect.stringContaining("was added to the store after the check") },
  ]);
  expect((await inStore(shop, "bea.late@students.example"))?.metafields["stp.school"]).toBe("Northside");
  expect(await retry(jobId)).toMatchObject([{ state: "done", message: "Changed" }]);
  expect(await undo(calls, run.id)).toMatchObject([{ state: "done", message: "Restored" }]);
  expect((await inStore(shop, "bea.late@students.example"))?.metafields["stp.school"]).toBe("Northside");
});

test("another person than who began it sends two parts of a file in parallel", async () => {
  const rows = ["one", "two"].map((name) => [`part.${name}@students.example`, "Harbor"]);
  const { run, suggested } = await open(calls, { columns, rows });
  await calls.imports.decide({ id: run.id, mapping: suggested, blanks: "keep" });
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showStudents"]);
  const other = await signedInCalls(shop, "2");
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { sent } = await withShop(DEMO, async (tx) => {
    // As someone else's part does while it is stored.
    await tx.$client.query("SELECT 1 FROM import_runs WHERE id = $1 FOR SHARE", [run.id]);
    const sent = Promise.allSettled(rows.map((row, index) => send(other, run.id, [row], 2 + index)));
    await expect.poll(countWaitingSessions).toBe(2);
    return { sent };
  });
  expect(await sent).toMatchObject([{ status: "fulfilled" }, { status: "fulfilled" }]);
  expect(await calls.imports.finish({ id: run.id })).toMatchObject({ state: "ready", received: 2 });
});

test("a creation whose response was lost is found by its marker: one customer, one audit entry", async () => {
  setFaults(shop.localStore, DEMO, { cutAfterCommit: 1 });
  const run = await check(calls, { columns, rows: [["cy.lost@students.example", "Harbor"]] });
  const { jobId } = await calls.imports.start({ id: run.id });
  expect(await work(jobId)).toMatchObject([{ state: "done", message: "Created" }]);
  const customer = await inStore(shop, "cy.lost@students.example");
  const { rows } = await calls.activity.ofSubject({
    subjectType: "customer",
    subjectId: String(customer?.id),
  });
  expect(rows.map(({ what }) => what)).toEqual(["Imported a person's record"]);
  const { effective } = shop.localStore.store.counters.of(DEMO);
  expect(effective.customerCreate).toEqual({ [String(customer?.id)]: 1 });
});

test("a partly written row says why, is completed by a retry, and is undone completely", async () => {
  const many = Array.from({ length: 248 }, (_unused, index) => `tag ${index}`);
  const id = await registerStudent(shop.localStore, {
    name: "Di Half",
    school: "Northside",
    tags: ["UserType:Student", "Pending", ...many],
  });
  await refreshMirror([id]);
  const run = await check(calls, {
    columns: ["Email", "School", "CRM ID", "Tags"],
    rows: [["di.half@students.example", "Southside", "C-9", "one more"]],
  });
  const { jobId } = await calls.imports.start({ id: run.id });
  // The metafields are written; a 251st tag is one too many.
  expect(await work(jobId)).toMatchObject([
    { state: "failed", message: "Shopify didn't save the record: Tags cannot be more than 250" },
  ]);
  expect((await inStore(shop, "di.half@students.example"))?.metafields["stp.school"]).toBe("Southside");
  await removeTags(shop.localStore.store, DEMO, id, many);
  expect(await retry(jobId)).toMatchObject([{ state: "done", message: "Changed" }]);
  expect((await inStore(shop, "di.half@students.example"))?.tags).toEqual(
    expect.arrayContaining(["one more", "crm_id:C-9"]),
  );
  expect(await undo(calls, run.id)).toMatchObject([{ state: "done", message: "Restored" }]);
  const customer = await inStore(shop, "di.half@students.example");
  expect(customer?.metafields["stp.school"]).toBe("Northside");
  expect(customer?.tags.toSorted()).toEqual(["Pending", "UserType:Student"]);
});

test.each([
  ["nothing", [], ["np:Acme", "np:Borealis"]],
  ["another partner", ["np:Delta"], ["np:Delta"]],
])(
  "a row that removed a field's tags and was retried after %s was added is undone",
  async (what, tags, before) => {
    const many = Array.from({ length: 248 }, (_unused, index) => `tag ${index}`);
    const email = `${what.split(" ")[0]}@partners.example`;
    const person = { name: "Pat Partners", email, tags: ["np:Acme", "np:Borealis", ...many] };
    const id = await registerStudent(shop.localStore, person);
    await refreshMirror([id]);
    const run = await check(calls, {
      kind: "national",
      columns: ["Email", "National Partner", "Tags"],
      rows: [[email, "Cobalt", "one more, two more"]],
    });
    const { jobId } = await calls.imports.start({ id: run.id });
    // Both tags are removed, and three are one too many.
    const [failed] = await work(jobId);
    expect(failed?.message).toBe("Shopify didn't save the record: Tags cannot be more than 250");
    expect((await inStore(shop, email))?.tags).toHaveLength(248);
    await removeTags(shop.localStore.store, DEMO, id, many);
    await addTags(shop.localStore.store, DEMO, id, tags);
    if (tags.length > 0)
      expect(await retry(jobId)).toMatchObject([
        { state: "failed", message: expect.stringContaining('is "Delta" now') },
      ]);
    expect(await retry(jobId)).toMatchObject([{ state: "done", message: "Changed" }]);
    expect((await inStore(shop, email))?.tags.toSorted()).toEqual(["np:Cobalt", "one more", "two more"]);
    expect(await undo(calls, run.id)).toMatchObject([{ state: "done", message: "Restored" }]);
    expect((await inStore(shop, email))?.tags.toSorted()).toEqual(before);
  },
);

test("a row whose worker died after its commit is reported as it was, and audited once", async () => {
  const known = await registerStudent(shop.localStore, { name: "Kai Killed", school: "Northside" });
  await refreshMirror([known]);
  const run = await check(calls, {
    columns,
    rows: [
      ["nia.killed@students.example", "Harbor"],
      ["kai.killed@students.example", "Southside"],
    ],
  });
  /** Works on a job twice, as after the death of a worker that had stored the rows' outcomes and not yet the items'. */
  const workTwice = async (jobId: string) => {
    const first = await work(jobId);
    await forgetOutcomes(jobId);
    expect(await work(jobId)).toEqual(first);
    return first.map(({ message }) => message);
  };
  const actionsOn = async (id: number | undefined) =>
    (await calls.activity.ofSubject({ subjectType: "customer", subjectId: String(id) })).rows.map(
      ({ action }) => action,
    );
  const { jobId } = await calls.imports.start({ id: run.id });
  expect(await workTwice(jobId)).toEqual(["Created", "Changed"]);
  const created = (await inStore(shop, "nia.killed@students.example"))?.id;
  for (const id of [created, known]) expect(await actionsOn(id)).toEqual(["customer.imported"]);

  expect(await workTwice((await calls.imports.undo({ id: run.id })).jobId)).toEqual(["Deleted", "Restored"]);
  for (const id of [created, known])
    expect(await actionsOn(id)).toEqual(["customer.import undone", "customer.imported"]);
});

test("a canceled import keeps its written rows, and a retry writes the rest", async () => {
  const run = await check(calls, {
    columns,
    rows: Array.from({ length: 3 }, (_, index) => [`eve.${index}@students.example`, "Harbor"]),
  });
  const { jobId } = await calls.imports.start({ id: run.id });
  await calls.jobs.cancel({ id: jobId });
  await work(jobId);
  expect(await calls.imports.detail({ id: run.id })).toMatchObject({ state: "cancelled", canUndo: false });
  expect((await retry(jobId)).map(({ state }) => state)).toEqual(["done", "done", "done"]);
  expect(await calls.imports.detail({ id: run.id })).toMatchObject({ state: "done", canUndo: true });
});

test("a check is refused when the columns are matched again during it", async () => {
  const file = { columns, rows: [["ivy.matched@students.example", "Harbor"]] };
  const { run, suggested } = await open(calls, file);
  await calls.imports.decide({ id: run.id, mapping: suggested, blanks: "keep" });
  await send(calls, run.id, file.rows);
  const { withShop } = await import("~/platform/db/with-shop.server");
  const check = await withShop(DEMO, async (tx) => {
    await tx.$client.query("SELECT 1 FROM import_runs WHERE id = $1 FOR SHARE", [run.id]);
    const waiting = { answer: calls.imports.finish({ id: run.id }) };
    waiting.answer.catch(() => undefined);
    await expect.poll(countWaitingSessions).toBe(1);
    // As matching the columns does.
    await tx.$client.query("DELETE FROM import_rows WHERE run_id = $1", [run.id]);
    return waiting;
  });
  await expect(check.answer).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("The columns were matched again during the check."),
  });
  expect(await calls.imports.detail({ id: run.id })).toMatchObject({ state: "reading", received: 0 });
});

test("an import isn't undone while its failed rows are being retried", async () => {
  const id = await registerStudent(shop.localStore, { name: "Jo Retried", school: "Northside" });
  await refreshMirror([id]);
  const run = await check(calls, {
    columns,
    rows: [
      ["jo.retried@students.example", "Southside"],
      ["jo.new@students.example", "Harbor"],
    ],
  });
  await setSchool(id, "Elsewhere");
  const { jobId } = await calls.imports.start({ id: run.id });
  expect((await work(jobId)).map(({ state }) => state)).toEqual(["failed", "done"]);
  const [{ withShop }, { retryFailedItems }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/platform/jobs/control-job.server"),
  ]);
  const undoing = await withShop(DEMO, async (tx) => {
    await retryFailedItems(tx, DEMO, jobId);
    const waiting = { answer: calls.imports.undo({ id: run.id }) };
    waiting.answer.catch(() => undefined);
    await expect.poll(countWaitingSessions).toBe(1);
    return waiting;
  });
  await expect(undoing.answer).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("This import is still running."),
  });
});

test("rows of a person whose data was erased are skipped, and their cells are gone", async () => {
  const run = await check(calls, { columns, rows: [["flo.erased@students.example", "Harbor"]] });
  const { jobId } = await calls.imports.start({ id: run.id });
  const { redactCustomer } = await import("../../support/erasure.ts");
  await redactCustomer(DEMO, { id: 1, email: "Flo.Erased@students.example" });
  expect(await work(jobId)).toEqual([
    { label: "Erased", state: "skipped", message: "This row's data was erased." },
  ]);
  expect(await inStore(shop, "flo.erased@students.example")).toBeNull();
  expect((await calls.imports.rows({ id: run.id })).rows).toEqual([]);
});

test("an import stops when its administrator loses the flag", async () => {
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showStudents"]);
  const helper = await signedInCalls(shop, "2");
  const run = await check(helper, { columns, rows: [["gus@students.example", "Harbor"]] });
  const { jobId } = await helper.imports.start({ id: run.id });
  await grantAccess("2", []);
  expect(await work(jobId)).toMatchObject([{ state: "cancelled" }]);
  expect(await inStore(shop, "gus@students.example")).toBeNull();
});

test("an import without its stored values can't be undone, but is still recognized", async () => {
  const file = { columns, rows: [["hal@students.example", "Harbor"]] };
  const { id, jobId } = await importFile(calls, file);
  expect(await calls.jobs.detail({ id: jobId })).toMatchObject({ canUndo: true });
  const draft = await check(calls, { columns, rows: [["ida@students.example", "Harbor"]] });
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    "UPDATE import_runs SET created_at = now() - interval '91 days' WHERE id = ANY($1)",
    [[id, draft.id]],
  );
  const { forgetOldDrafts, forgetOldImports } = await import("~/core/imports/forget.server");
  const { app } = await import("~/app.server");
  for (const { run } of [forgetOldDrafts(app.declarations), forgetOldImports])
    await run(DEMO, new AbortController().signal);
  await expect(calls.imports.detail({ id: draft.id })).rejects.toMatchObject({ status: 404 });
  expect((await calls.imports.rows({ id })).rows).toEqual([]);
  expect(await calls.imports.detail({ id })).toMatchObject({ state: "done", canUndo: false });
  expect(await calls.jobs.detail({ id: jobId })).toMatchObject({ canUndo: false });
  const message =
    "This import is more than 90 days old and its rows were deleted, so it can't be undone or retried.";
  await expect(calls.imports.undo({ id })).rejects.toMatchObject({ status: 409, message });
  await expect(calls.imports.writeRowsFile({ id, which: "all" })).rejects.toMatchObject({
    status: 409,
    message: "This import is more than 90 days old and its rows were deleted.",
  });
  await failRows(jobId);
  await calls.jobs.retry({ id: jobId });
  await work(jobId);
  expect(await calls.jobs.detail({ id: jobId })).toMatchObject({ state: "failed", message });
});
