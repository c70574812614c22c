/** Limits that protect a shop from what one person could do alone: tighter immediately, looser with a second person or after a day. */
import { addHours } from "date-fns";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { outbox } from "../../support/outbox.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

type Calls = Awaited<ReturnType<typeof signedInCalls>>;
let shop: TestShop;
let owner: Calls;
let second: Calls;
let other: Calls;

beforeAll(async () => {
  shop = await openTestShop("safeguards");
  owner = await signedInCalls(shop, "1");
  await Promise.all(["2", "3"].map((id) => signedInCalls(shop, id)));
  await grantAccess("2", ["showCredits", "showStudents"]);
  await grantAccess("3", ["showBulkPrice"]);
  [second, other] = await Promise.all([signedInCalls(shop, "2"), signedInCalls(shop, "3")]);
});
afterEach(async () => {
  for (const { id } of (await owner.safeguards.list()).list) await owner.safeguards.cancel({ id });
});
afterAll(() => shop.close());

const setLimit = (amount: string | null) => owner.credits.saveApprovalLimit({ amount });
const limit = async () => (await owner.credits.approvals()).limitCents;

/** Runs the task's work at a moment. */
async function applyDueIn(hours: number): Promise<number> {
  const { applyDueChanges } = await import("~/core/safeguards/end-change.server");
  return applyDueChanges(DEMO, { now: () => addHours(new Date(), hours) });
}

const addresses = async (kind: string) => (await outbox({ kind })).map(({ to }) => to.email);

const emailOf = async (id: string) =>
  (await owner.access.list()).rows.find((one) => one.id === id)?.email ?? "";

test("the owner can't loosen a limit, use it, and set it back", async () => {
  expect(await setLimit("100")).toMatchObject({ msg: "Saved.", limitCents: 10_000 });
  const answer = await setLimit(null);
  expect(answer.msg).toMatch(
    /^This loosens a limit, so it waits\. It takes effect on .+, or when someone else agrees\./,
  );
  expect(answer.limitCents).toBe(10_000);
  expect(await limit()).toBe(10_000);
  // It is visible to those with the flag, who are emailed, and not to others.
  const [change] = (await second.safeguards.list()).list;
  expect(change).toMatchObject({
    title: "Store credit: second approver",
    before: "$100.00",
    after: "never",
    requestedBy: "Olivia Owner",
    mayAgree: true,
  });
  expect((await owner.safeguards.list()).list).toMatchObject([{ mayAgree: false }]);
  expect((await other.safeguards.list()).list).toEqual([]);
  expect(await addresses("A limit will be loosened")).toEqual([await emailOf("2")]);
  const id = change?.id ?? "";
  await expect(owner.safeguards.agree({ id })).rejects.toMatchObject({ status: 403 });
  await expect(other.safeguards.agree({ id })).rejects.toMatchObject({ status: 403 });
  await expect(other.safeguards.cancel({ id })).rejects.toMatchObject({ status: 403 });
  // Tightening ends it.
  expect(await setLimit("50")).toMatchObject({ limitCents: 5_000 });
  await expect(second.safeguards.agree({ id })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Olivia Owner has changed this limit since/),
  });
  expect(await applyDueIn(25)).toBe(0);
  expect(await limit()).toBe(5_000);
});

test("a second person puts it into effect, or it takes effect after 24 hours", async () => {
  // The second request replaces the first one.
  await setLimit("60");
  await setLimit("70");
  const [change] = (await second.safeguards.list()).list;
  await second.safeguards.agree({ id: change?.id ?? "" });
  expect(await limit()).toBe(7_000);
  await setLimit("80");
  expect(await applyDueIn(23.9)).toBe(0);
  expect(await limit()).toBe(7_000);
  expect(await applyDueIn(24.1)).toBe(1);
  expect(await limit()).toBe(8_000);
  const { rows } = await owner.activity.list({ kind: "setting.changed" });
  expect(rows.slice(0, 2).map(({ who, changes }) => [who.name, changes])).toEqual([
    [
      "Backroom",
      [
        {
          field: "Store credit: second approver",
          before: "$70.00",
          after: "$80.00, requested by Olivia Owner",
        },
      ],
    ],
    [
      expect.any(String),
      [
        {
          field: "Store credit: second approver",
          before: "$50.00",
          after: "$70.00, requested by Olivia Owner",
        },
      ],
    ],
  ]);
});

test("it can be canceled until then, and the requester is notified", async () => {
  await setLimit("40");
  await setLimit("90");
  const [change] = (await second.safeguards.list()).list;
  await second.safeguards.cancel({ id: change?.id ?? "" });
  expect(await addresses("The loosening of a limit was decided")).toContain(await emailOf("1"));
  expect(await applyDueIn(25)).toBe(0);
  expect(await limit()).toBe(4_000);
});

