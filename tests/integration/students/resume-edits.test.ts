import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AdminApi } from "~/connectors/shopify/port";
import { addTags, removeTags } from "../../../local-store/data/customers.ts";
import { findCustomer } from "../../../local-store/data/find-customers.ts";
import { setMetafields } from "../../../local-store/data/metafields.ts";
import { activityOf } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { check, undo, work } from "../imports/support.ts";
import { Gate, rowsOf } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("resume_edits");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

type Wrap = (api: AdminApi) => AdminApi;
const plainly: Wrap = (api) => api;

/** Shopify carries this mutation out, and its answer is lost. */
const losingAnswerOf =
  (name: RegExp): Wrap =>
  (api) => ({
    download: api.download,
    run: async (operation, variables, options) => {
      const answer = await api.run(operation, variables, options);
      if (!name.test(operation.name)) return answer;
      const { upstreamFailed } = await import("~/platform/errors");
      throw upstreamFailed("Shopify did not answer.");
    },
  });

/** Shopify doesn't answer the second reading of the customer, the last one before an edit sends anything. */
const failingSecondRead: Wrap = (api) => {
  let reads = 0;
  return {
    download: api.download,
    run: async (operation, variables, options) => {
      if (!operation.isMutation) reads += 1;
      if (reads < 2) return api.run(operation, variables, options);
      const { upstreamFailed } = await import("~/platform/errors");
      throw upstreamFailed("Shopify did not answer.");
    },
  };
};

async function editAsOwner(
  wrap: Wrap,
  customerId: number,
  values: Record<string, string>,
  seen: Record<string, string> = SEEN,
) {
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
  const tools = {
    shop: DEMO,
    timeZone: "UTC",
    actor,
    adminApi: wrap(liveAdminApi(DEMO)),
    clock: systemClock,
  };
  return editCustomer(tools, { customerId, kinds: REGISTERED }, values, seen);
}
/** What the dialog showed when it was opened, once for all tries. */
const SEEN = { school: "Northside", as400_id: "", email_policy_consent: "" };

async function registered(name: string, more: { tags?: string[] } = {}): Promise<number> {
  const id = await registerStudent(shop.localStore, { name, school: "Northside", ...more });
  await refreshMirror([id]);
  return id;
}
const inStore = (id: number) => findCustomer(shop.localStore.store.pool, DEMO, id);
const atTheStore = (id: number, namespace: string, key: string, value: string) =>
  setMetafields(
    shop.localStore.store,
    DEMO,
    [{ ownerType: "CUSTOMER", ownerId: id, namespace, key, type: "single_line_text_field", value }],
    async () => undefined,
  );
const openEdits = (id: number) => rowsOf("SELECT * FROM record_edits WHERE customer_id = $1", [id]);
async function finishLeftOpen() {
  const { finishOpenEdits } = await import("~/domain/customers/edits/finish-open-edits.server");
  await finishOpenEdits.run(DEMO, new AbortController().signal);
}
/** As after the process died: the lease belongs to no attempt that would renew it. */
const leaseRunsOut = (id: number) =>
  rowsOf(
    "UPDATE record_edits SET attempt = gen_random_uuid(), lease_until = now() - interval '1 second' WHERE customer_id = $1",
    [id],
  );

const CONSENTS = { school: "Southside", email_policy_consent: "1" };
const WRITTEN_DOWN = [
  {
    action: "customer.edited",
    who: { name: "Olivia Owner" },
    before: { School: "Northside", "Email Policy Consent": "" },
    after: { School: "Southside", "Email Policy Consent": "1" },
  },
];

