import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { activity, activityOf } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { outbox } from "../../support/outbox.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { saveLimit } from "../../support/safeguards.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { decideAsOwner, Gate, gid, isBulkTo, rowsOf, tagsInStore } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("rules");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());
afterEach(async () => {
  for (const { id } of (await calls.rules.list()).rules) await calls.rules.remove({ id });
  await rowsOf("DELETE FROM rule_candidates", []);
});

const WORDS = {
  name: "Uni",
  registration: "student" as const,
  school: "",
  domains: ["uni.example"],
  setAsideShare: 0,
};

/** Adds a rule and switches it on. */
async function ruleOn(words: Partial<typeof WORDS> = {}) {
  const { id, version } = await calls.rules.create({ ...WORDS, ...words });
  await calls.rules.replay({ id });
  await saveLimit(calls.rules.turn({ id, version, active: true }));
  const rule = (await calls.rules.list()).rules.find((one) => one.id === id);
  if (!rule?.active) throw new Error("The rule isn't on.");
  return rule;
}

/** Applies the rules to new registrations, as the worker does. */
async function rulesLook(signal = new AbortController().signal) {
  const { applyRules } = await import("~/domain/registrations/rules/apply.server");
  await applyRules.run(DEMO, signal);
}

let people = 0;
async function registered(domain: string, school?: string): Promise<number> {
  const name = `Person ${(people++).toString(36)}`;
  const email = `${name.replace(" ", ".")}@${domain}`;
  const id = await registerStudent(shop.localStore, { name, email, school });
  await refreshMirror([id]);
  return id;
}

const statusOf = async (id: number) => {
  const status = (await tagsInStore(shop, id)).find((tag) => !tag.startsWith("UserType"));
  return status ?? "";
};

test("a registration with one of the rule's domains is approved by the rule, and others stay pending", async () => {
  await ruleOn({ domains: ["uni.example", "*.college.example"] });
  const [exact, below, above, other] = [
    await registered("Uni.example"),
    await registered("math.college.example"),
    await registered("college.example"),
    await registered("notuni.example"),
  ];
  await rulesLook();
  expect(await Promise.all([exact, below, above, other].map(statusOf))).toEqual([
    "Approved",
    "Approved",
    "Pending",
    "Pending",
  ]);
  expect(await activityOf("customer", exact)).toMatchObject([
    { action: "registration.decided", who: { name: "Rule: Uni" }, after: { Status: "Approved" } },
  ]);
});

test("a rule for a school leaves other registrations of the domain pending", async () => {
  await ruleOn({ school: "Harbor College" });
  const [theirs, other] = [
    await registered("uni.example", "harbor college"),
    await registered("uni.example", "Elsewhere"),
  ];
  await rulesLook();
  expect(await statusOf(theirs)).toBe("Approved");
  expect(await statusOf(other)).toBe("Pending");
});

test("the share that is set aside is deterministic and shown on the row", async () => {
  const rule = await ruleOn({ domains: ["share.example"], setAsideShare: 40 });
  const ids: number[] = [];
  for (let count = 0; count < 20; count += 1) ids.push(await registered("share.example"));
  const replay = await calls.rules.replay({ id: rule.id });
  await rulesLook();
  const statuses = await Promise.all(ids.map(statusOf));
  const left = ids.filter((_, index) => statuses[index] === "Pending");
  expect(left.length).toBe(replay.pendingSetAside);
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(ids.length);
  const { rows } = await calls.students.list({ params: { status: "pending" }, query: { pageSize: 100 } });
  for (const id of left)
    expect(rows.find((row) => row.id === gid(id))?.remark).toMatchObject({ kind: "set aside", rule: "Uni" });

  await refreshMirror(left);
  await rowsOf("INSERT INTO rule_candidates (shop, customer_id) SELECT $1, unnest($2::bigint[])", [
    DEMO,
    left,
  ]);
  await rulesLook();
  expect(new Set(await Promise.all(left.map(statusOf)))).toEqual(new Set(["Pending"]));
});

