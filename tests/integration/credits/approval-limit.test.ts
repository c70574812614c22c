import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { outbox } from "../../support/outbox.ts";
import { saveLimit } from "../../support/safeguards.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { type Credits, DEMO, openCredits } from "./support.ts";

let credits: Credits;
beforeAll(async () => {
  credits = await openCredits("approval_limit", 60);
  await setLimit("100");
});
afterAll(() => credits.close());

const setLimit = (amount: string | null) => saveLimit(credits.owner.credits.saveApprovalLimit({ amount }));

/** Makes what was posted before older than a day. */
async function endDay(): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `ALTER TABLE ledger_postings DISABLE TRIGGER USER;
     UPDATE ledger_postings SET at = at - interval '25 hours';
     ALTER TABLE ledger_postings ENABLE TRIGGER USER`,
  );
}
beforeEach(endDay);

/** @returns true when it waits for a second approver */
async function issue(amount: string, id: number, by = credits.calls): Promise<boolean> {
  const body = { ids: String(id), amount, reference: `For ${id}` };
  const { msg, list } = await by.credits.issueCredits({ headers: {}, body });
  expect(/^This waits for a second approver/.test(msg)).toBe(list[0]?.postingId === null);
  return list[0]?.postingId === null;
}

async function reverse(id: string, by = credits.calls): Promise<boolean> {
  const { msg } = await by.credits.reverse({ params: { id }, headers: {}, body: { reason: "A mistake" } });
  return /^This waits for a second approver/.test(msg);
}

test("what one administrator posts within 24 hours counts together, also while it is pending", async () => {
  expect(await issue("60", 1)).toBe(false);
  expect(await issue("40", 2)).toBe(false);
  expect(await issue("0.01", 3)).toBe(true);
  // Another administrator has a sum of their own.
  expect(await issue("60", 4, credits.owner)).toBe(false);
});

test("what one customer receives within 24 hours counts together, from all administrators", async () => {
  expect(await issue("60", 11)).toBe(false);
  expect(await issue("40.01", 11, credits.owner)).toBe(true);
  expect(await issue("40", 11, credits.owner)).toBe(false);
});

test("a failed posting doesn't count", async () => {
  const body = { ids: "12", amount: "90", reference: "Fails" };
  const { list } = await credits.calls.credits.issueCredits({ headers: {}, body });
  await credits.fail(list[0]?.postingId ?? null, "The store refused it.");
  expect(await issue("90", 12)).toBe(false);
});

test("requests at the same time can't both be within the limit", async () => {
  const waits = await Promise.all([21, 22, 23, 24].map((id) => issue("60", id)));
  expect(waits.filter((isWaiting) => !isWaiting)).toHaveLength(1);
});

test("a reversal above the limit waits, and is posted when another administrator approves it", async () => {
  await setLimit(null);
  const id = await credits.given(31, "500");
  await endDay();
  await setLimit("100");
  expect(await reverse(id)).toBe(true);
  const request = (await credits.calls.credits.approvals()).list
    .filter(({ state }) => state === "waiting")
    .at(-1);
  expect(request).toMatchObject({
    type: "Adjustment",
    customers: 1,
    amountCents: 50_000,
    reference: "A mistake",
    reversesId: id,
  });
  await expect(credits.calls.credits.approve({ id: request?.id ?? "" })).rejects.toMatchObject({
    status: 403,
  });
  const { list } = await credits.owner.credits.approve({ id: request?.id ?? "" });
  const { list: reversals } = await credits.calls.credits.postings({ ids: [list[0]?.postingId ?? ""] });
  const asker = (await credits.owner.access.list()).rows.find((person) => person.id === "3");
  expect(reversals).toMatchObject([{ reversesId: id, amountCents: -50_000, adminEmail: asker?.email }]);
  // An approved posting doesn't use up the limit of the administrator who requested it.
  expect(await issue("60", 32)).toBe(false);
  // Its own reversal is one more change.
  await credits.confirm(list[0]?.postingId ?? null);
  expect(await reverse(list[0]?.postingId ?? "")).toBe(true);
});

test("an approved reversal says what it returns, and what has expired since the request", async () => {
  await setLimit(null);
  const give = async (amount: string, expirationDate?: string) => {
    const body = { ids: "34", amount, reference: "Given", expirationDate };
    const { list } = await credits.calls.credits.issueCredits({ headers: {}, body });
    await credits.confirm(list[0]?.postingId ?? null);
    return list[0]?.postingId;
  };
  const soon = await give("100", "01/01/2098");
  await give("200", "01/01/2099");
  await give("100");
  const body = { ids: "34", amount: "400", reference: "Taken" };
  const taken = (await credits.calls.credits.adjustBalances({ headers: {}, body })).list[0]?.postingId ?? "";
  await credits.confirm(taken);
  await endDay();
  await setLimit("100");
  expect(await reverse(taken)).toBe(true);
  const request = (await credits.calls.credits.approvals()).list.find((one) => one.reversesId === taken);
  expect(request).toMatchObject({ type: "Credit", amountCents: 40_000 });
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `ALTER TABLE ledger_postings DISABLE TRIGGER USER;
     UPDATE ledger_postings SET expires_at = now() WHERE id = '${soon}';
     ALTER TABLE ledger_postings ENABLE TRIGGER USER`,
  );
  const { msg, list, reversedCents } = await credits.owner.credits.approve({ id: request?.id ?? "" });
  const outcome =
    "The transaction is being reversed. It is returned as 2 credits, each with its original expiry date. $100.00 would have expired since and isn't returned.";
  expect([msg, list.map(({ id }) => id), reversedCents]).toEqual([
    `Approved. ${outcome}`,
    ["34", "34"],
    30_000,
  ]);
  const mails = await outbox({ kind: "Store credit was approved or declined" });
  expect(mails.filter(({ text }) => text.includes(outcome))).toHaveLength(1);
  const { rows } = await credits.calls.activity.ofSubject({ subjectType: "customer", subjectId: "34" });
  expect(rows[0]).toMatchObject({
    what: "Approved a credit request",
    changes: expect.arrayContaining([{ field: "Amount", before: "", after: "$300.00" }]),
  });
});