test("if the metafields' response is lost, submitting again sends the consent and records the edit once", async () => {
  const id = await registered("Con Sent");
  await expect(editAsOwner(losingAnswerOf(/^MetafieldsSet$/), id, CONSENTS)).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining("Submit again to finish it"),
  });
  expect((await inStore(id))?.email_marketing?.state).not.toBe("SUBSCRIBED");

  expect(new Set(await editAsOwner(plainly, id, CONSENTS))).toEqual(
    new Set(["school", "email_policy_consent"]),
  );
  expect((await inStore(id))?.email_marketing).toMatchObject({ state: "SUBSCRIBED" });
  expect(await activityOf("customer", id)).toMatchObject(WRITTEN_DOWN);
  expect(await openEdits(id)).toEqual([]);
});

test("if the metafields' response is lost, a withdrawn consent is sent by the next submission", async () => {
  const id = await registered("Dis Sent");
  await editAsOwner(plainly, id, { email_policy_consent: "1" });
  const away = { email_policy_consent: "0" };
  await expect(
    editAsOwner(losingAnswerOf(/^MetafieldsSet$/), id, away, { email_policy_consent: "1" }),
  ).rejects.toMatchObject({ status: 502 });
  expect((await inStore(id))?.email_marketing).toMatchObject({ state: "SUBSCRIBED" });
  await finishLeftOpen();
  expect((await inStore(id))?.email_marketing).toMatchObject({ state: "UNSUBSCRIBED" });
});

test("after a crash between the two requests, the edit is completed once in the name of its administrator", async () => {
  const id = await registered("Dora Died");
  const gate = new Gate("after the answer");
  void editAsOwner(gate.wrap, id, CONSENTS);
  await gate.reached;
  await expect(editAsOwner(plainly, id, { course: "Welding" })).rejects.toMatchObject({ status: 409 });
  await leaseRunsOut(id);

  await Promise.all([finishLeftOpen(), finishLeftOpen()]);

  expect((await inStore(id))?.email_marketing).toMatchObject({ state: "SUBSCRIBED" });
  expect(await activityOf("customer", id)).toMatchObject(WRITTEN_DOWN);
  expect(await openEdits(id)).toEqual([]);
});

test("after a crash before the first request, nothing is changed and the person can be edited", async () => {
  const id = await registered("Nils Nothing");
  const gate = new Gate("before sending");
  void editAsOwner(gate.wrap, id, CONSENTS).catch(() => undefined);
  await gate.reached;
  await leaseRunsOut(id);
  await finishLeftOpen();
  expect(await activityOf("customer", id)).toEqual([]);
  expect(await editAsOwner(plainly, id, { school: "Southside" })).toEqual(["school"]);
});

test("an edit for which Shopify fails before anything is sent ends, and says that nothing was saved", async () => {
  const id = await registered("Rea Read");
  const values = { as400_id: "007" };
  await expect(editAsOwner(failingSecondRead, id, values)).rejects.toMatchObject({
    status: 502,
    message: "Shopify did not answer. Nothing was saved.",
  });
  expect(await openEdits(id)).toEqual([]);
  expect(await editAsOwner(plainly, id, values)).toEqual(["as400_id"]);
});

test("a field that another administrator changed before an abandoned edit is finished keeps their value", async () => {
  const id = await registered("Olga Other");
  await expect(editAsOwner(losingAnswerOf(/^MetafieldsSet$/), id, CONSENTS)).rejects.toMatchObject({
    status: 502,
  });
  await atTheStore(id, "stp", "school", "Elsewhere");
  await finishLeftOpen();
  expect(await calls.customers.detail({ id: String(id) })).toMatchObject({ stp_school: "Elsewhere" });
  expect((await activityOf("customer", id))[0]?.after).toEqual({ "Email Policy Consent": "1" });
});