test("a request that is ended by the present value is recorded, and no email is claimed that wasn't sent", async () => {
  await setLimit("30");
  await setLimit("95");
  expect(await setLimit("30")).toMatchObject({ msg: "Saved.", limitCents: 3_000 });
  const [entry] = (await owner.activity.list({ kind: "safeguard.canceled" })).rows;
  expect(entry?.changes).toEqual([
    { field: "Store credit: second approver", before: "$95.00", after: "$30.00" },
  ]);
  await grantAccess("2", ["showStudents"]);
  const { msg } = await setLimit("95");
  await grantAccess("2", ["showCredits", "showStudents"]);
  expect(msg).toMatch(/, or when someone else agrees\. No one else could be emailed\.$/);
});

test("each limit has its direction, and a save that tightens one and loosens another does both", async () => {
  const { save, read } = owner.priceGuardRails;
  const tight = { maxDropPercent: "10", minMarginPercent: "30", approvalAboveProducts: "5" };
  expect(await save(tight)).toMatchObject({ ...tight, changed: true });
  const looser = { maxDropPercent: "20", minMarginPercent: "20", approvalAboveProducts: "" };
  for (const [name, value] of Object.entries(looser)) {
    expect(await save({ [name]: value })).toMatchObject({ ...tight, changed: false });
    expect(await other.safeguards.list()).toMatchObject({ list: [{ mayAgree: true }] });
    expect(await save({ [name]: tight[name as keyof typeof tight] })).toMatchObject(tight);
    expect((await other.safeguards.list()).list).toEqual([]);
  }
  await save({ ...tight, maxDropPercent: "5", minMarginPercent: "" });
  expect(await read()).toEqual({ ...tight, maxDropPercent: "5" });
  const { days } = await owner.credits.saveRepeatDays({ days: 30 });
  expect(days).toBe(30);
  expect(await owner.credits.saveRepeatDays({ days: 0 })).toMatchObject({ days: 30 });
});

test("a rule is turned on only by who has read its dry run, and then waits", async () => {
  const { rules, safeguards } = owner;
  const { id, version } = await rules.create({
    name: "Uni",
    registration: "student",
    school: "",
    domains: ["uni.example"],
    setAsideShare: 0,
  });
  const turnOn = () => rules.turn({ id, version, active: true });
  await expect(turnOn()).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^First review/),
  });
  await rules.replay({ id });
  expect(await turnOn()).toMatchObject({
    active: false,
    msg: expect.stringMatching(/^This loosens a limit/),
  });
  const [change] = (await second.safeguards.list()).list;
  expect(change).toMatchObject({ title: "Approve by rule: Uni", subjectId: id });
  expect(change?.after).toMatch(/^on\. In the last 90 days, it would have approved 0 registrations/);
  // What the second person read must be what is turned on.
  const changed = await rules.change({
    id,
    version,
    name: "Uni",
    registration: "student",
    school: "",
    domains: ["uni.example", "*.uni.example"],
    setAsideShare: 0,
  });
  expect((await safeguards.list()).list).toEqual([]);
  await expect(rules.turn({ id, version: changed.version, active: true })).rejects.toMatchObject({
    status: 409,
  });
  await rules.replay({ id });
  await rules.turn({ id, version: changed.version, active: true });
  const [again] = (await second.safeguards.list()).list;
  await second.safeguards.agree({ id: again?.id ?? "" });
  const [rule] = (await rules.list()).rules;
  expect(rule).toMatchObject({ active: true });
  expect(await rules.turn({ id, version: rule?.version ?? 0, active: false })).toMatchObject({
    active: false,
  });
});

test("a limit or setting that someone else changed since is refused, and not overwritten", async () => {
  await setLimit("3");
  const outdated = {
    status: 409,
    message: expect.stringMatching(/ changed (this limit|these settings|the \w+).* while you were editing/),
  };
  await expect(owner.credits.saveApprovalLimit({ amount: "2", seen: null })).rejects.toMatchObject(outdated);
  expect(await limit()).toBe(300);
  expect(await owner.credits.saveApprovalLimit({ amount: "2", seen: "3" })).toMatchObject({
    msg: "Saved.",
  });
  // What it is already isn't a conflict.
  await owner.credits.saveApprovalLimit({ amount: "2", seen: null });
  await owner.priceGuardRails.save({ minMarginPercent: "95" });
  const margin = { minMarginPercent: "97", seen: { minMarginPercent: "" } };
  await expect(owner.priceGuardRails.save(margin)).rejects.toMatchObject(outdated);
  await owner.priceGuardRails.save({ ...margin, seen: { minMarginPercent: "95" } });
  const { settings } = await owner.promo.settings();
  const hours = { targetHours: settings.targetHours + 1, seen: { targetHours: settings.targetHours + 2 } };
  await expect(owner.promo.saveSettings(hours)).rejects.toMatchObject(outdated);
  await owner.promo.saveSettings({ ...hours, seen: settings });
});