test("a reversal that waits for approval is shown on its transaction, and isn't requested twice", async () => {
  await setLimit(null);
  const id = await credits.given(33, "500");
  await endDay();
  await setLimit("100");
  const shown = async () => {
    const { list } = await credits.owner.credits.transactions({ search: "person33@", startDate: "" });
    const { list: byId } = await credits.owner.credits.postings({ ids: [id] });
    expect(byId[0]).toEqual(list.find((row) => row.id === id));
    return byId[0]?.waitingReversal;
  };
  expect(await shown()).toBeNull();
  const tries = await Promise.allSettled([reverse(id), reverse(id, credits.owner)]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const waiting = await shown();
  expect(waiting).toMatchObject({ askedByName: expect.any(String), askedAt: expect.any(String) });
  const requests = (await credits.owner.credits.approvals()).list.filter(
    ({ reversesId, state }) => reversesId === id && state === "waiting",
  );
  expect(requests.map((request) => [request.id, request.askedByName])).toEqual([
    [waiting?.id, waiting?.askedByName],
  ]);
  // Also when the limit would now allow it.
  await setLimit(null);
  await expect(reverse(id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(
      new RegExp(
        `^${waiting?.askedByName} requested this reversal on .* UTC\\. It waits for approval in Manage Credits, so it can't be requested again\\.$`,
      ),
    ),
  });
  await credits.owner.credits.decline({ id: waiting?.id ?? "", reason: "Not now" });
  expect(await shown()).toBeNull();
  expect(await reverse(id)).toBe(false);
  await setLimit("100");
});

test("a reversed posting still counts", async () => {
  const id = await credits.given(41, "50");
  expect(await reverse(id)).toBe(false);
  expect(await issue("0.01", 42)).toBe(true);
});

test("a file within the limit waits for another administrator when the sum of the day is above it", async () => {
  expect(await issue("60", 51)).toBe(false);
  const email = "file@x.example";
  await credits.calls.credits.addCustomer({ headers: {}, body: { email, amount: "0", reference: "New" } });
  const list = [{ email, credit: "60", reference: "From a file" }];
  const imported = credits.calls.credits.importCustomers({ headers: {}, body: { list } });
  await expect(imported).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("exceeds the $100.00 that one administrator may post"),
  });
});

test("Activity names the settings as the pages do", async () => {
  await saveLimit(credits.owner.credits.saveRepeatDays({ days: 3 }));
  await credits.owner.credits.saveReminders({ isOn: true, daysBefore: 9 });
  const { rows } = await credits.owner.activity.list({ kind: "setting.changed" });
  // The newest: other tests changed the limit, too.
  expect(rows.slice(0, 3).flatMap(({ changes }) => changes)).toEqual([
    { field: "Store credit: expiry reminders", before: "never", after: "9 days before" },
    { field: "Store credit: repeated credits", before: "7 days", after: "3 days, requested by Olivia Owner" },
    { field: "Store credit: second approver", before: "never", after: "$100.00" },
  ]);
});

test("settings that are saved at the same time have the right previous values in Activity", async () => {
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { saveRepeatDays } = credits.owner.credits;
  await setLimit(null);
  await saveLimit(saveRepeatDays({ days: 1 }));
  const saved = await withShop(DEMO, async (tx) => {
    await tx.$client.query("SELECT 1 FROM shops WHERE shop = $1 FOR UPDATE", [DEMO]);
    const all: Promise<unknown>[] = [];
    for (const save of [
      () => setLimit("7"),
      () => setLimit("5"),
      () => saveRepeatDays({ days: 2 }),
      () => saveRepeatDays({ days: 3 }),
    ]) {
      all.push(save());
      await expect.poll(countWaitingSessions).toBe(all.length);
    }
    return { all: Promise.all(all) };
  });
  await saved.all;
  const { rows } = await credits.owner.activity.list({ kind: "setting.changed" });
  const changes = rows.slice(0, 4).flatMap((row) => row.changes);
  expect(changes.map(({ before, after }) => `${before} > ${after}`)).toEqual([
    "2 days > 3 days",
    "1 days > 2 days",
    "$7.00 > $5.00",
    "never > $7.00",
  ]);
});