test("resubmitting refused tags with the original values finishes the edit with one audit entry", async () => {
  const id = await registered("Half Edited");
  const many = Array.from({ length: 248 }, (_unused, number) => `tag ${number}`);
  await addTags(shop.localStore.store, DEMO, id, many);
  const values = { school: "Southside", as400_id: "007" };
  await expect(editAsOwner(plainly, id, values)).rejects.toMatchObject({ status: 502 });
  await removeTags(shop.localStore.store, DEMO, id, many);

  expect(new Set(await editAsOwner(plainly, id, values))).toEqual(new Set(["school", "as400_id"]));
  expect((await inStore(id))?.tags).toContain("as400_id:007");
  expect(await activityOf("customer", id)).toMatchObject([
    { before: { School: "Northside", "AS400 ID": "" }, after: { School: "Southside", "AS400 ID": "007" } },
  ]);
});

test("an edit that Shopify refuses twice ends, and its applied part is recorded", async () => {
  const id = await registered("Rita Refused");
  await addTags(
    shop.localStore.store,
    DEMO,
    id,
    Array.from({ length: 248 }, (_unused, number) => `tag ${number}`),
  );
  await expect(editAsOwner(plainly, id, { school: "Southside", as400_id: "007" })).rejects.toMatchObject({
    status: 502,
  });
  await finishLeftOpen();
  expect(await activityOf("customer", id)).toMatchObject([{ after: { School: "Southside" } }]);
  expect(await openEdits(id)).toEqual([]);
  // The caller's own value isn't a conflict and may be sent again.
  await expect(editAsOwner(plainly, id, { as400_id: "007" })).rejects.toMatchObject({ status: 502 });
});

test("an import's row that stopped between the two requests sends the consent", async () => {
  const id = await registered("Imp Consent");
  const run = await check(calls, {
    columns: ["Email", "Email Policy Consent"],
    rows: [["imp.consent@students.example", "Yes"]],
  });
  const { jobId } = await calls.imports.start({ id: run.id });
  const fields = [{ name: "email_policy_consent", label: "Email Policy Consent", before: "", after: "1" }];
  await rowsOf("UPDATE import_rows SET written = $2 WHERE run_id = $1", [
    run.id,
    JSON.stringify({ created: false, fields, addTags: [] }),
  ]);
  await atTheStore(id, "profile", "email_policy_consent", "1");

  expect(await work(jobId)).toMatchObject([{ state: "done", message: "Changed" }]);
  expect((await inStore(id))?.email_marketing).toMatchObject({ state: "SUBSCRIBED" });
});

const limitsOf = async (id: number) =>
  (await inStore(id))?.tags.filter((tag) => tag.startsWith("discount_limit"));

/** An edit of the limit that is held before its first request, and released while this work waits for it. */
async function duringEdit<Result>(id: number, limit: string, work: () => Promise<Result>): Promise<Result> {
  const gate = new Gate("before sending");
  const edit = editAsOwner(gate.wrap, id, { limit });
  await gate.reached;
  const finishing = vi.spyOn(
    await import("~/domain/customers/edits/finish-open-edits.server"),
    "finishEarlierEdit",
  );
  try {
    const working = work();
    await expect
      .poll(() => finishing.mock.calls.length, { timeout: withMachineFactor(20_000) })
      .toBeGreaterThan(0);
    gate.open();
    await edit;
    return await working;
  } finally {
    finishing.mockRestore();
  }
}

test("an import and its undo wait for an edit of the same customer, and one tag remains", async () => {
  const tags = ["UserType:Student", "Pending", "discount_limit:5"];
  const id = await registered("Lia Limit", { tags });
  const run = await check(calls, {
    columns: ["Email", "Discount Limit"],
    rows: [["lia.limit@students.example", "12"]],
  });
  const { jobId } = await calls.imports.start({ id: run.id });
  expect(await duringEdit(id, "9", () => work(jobId))).toMatchObject([
    { state: "failed", message: expect.stringContaining('Discount Limit is "9" now') },
  ]);
  expect(await limitsOf(id)).toEqual(["discount_limit:9"]);

  await calls.jobs.retry({ id: jobId });
  expect(await work(jobId)).toMatchObject([{ state: "done", message: "Changed" }]);
  expect(await duringEdit(id, "20", () => undo(calls, run.id))).toMatchObject([
    { state: "skipped", message: expect.stringContaining("changed since") },
  ]);
  expect(await limitsOf(id)).toEqual(["discount_limit:20"]);
  expect(await openEdits(id)).toEqual([]);
});