test("enabling a rule checks pending people, and an undone decision isn't repeated", async () => {
  const id = await registered("uni.example");
  await ruleOn();
  await rulesLook();
  expect(await statusOf(id)).toBe("Approved");
  const { decision } = await calls.customers.lastDecision({ id: String(id) });
  expect(decision).toMatchObject({ by: "Rule: Uni" });
  await calls.customers.undoDecision({ id: decision?.id ?? "" });
  await rulesLook();
  await refreshMirror([id]);
  await rulesLook();
  expect(await statusOf(id)).toBe("Pending");
});

test("a rule doesn't decide on a person with an open question", async () => {
  const id = await registered("uni.example");
  const { questionId } = await calls.questions.ask({ ids: { id: gid(id) }, text: "A proof?" });
  await ruleOn();
  await rulesLook();
  await calls.questions.withdraw({ id: questionId });
  await refreshMirror([id]);
  await rulesLook();
  expect(await statusOf(id)).toBe("Pending");
});

test("a rule doesn't decide on people who are asked after it has read its candidates", async () => {
  await ruleOn();
  const ids: number[] = [];
  for (let count = 0; count < 9; count += 1) ids.push(await registered("uni.example"));
  const [begun = 0, next = 0] = [ids[0], ids[8]];
  const { withShop } = await import("~/platform/db/with-shop.server");
  let looking: Promise<void> | undefined;
  await withShop(DEMO, async (tx) => {
    await tx.$client.query("LOCK TABLE registration_decisions IN SHARE MODE");
    looking = rulesLook();
    // The first eight are about to be decided on, and the ninth waits for one of them.
    await expect.poll(countWaitingSessions).toBe(8);
    for (const id of [begun, next]) await calls.questions.ask({ ids: { id: gid(id) }, text: "A proof?" });
  });
  await looking;
  const asked = [begun, next];
  expect(await Promise.all(asked.map(statusOf))).toEqual(["Pending", "Pending"]);
  for (const id of asked)
    expect((await activityOf("customer", id)).map(({ action }) => action)).toEqual([
      "registration.question asked",
    ]);
  expect(await Promise.all(ids.filter((id) => !asked.includes(id)).map(statusOf))).toEqual(
    Array(7).fill("Approved"),
  );
});

test("a rule doesn't set aside people who are asked after it has read its candidates", async () => {
  await ruleOn({ setAsideShare: 100 });
  const ids: number[] = [];
  for (let count = 0; count < 9; count += 1) ids.push(await registered("uni.example"));
  const next = ids[8] ?? 0;
  const { withShop } = await import("~/platform/db/with-shop.server");
  let looking: Promise<void> | undefined;
  await withShop(DEMO, async (tx) => {
    await tx.$client.query("LOCK TABLE rule_set_asides IN SHARE MODE");
    looking = rulesLook();
    // The first eight are about to be set aside, and the ninth waits for one of them.
    await expect.poll(countWaitingSessions).toBe(8);
    await calls.questions.ask({ ids: { id: gid(next) }, text: "A proof?" });
  });
  await looking;
  const setAside = await rowsOf<{ id: string }>(
    "SELECT customer_id AS id FROM rule_set_asides WHERE customer_id = ANY($1::bigint[])",
    [ids],
  );
  expect(setAside.map(({ id }) => Number(id)).toSorted()).toEqual(ids.slice(0, 8).toSorted());
});

test("of a rule's and an administrator's concurrent decisions, the administrator's wins", async () => {
  const id = await registered("uni.example");
  const gate = new Gate("before sending");
  const rejecting = decideAsOwner(gate.wrap, {
    customerId: id,
    from: "pending",
    to: "disabled",
    operationId: "operation-person-first",
  });
  await gate.reached;
  await ruleOn();
  await rulesLook();
  gate.open();
  await rejecting;
  await rulesLook();
  expect(await statusOf(id)).toBe("Disabled");
  expect(await activityOf("customer", id)).toHaveLength(1);
});

