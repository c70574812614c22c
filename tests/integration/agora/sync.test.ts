import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addTags, removeTags } from "../../../local-store/data/customers.ts";
import { setMetafields } from "../../../local-store/data/metafields.ts";
import type { FaultKnobs } from "../../../local-store/faults/fault-board.ts";
import { findText } from "../../guarantees/support/tables.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, SECOND, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { atAgora, gid, KEY, openAgoraShop, readAgora, registerApproved, runSyncJob } from "./agora-shop.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  ({ shop, calls } = await openAgoraShop("agora"));
});
afterEach(() => void shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

const turn = (knobs: Partial<FaultKnobs>) => shop.localStore.store.faults.set(DEMO, knobs);

const stateOf = async (id: number) => (await calls.agora.states({ ids: [gid(id)] })).states[0];

/** Asks for a sync and does the work. */
async function sync(id: number): Promise<string> {
  const { jobId } = await calls.agora.sync({ id: gid(id) });
  await runSyncJob(DEMO, jobId);
  return jobId;
}

test("an approved person is sent to Agora by a job, the row shows when, and the audit log records it", async () => {
  const id = await registerApproved(shop, "Ann Approved");
  expect(await stateOf(id)).toMatchObject({ state: "never", at: null, changed: false });

  const { jobId, alreadyWaiting } = await calls.agora.sync({ id: gid(id) });
  expect(alreadyWaiting).toBe(false);
  expect(await stateOf(id)).toMatchObject({ state: "waiting", jobId });
  await runSyncJob(DEMO, jobId);

  expect(await stateOf(id)).toMatchObject({ state: "synced", error: "", changed: false });
  expect((await atAgora(shop, id)).user).toMatchObject({
    version: 1,
    changes: 1,
    person: {
      external_id: String(id),
      user_types: ["student"],
      email: "ann.approved@students.example",
      first_name: "Ann",
      school: "Northside",
    },
  });
  const { rows } = await calls.activity.ofSubject({ subjectType: "customer", subjectId: String(id) });
  expect(rows[0]).toMatchObject({ what: "Synced a person to Agora", jobId, who: { name: "Olivia Owner" } });
  expect(rows[0]?.changes).toEqual([]);
});

test("a date that the store has as the text undefined is sent empty", async () => {
  const id = await registerApproved(shop, "Uma Undefined");
  const ofPerson = {
    ownerType: "CUSTOMER",
    ownerId: id,
    namespace: "stp",
    type: "single_line_text_field",
  } as const;
  await setMetafields(
    shop.localStore.store,
    DEMO,
    [
      { ...ofPerson, key: "start_date", value: "09/01/2026" },
      { ...ofPerson, key: "end_date", value: "undefined" },
    ],
    async () => undefined,
  );
  await sync(id);
  expect((await atAgora(shop, id)).user).toMatchObject({
    person: { start_date: "2026-09-01", end_date: "" },
  });
});

test("ids that are stored only as tags are sent, and dates without their time, or empty for another text", async () => {
  const tags = ["UserType:Student", "Approved", "crm_id:C-7", "as400_id:0042"];
  const id = await registerApproved(shop, "Tess Tagged", tags);
  const dates = { start_date: "2026-09-01T00:00:00Z", end_date: "next spring" };
  await setMetafields(
    shop.localStore.store,
    DEMO,
    Object.entries(dates).map(([key, value]) => ({
      ownerType: "CUSTOMER",
      ownerId: id,
      namespace: "stp",
      key,
      type: "single_line_text_field",
      value,
    })),
    async () => undefined,
  );
  await sync(id);
  expect((await atAgora(shop, id)).user?.person).toMatchObject({
    crm_id: "C-7",
    as400_id: "0042",
    start_date: "2026-09-01",
    end_date: "",
  });
  expect(await stateOf(id)).toMatchObject({ state: "synced", changed: false });
  await calls.customers.edit({ id: gid(id), crm_id: "C-8" });
  expect(await stateOf(id)).toMatchObject({ state: "synced", changed: true });
});

test("a second click while the first is pending is the same attempt", async () => {
  const id = await registerApproved(shop, "Wanda Waiting");
  const first = await calls.agora.sync({ id: gid(id) });
  const again = await Promise.all([calls.agora.sync({ id: gid(id) }), calls.agora.sync({ id: gid(id) })]);
  expect(again).toEqual([
    { jobId: first.jobId, alreadyWaiting: true },
    { jobId: first.jobId, alreadyWaiting: true },
  ]);
  await runSyncJob(DEMO, first.jobId);
  expect((await atAgora(shop, id)).requests).toHaveLength(1);
});

test("repeated content has no effect, and changed content is a new version, even a revert", async () => {
  const id = await registerApproved(shop, "Vera Version");
  await sync(id);
  await sync(id);
  expect((await atAgora(shop, id)).user).toMatchObject({ version: 1, changes: 1 });

  await calls.customers.edit({ id: gid(id), school: "Southside" });
  expect(await stateOf(id)).toMatchObject({ state: "synced", changed: true });
  await sync(id);
  expect(await stateOf(id)).toMatchObject({ state: "synced", changed: false });
  await calls.customers.edit({ id: gid(id), school: "Northside" });
  await sync(id);
  const { user, requests } = await atAgora(shop, id);
  expect(user).toMatchObject({ version: 3, changes: 3, person: { school: "Northside" } });
  expect(new Set(requests.map(({ idempotency_key }) => idempotency_key)).size).toBe(3);
});

test("after a lost response, the retry uses the same key and Agora changes the person once", async () => {
  const id = await registerApproved(shop, "Lou Lost");
  turn({ agoraTimeoutAfterCommit: 1 });
  await sync(id);
  expect(await stateOf(id)).toMatchObject({
    state: "failed",
    error: expect.stringContaining("It may have taken the person over all the same"),
  });
  turn({ agoraTimeoutAfterCommit: 0 });
  await sync(id);
  const { user, requests } = await atAgora(shop, id);
  expect(await stateOf(id)).toMatchObject({ state: "synced" });
  expect(user).toMatchObject({ version: 1, changes: 1 });
  expect(new Set(requests.map(({ idempotency_key }) => idempotency_key)).size).toBe(1);
});

test("when Agora fails each time, the row shows what it answered", async () => {
  const id = await registerApproved(shop, "Fay Failed");
  turn({ agoraServerError: 1 });
  await sync(id);
  expect(await stateOf(id)).toMatchObject({
    state: "failed",
    error: expect.stringMatching(/^Agora answered 503 \(Service Unavailable\)\. It may have taken/),
  });
  expect((await atAgora(shop, id)).requests.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
});

test("while Agora is down, the people behind the first ones aren't tried, and a retry syncs them all", async () => {
  const people = [];
  for (let number = 1; number <= 7; number++) people.push(await registerApproved(shop, `Dana Down${number}`));
  const customers = people.map((id) => ({ id: gid(id), label: `Person ${id}` }));
  const { jobId } = await calls.agora.syncMany({ registration: "student", customers });
  turn({ agoraServerError: 1 });
  await runSyncJob(DEMO, jobId);
  const tried = [];
  for (const id of people) tried.push((await atAgora(shop, id)).requests.length > 0);
  // Four at a time. After the first answer that failed, and before the second one, the fifth may have begun.
  expect(tried.toSpliced(4, 1)).toEqual([true, true, true, true, false, false]);
  expect(await stateOf(people[6] ?? 0)).toMatchObject({
    state: "failed",
    error: expect.stringContaining("so this one wasn't tried"),
  });
  turn({ agoraServerError: 0 });
  await calls.jobs.retry({ id: jobId });
  await runSyncJob(DEMO, jobId);
  for (const id of people) expect(await stateOf(id)).toMatchObject({ state: "synced" });
});

test("5xx is retried, and a rejection shows Agora's message and isn't retried", async () => {
  const id = await registerApproved(shop, "Rita Refused");
  turn({ agoraRefused: 1 });
  const jobId = await sync(id);
  expect(await stateOf(id)).toMatchObject({
    state: "failed",
    error: "Agora refused: The license of this school has expired.",
  });
  expect((await atAgora(shop, id)).requests.map(({ status }) => status)).toEqual([422]);

  // The retry of Jobs takes the same attempt up again.
  turn({ agoraRefused: 0 });
  await calls.jobs.retry({ id: jobId });
  await runSyncJob(DEMO, jobId);
  expect(await stateOf(id)).toMatchObject({ state: "synced" });
});

test.each([
  ["Pending", ["UserType:Student", "Pending"], "Pat Pending is Pending. Only people who are Approved"],
  ["Rejected", ["UserType:Staff", "Disabled"], "Pat Disabled is Rejected. Only people who are Approved"],
  ["a plain customer", ["other"], "without a registration. Only people who are Approved"],
])("a person who is %s is refused with a message", async (_what, tags, words) => {
  const id = await registerApproved(shop, `Pat ${tags.at(-1)}`, tags);
  await expect(calls.agora.sync({ id: gid(id) })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining(words),
  });
  expect(await stateOf(id)).toEqual(
    tags.length > 1 ? expect.objectContaining({ state: "never" }) : undefined,
  );
});

test("a person rejected before the job runs isn't sent, and the row says why", async () => {
  const id = await registerApproved(shop, "Roy Rejected");
  const { jobId } = await calls.agora.sync({ id: gid(id) });
  await removeTags(shop.localStore.store, DEMO, id, ["Approved"]);
  await addTags(shop.localStore.store, DEMO, id, ["Disabled"]);
  await runSyncJob(DEMO, jobId);
  expect(await stateOf(id)).toMatchObject({ state: "failed", error: expect.stringContaining("Rejected") });
  expect((await atAgora(shop, id)).requests).toEqual([]);
});

test("a canceled job leaves no person pending", async () => {
  const id = await registerApproved(shop, "Cora Cancelled");
  const { jobId } = await calls.agora.sync({ id: gid(id) });
  await calls.jobs.cancel({ id: jobId });
  await runSyncJob(DEMO, jobId);
  expect(await stateOf(id)).toMatchObject({
    state: "failed",
    error: "The job ended before this person's turn. Sync them again.",
  });
  await sync(id);
  expect(await stateOf(id)).toMatchObject({ state: "synced" });
});

test("many people are sent in one job with an outcome each, and pending people are left out", async () => {
  const [a, b] = [await registerApproved(shop, "Ada Many"), await registerApproved(shop, "Bob Many")];
  const pending = await registerApproved(shop, "Pia Many", ["UserType:Student", "Pending"]);
  await calls.agora.sync({ id: gid(a) });
  const people = [a, b, pending].map((id) => ({ id: gid(id), label: `Person ${id}` }));
  const [{ answerCall }, { agoraTexts }] = await Promise.all([
    import("~/core/answer-call.server"),
    import("~/domain/agora/texts.server"),
  ]);
  const input = { registration: "student", customers: people };
  const { notice } = await answerCall(calls, agoraTexts, { call: "agora.syncMany", input });
  expect(notice?.text).toBe("2 people are queued to sync to Agora. 1 was already queued.");
  const jobId = notice?.job?.id ?? "";
  await runSyncJob(DEMO, jobId);
  const { rows } = await calls.jobs.items({ id: jobId });
  expect(rows.map(({ state }) => state)).toEqual(["done", "failed"]);
  expect(await stateOf(b)).toMatchObject({ state: "synced" });
});

test("two requests for the same people in another order don't block each other", async () => {
  const first = await registerApproved(shop, "Ida Order");
  const second = await registerApproved(shop, "Jon Order");
  const [{ openAttempts }, { withShop }] = await Promise.all([
    import("~/domain/agora/attempts.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const by = { id: "1", name: "Olivia Owner" };
  const other = await withShop(DEMO, async (tx) => {
    await openAttempts(tx, DEMO, [first], by, new Date());
    const opened = withShop(DEMO, (another) => openAttempts(another, DEMO, [second, first], by, new Date()));
    await expect.poll(countWaitingSessions).toBe(1);
    await openAttempts(tx, DEMO, [second], by, new Date());
    return { opened };
  });
  expect((await other.opened).size).toBe(0);
});

test("sending and reading the state need the flag of the person's kind", async () => {
  const student = await registerApproved(shop, "Stu Dent");
  const staff = await registerApproved(shop, "Sta Ff", ["UserType:Staff", "Approved"]);
  await signedInCalls(shop, "3");
  await grantAccess("3", ["showStaff"]);
  const limited = await signedInCalls(shop, "3");
  await expect(limited.agora.sync({ id: gid(student) })).rejects.toMatchObject({ status: 403 });
  await expect(
    limited.agora.syncMany({ registration: "student", customers: [{ id: gid(student), label: "x" }] }),
  ).rejects.toMatchObject({ status: 403 });
  const { states } = await limited.agora.states({ ids: [gid(student), gid(staff)] });
  expect(states.map(({ id }) => id)).toEqual([gid(staff)]);
  await expect(limited.connectors.agora.read()).rejects.toMatchObject({ status: 403 });
});

test("a shop without Agora says what to do, and another shop's people aren't found", async () => {
  const second = await signedInCalls(shop, "1", SECOND);
  const theirs = await registerStudent(
    shop.localStore,
    { name: "Sven Second", tags: ["UserType:Student", "Approved"] },
    SECOND,
  );
  await refreshMirror([theirs], SECOND);
  await expect(second.agora.sync({ id: gid(theirs) })).rejects.toMatchObject({
    status: 409,
    message: "Agora isn't set up for this shop. The account owner enters its address and key on Settings.",
  });
  await expect(calls.agora.sync({ id: gid(theirs) })).rejects.toMatchObject({ status: 404 });
  expect((await calls.agora.states({ ids: [gid(theirs)] })).states).toEqual([]);
});

test("the test of the connection sends no one to Agora", async () => {
  const { users } = await readAgora(shop);
  expect((await calls.connectors.agora.testConnection()).msg).toBe("Agora accepts the key.");
  expect((await readAgora(shop)).users).toEqual(users);
});

test("the key is stored encrypted, never returned, and sent to no other address", async () => {
  expect(await calls.connectors.agora.read()).toEqual({
    base_url: `${shop.localStore.url}/agora`,
    hasKey: true,
  });
  expect(await findText(KEY)).toEqual([]);
  await expect(
    calls.connectors.agora.save({ base_url: "https://agora.example.com/api" }),
  ).rejects.toMatchObject({
    status: 400,
    data: { fieldErrors: { key: "is required for this address" } },
  });
  const before = await calls.connectors.agora.read();
  expect(await calls.connectors.agora.save({ base_url: before.base_url })).toMatchObject({ changed: false });
  const { rows } = await calls.activity.list({ kind: "setting.changed" });
  expect(JSON.stringify(rows)).not.toContain(KEY);
});

test.each([
  "http://agora.example.com",
  "https://10.0.0.1/api",
  "https://[::1]/api",
  "https://agora.example.com:8443",
  "https://user:password@agora.example.com",
  "https://internal/api",
  "ftp://agora.example.com",
  "agora",
])("the address %s is refused", async (base_url) => {
  await expect(calls.connectors.agora.save({ base_url, key: "some-key" })).rejects.toMatchObject({
    status: 400,
    data: { fieldErrors: { base_url: expect.any(String) } },
  });
});

test("a wrong key is reported, and an empty address disconnects Agora and deletes the key", async () => {
  const id = await registerApproved(shop, "Kim Key");
  const base_url = `${shop.localStore.url}/agora`;
  await calls.connectors.agora.save({ base_url, key: "wrong" });
  await sync(id);
  expect(await stateOf(id)).toMatchObject({ error: expect.stringContaining("doesn't accept the key") });
  expect(await calls.connectors.agora.testConnection()).toMatchObject({
    status: false,
    msg: expect.stringContaining("doesn't accept the key"),
    steps: [{ state: "passed" }, { state: "passed" }, { name: "Sign-in", state: "failed" }],
  });
  expect(await calls.connectors.agora.save({ base_url: "" })).toMatchObject({ hasKey: false, changed: true });
  await expect(calls.agora.sync({ id: gid(id) })).rejects.toMatchObject({ status: 409 });
  await calls.connectors.agora.save({ base_url, key: KEY });
});