test("a row that Shopify refuses leaves no lock on the customer", async () => {
  const id = await registered("Full Tags");
  const many = Array.from({ length: 248 }, (_unused, number) => `tag ${number}`);
  await addTags(shop.localStore.store, DEMO, id, many);
  const run = await check(calls, {
    columns: ["Email", "Discount Limit"],
    rows: [["full.tags@students.example", "12"]],
  });
  const { jobId } = await calls.imports.start({ id: run.id });
  expect(await work(jobId)).toMatchObject([{ state: "failed" }]);
  expect(await openEdits(id)).toEqual([]);
});

test("a database error at the end of the lock doesn't hide why the work failed", async () => {
  const id = await registered("Stuck Lock");
  const { withEditLock } = await import("~/domain/customers/edits/with-edit-lock.server");
  const { signal } = new AbortController();
  const lock = { shop: DEMO, customerId: id, actor: { id: "1", name: "Olivia Owner" }, signal };
  await rowsOf(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`,
    [],
  );
  await rowsOf(
    "CREATE TRIGGER refusing BEFORE DELETE ON record_edits FOR EACH ROW EXECUTE FUNCTION refuse()",
    [],
  );
  try {
    await expect(
      withEditLock({ ...lock, flag: "showStudents" }, () => Promise.reject(new Error("Too many tags"))),
    ).rejects.toThrow("Too many tags");
  } finally {
    await rowsOf("DROP TRIGGER refusing ON record_edits", []);
    await rowsOf("DROP FUNCTION refuse", []);
  }
  expect(await openEdits(id)).toHaveLength(1);
  await leaseRunsOut(id);
  await finishLeftOpen();
  expect(await openEdits(id)).toEqual([]);
});

test("while an import changes a tag, an edit is refused, and a lock that a dead process left is dropped", async () => {
  const id = await registered("Lock Left");
  const { withEditLock } = await import("~/domain/customers/edits/with-edit-lock.server");
  const { signal } = new AbortController();
  const lock = { shop: DEMO, customerId: id, actor: { id: "1", name: "Olivia Owner" }, signal };
  await new Promise<void>((resolve) => {
    void withEditLock({ ...lock, flag: "showStudents" }, () => {
      resolve();
      return new Promise(() => undefined);
    });
  });
  await expect(editAsOwner(plainly, id, { limit: "9" })).rejects.toMatchObject({ status: 409 });
  await leaseRunsOut(id);
  const run = await check(calls, {
    columns: ["Email", "Discount Limit"],
    rows: [["lock.left@students.example", "12"]],
  });
  const { jobId } = await calls.imports.start({ id: run.id });
  expect(await work(jobId)).toMatchObject([{ state: "done", message: "Changed" }]);
  expect(await limitsOf(id)).toEqual(["discount_limit:12"]);
  expect(await activityOf("customer", id)).toMatchObject([{ action: "customer.imported" }]);
  expect(await openEdits(id)).toEqual([]);
});

test("a customer who unsubscribed stays unsubscribed when a file repeats an old yes", async () => {
  const id = await registered("Una Unsubscribed");
  await atTheStore(id, "profile", "email_policy_consent", "1");
  await refreshMirror([id]);
  const run = await check(calls, {
    columns: ["Email", "Email Policy Consent", "School"],
    rows: [["una.unsubscribed@students.example", "Yes", "Southside"]],
  });
  const { jobId } = await calls.imports.start({ id: run.id });
  expect(await work(jobId)).toMatchObject([{ state: "done" }]);
  expect((await inStore(id))?.email_marketing?.state).not.toBe("SUBSCRIBED");
});