test("two concurrent workers approve each person once", async () => {
  await ruleOn();
  const ids = [await registered("uni.example"), await registered("uni.example")];
  await Promise.all([rulesLook(), rulesLook()]);
  for (const id of ids) {
    expect(await statusOf(id)).toBe("Approved");
    expect(await activityOf("customer", id)).toHaveLength(1);
  }
});

test("a disabled rule decides no more registrations, not even queued ones", async () => {
  const rule = await ruleOn();
  const id = await registered("uni.example");
  await calls.rules.turn({ id: rule.id, version: rule.version, active: false });
  await rulesLook();
  expect(await statusOf(id)).toBe("Pending");
  expect(await rowsOf("SELECT 1 FROM rule_candidates", [])).toEqual([]);
});

test("without an enabled rule, nothing is queued for the rules", async () => {
  await calls.rules.create(WORDS);
  await registered("uni.example");
  expect(await rowsOf("SELECT 1 FROM rule_candidates", [])).toEqual([]);
});

test("after five refusals by the store, a rule leaves the person pending", async () => {
  await ruleOn();
  const id = await registered("uni.example");
  const { faults } = shop.localStore.store;
  faults.set(DEMO, { userError: 1 });
  try {
    for (let tries = 0; tries < 5; tries += 1) await rulesLook();
  } finally {
    faults.reset(DEMO);
  }
  expect(await statusOf(id)).toBe("Pending");
  expect(await rowsOf("SELECT 1 FROM rule_candidates", [])).toEqual([]);
});

test("while Shopify throttles the shop, rules leave their slot also after a refusal, and go on with the others", async () => {
  await ruleOn({ domains: ["slot.example"] });
  const emails = Array.from({ length: 49 }, (_, number) => `Slot.${number}@slot.example`);
  const ids: number[] = [];
  for (const email of emails) ids.push(await registerStudent(shop.localStore, { name: "Sam Slot", email }));
  await refreshMirror(ids);
  const [{ applyRules }, { reportThrottle }] = await Promise.all([
    import("~/domain/registrations/rules/apply.server"),
    import("~/platform/jobs/start-later.server"),
  ]);
  const runInSlot = () => {
    reportThrottle(DEMO, 60_000);
    return applyRules.run(DEMO, new AbortController().signal, { isWanted: () => false });
  };
  const { faults } = shop.localStore.store;
  faults.set(DEMO, { userError: 1 });
  try {
    await runInSlot();
  } finally {
    faults.reset(DEMO);
  }
  const untried = () =>
    rowsOf<{ customer_id: string }>("SELECT customer_id FROM rule_candidates WHERE tries = 0", []);
  const left = await untried();
  expect(left).toHaveLength(1);
  await expect(runInSlot()).rejects.toMatchObject({ name: "StartLater" });
  expect(await untried()).toEqual([]);
  expect(await statusOf(Number(left[0]?.customer_id))).toBe("Approved");
});

test("after an outage of Shopify, a rule approves the people who registered before it", async () => {
  await ruleOn();
  const ids = [await registered("uni.example"), await registered("uni.example")];
  const { faults } = shop.localStore.store;
  faults.set(DEMO, { serverError: 1 });
  try {
    for (let tries = 0; tries < 5; tries += 1) await rulesLook();
  } finally {
    faults.reset(DEMO);
  }
  await rulesLook();
  for (const id of ids) expect(await statusOf(id)).toBe("Approved");
});

test("the approval is emailed when the shop's switch is on", async () => {
  await ruleOn();
  await calls.settings.change({ switches: { approvalMail: true } });
  const id = await registerStudent(shop.localStore, { name: "Mel Mailed", email: "mel@uni.example" });
  await refreshMirror([id]);
  await rulesLook();
  await calls.settings.change({ switches: { approvalMail: false } });
  expect(await outbox({ to: "mel@uni.example" })).toMatchObject([{ kind: "Registration approved" }]);
  expect(await isBulkTo("mel@uni.example")).toEqual([true]);
});

test("the replay counts the administrators' decisions on matching people, and the pending people it matches", async () => {
  const decide = (id: number, addTag: string, reason?: string) =>
    calls.customers.changeStatus({ ids: { id: gid(id) }, removeTag: "Pending", addTag, reason });
  await decide(await registered("replay.example"), "Approved");
  await decide(await registered("replay.example"), "Approved");
  const rejected = await registered("replay.example");
  await decide(rejected, "Disabled", "duplicate");
  const { decisionId } = await decide(await registered("replay.example"), "Approved");
  await calls.customers.undoDecision({ id: decisionId });
  await decide(await registered("elsewhere.example"), "Disabled");
  await registered("replay.example");

  const { id } = await calls.rules.create({ ...WORDS, domains: ["replay.example"] });
  expect(await calls.rules.replay({ id })).toMatchObject({
    days: 90,
    wouldApprove: 3,
    rejectedByPeople: 1,
    setAside: 0,
    pendingNow: 1,
    pendingSetAside: 0,
    examples: [{ reason: "Registered twice", by: "Olivia Owner" }],
  });
  const all = await calls.rules.create({ ...WORDS, domains: ["replay.example"], setAsideShare: 100 });
  expect(await calls.rules.replay({ id: all.id })).toMatchObject({
    wouldApprove: 0,
    setAside: 3,
    pendingSetAside: 1,
  });
});

test("changing a rule's conditions disables it, renaming it doesn't, and a stale version is a conflict", async () => {
  const rule = await ruleOn();
  const renamed = await calls.rules.change({ ...rule, name: "University" });
  expect(renamed).toMatchObject({ active: true, switchedOff: false, name: "University" });
  await expect(calls.rules.change({ ...rule, name: "Late" })).rejects.toMatchObject({ status: 409 });
  const wider = await calls.rules.change({ ...renamed, domains: ["uni.example", "*.uni.example"] });
  expect(wider).toMatchObject({ active: false, switchedOff: true });
  await expect(
    calls.rules.turn({ id: rule.id, version: renamed.version, active: true }),
  ).rejects.toMatchObject({ status: 409 });
  expect((await activity("rule.changed")).at(-1)).toMatchObject({
    before: { Domains: "uni.example", Active: "On" },
    after: { Domains: "uni.example, *.uni.example", Active: "Off" },
  });
});

test.each([
  ["a public email domain", { domains: ["gmail.com"] }, /Anyone can have an address at gmail\.com/],
  ["what lies below one", { domains: ["*.outlook.com"] }, /Anyone can have an address at outlook\.com/],
  ["no domain", { domains: [] }, /at least one domain/],
  ["an invalid domain", { domains: ["not a domain"] }, /must be a domain such as uni\.example/],
  ["a whole top-level domain", { domains: ["*.com"] }, /must be a domain such as uni\.example/],
  ["a share above 100", { setAsideShare: 101 }, /must be 0 to 100/],
  ["a rule without a name", { name: " " }, /must not be empty/],
])("%s is refused", async (_what, change, message) => {
  await expect(calls.rules.create({ ...WORDS, ...change })).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(message),
  });
});

test("only the owner changes rules, and each shop has its own", async () => {
  const rule = await ruleOn();
  await expect((await signedInCalls(shop, "3")).rules.list()).rejects.toMatchObject({ status: 403 });
  const second = await signedInCalls(shop, "1", SECOND);
  expect((await second.rules.list()).rules).toEqual([]);
  for (const call of [
    () => second.rules.replay({ id: rule.id }),
    () => second.rules.remove({ id: rule.id }),
    () => second.rules.turn({ id: rule.id, version: rule.version, active: false }),
    () => second.rules.change({ ...rule, name: "Theirs" }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404 });
});
