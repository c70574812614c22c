import { afterAll, beforeAll, expect, test } from "vitest";
import { activity } from "../../support/activity.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { redactCustomer } from "../../support/erasure.ts";
import { outbox } from "../../support/outbox.ts";
import { saveLimit } from "../../support/safeguards.ts";
import { sentMails } from "../mail/support.ts";
import { type Credits, DEMO, openCredits, refusalOf } from "./support.ts";

let credits: Credits;
beforeAll(async () => {
  credits = await openCredits("approvals", 10);
  await signedInCalls(credits.shop, "2");
  await grantAccess("2", ["showCredits"]);
  await credits.owner.credits.saveApprovalLimit({ amount: "100" });
});
afterAll(() => credits.close());

const ask = (amount: string, ids = "1,2,3", key?: string) =>
  credits.calls.credits.issueCredits({
    headers: key ? { "idempotency-key": key } : {},
    body: { ids, amount, reference: `Large ${amount}` },
  });
const waiting = async () =>
  (await credits.calls.credits.approvals()).list.filter(({ state }) => state === "waiting");

/** The emails about a request, by its reference, oldest first. */
const mailsAbout = async (reference: string) =>
  (await outbox())
    .filter(({ text }) => text.includes(`Reference: ${reference}\n`))
    .map((mail) => ({ ...mail, to: mail.to.email }));
const addressOf = async (id: string) =>
  (await credits.owner.access.list()).rows.find((person) => person.id === id)?.email;

test("a request above the limit waits for a second approver and is posted once", async () => {
  expect((await ask("33.33")).list.every(({ postingId }) => postingId)).toBe(true);
  const answer = await ask("33.34", "1,2,3", "asked-for-once");
  expect(answer).toMatchObject({
    status: true,
    msg: expect.stringMatching(/^This waits for a second approver/),
  });
  expect(await ask("33.34", "1,2,3", "asked-for-once")).toEqual(answer);
  expect(await credits.postingsOf("Large 33.34")).toEqual([]);
  const [request, ...others] = await waiting();
  expect(others).toEqual([]);
  const id = request?.id ?? "";
  expect((await refusalOf(credits.calls.credits.approve({ id }))).status).toBe(403);
  expect((await refusalOf(credits.second.credits.approve({ id }))).status).toBe(404);
  // The approver sees the customers and their balances.
  expect(request?.people.map(({ name }) => name)).toEqual(["Customer 1", "Customer 2", "Customer 3"]);
  expect((await credits.owner.credits.approvalCustomers({ id })).list[0]).toEqual({
    id: "1",
    name: "Customer 1",
    email: "person1@x.example",
    balanceCents: 0,
  });
  expect((await refusalOf(credits.second.credits.approvalCustomers({ id }))).status).toBe(404);
  const second = await signedInCalls(credits.shop, "2");
  const races = await Promise.allSettled([
    second.credits.approve({ id }),
    credits.owner.credits.approve({ id }),
    second.credits.approve({ id }),
    credits.owner.credits.decline({ id, reason: "Too much" }),
  ]);
  expect(races.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const race of races)
    if (race.status === "rejected") expect(race.reason).toMatchObject({ status: 409 });
  const wasApproved =
    (await credits.calls.credits.approvals()).list.find((one) => one.id === id)?.state === "approved";
  expect(await credits.postingsOf("Large 33.34")).toHaveLength(wasApproved ? 3 : 0);
  const [toOwner, toSecond, toAsker, ...more] = await mailsAbout("Large 33.34");
  expect(more).toEqual([]);
  expect([toOwner?.to, toSecond?.to].toSorted()).toEqual(
    [await addressOf("1"), await addressOf("2")].toSorted(),
  );
  expect(toOwner?.subject).toMatch(/asks for your approval: Credit of \$33\.34 for 3 customers$/);
  const page = `${process.env.LOCAL_STORE_URL}/store/backroom-demo/apps/backroom-local/credits?tab=manageCredits`;
  expect(toOwner?.text).toContain(`approve or decline it here:\n\n${page}\n`);
  expect(toOwner?.html).toContain(`<a href="${page}">`);
  expect(toAsker?.text).toContain(`\n${page}\n`);
  expect(toAsker).toMatchObject({
    to: await addressOf("3"),
    subject: expect.stringContaining(wasApproved ? "has approved your request" : "has declined your request"),
  });
});

test("a credit that would have expired while it waited isn't approved, and can be declined", async () => {
  const body = { ids: "4", amount: "200", reference: "Expired", expirationDate: "01/01/2099" };
  await credits.calls.credits.issueCredits({ headers: {}, body });
  const id = (await waiting())[0]?.id ?? "";
  await credits.query("UPDATE credit_approvals SET expires_at = '2026-01-31T00:00:00Z' WHERE id = $1", [id]);
  expect(await refusalOf(credits.owner.credits.approve({ id }))).toMatchObject({
    status: 409,
    message:
      "The expiration date of this credit has passed. Decline it, and request it again with a later date.",
  });
  expect(await credits.postingsOf("Expired")).toEqual([]);
  await credits.owner.credits.decline({ id, reason: "Too late" });
  expect(await waiting()).toEqual([]);
  // The emails that ask for the approval had waited for the mail server.
  await sentMails();
  const decided = "The request was decided before this email could be sent.";
  expect((await mailsAbout("Expired")).map(({ state, problem }) => problem || state).toSorted()).toEqual([
    decided,
    decided,
    "sent",
  ]);
});

test("a waiting request of an erased customer is kept and posts nothing for them", async () => {
  await ask("60", "8,9");
  const [request] = await waiting();
  await redactCustomer(DEMO, { id: 8, email: "person8@x.example", phone: null });
  const [stored] = await credits.query<{ ids: number[] }>(
    "SELECT customer_ids AS ids FROM credit_approvals WHERE id = $1",
    [request?.id],
  );
  expect(stored?.ids).toEqual([expect.any(Number), 9]);
  expect(stored?.ids[0]).toBeLessThan(0);
  const answer = await credits.owner.credits.approve({ id: request?.id ?? "" });
  expect(answer).toMatchObject({
    status: true,
    msg: "Approved. It is on its way for 1 customer. 1 customer refused: The store has no such customer.",
    list: [
      { id: String(stored?.ids[0]), postingId: null, state: "FAILED" },
      { id: "9", postingId: expect.any(String), state: "PENDING" },
    ],
  });
  expect(answer.people.map(({ name }) => name)).toEqual(["Customer 9", "Erased"]);
  expect(await credits.postingsOf("Large 60")).toMatchObject([{ shopifyCustomerId: "9" }]);
});

test("a customer whose credit waits for approval is audited as added without it, and only once", async () => {
  const add = () =>
    credits.calls.credits.addCustomer({
      headers: {},
      body: { email: "waits@x.example", amount: "150", reference: "Opening" },
    });
  const audited = () => activity("credit.customer added");
  expect((await add()).postingId).toBeNull();
  await add();
  expect(await audited()).toMatchObject([{ after: { Amount: "$0.00" } }]);
  for (const { id } of await waiting()) await credits.calls.credits.decline({ id, reason: "A slip" });
});

test("a declined request posts nothing and has a reason, and only the owner sets the limit", async () => {
  await ask("50", "4,5,6");
  const [request] = await waiting();
  const id = request?.id ?? "";
  expect((await refusalOf(credits.owner.credits.decline({ id, reason: "" }))).status).toBe(400);
  // A request may wait for longer than decided ones are listed.
  await credits.query("UPDATE credit_approvals SET asked_at = now() - interval '30 days' WHERE id = $1", [
    id,
  ]);
  const declined = await credits.owner.credits.decline({ id, reason: "Not this month" });
  expect(declined.msg).toBe("Declined. Nothing was posted.");
  expect((await credits.calls.credits.approvals()).list.find((one) => one.id === id)).toMatchObject({
    state: "declined",
    isWithdrawn: false,
    reason: "Not this month",
  });
  expect(await credits.postingsOf("Large 50")).toEqual([]);
  expect((await mailsAbout("Large 50")).at(-1)?.text).toContain(
    "Nothing was posted. The reason: Not this month",
  );
  // Withdrawing your own request sends no email.
  await ask("51", "4,5,6");
  const own = { id: (await waiting())[0]?.id ?? "", reason: "A slip" };
  expect((await credits.calls.credits.decline(own)).msg).toBe("Withdrawn. Nothing was posted.");
  const { list: requests } = await credits.calls.credits.approvals();
  expect(requests.find((one) => one.id === own.id)).toMatchObject({ state: "declined", isWithdrawn: true });
  expect((await refusalOf(credits.owner.credits.approve({ id: own.id }))).message).toMatch(
    / has already withdrawn this request\.$/,
  );
  expect((await mailsAbout("Large 51")).map(({ to }) => to)).not.toContain(await addressOf("3"));
  // A file is posted as a whole or not at all. Above the amount, its contributors can't start it.
  const email = "file@x.example";
  await credits.calls.credits.addCustomer({ headers: {}, body: { email, amount: "0", reference: "New" } });
  const list = [{ email, credit: "100.01", reference: "From a file" }];
  const imported = credits.calls.credits.importCustomers({ headers: {}, body: { list } });
  expect(await refusalOf(imported)).toMatchObject({
    status: 409,
    message: expect.stringMatching(
      /^This file moves \$100\.01\. With what was already posted in the last 24 hours, that exceeds the \$100\.00 that /,
    ),
  });
  expect(await credits.postingsOf("From a file")).toEqual([]);
  const [run] = (await credits.calls.imports.list({ kind: "credits" })).runs;
  const file = { id: run?.id ?? "" };
  expect(run?.state).toBe("ready");
  expect((await refusalOf(credits.calls.imports.start(file))).status).toBe(409);
  await credits.owner.imports.start(file);
  expect(await credits.postingsOf("From a file")).toHaveLength(1);
  expect((await refusalOf(credits.calls.credits.saveApprovalLimit({ amount: null }))).status).toBe(403);
  expect((await refusalOf(credits.owner.credits.saveApprovalLimit({ amount: "1e3" }))).status).toBe(400);
  await saveLimit(credits.owner.credits.saveApprovalLimit({ amount: null }));
  expect((await ask("5000", "7")).list[0]?.postingId).toBeTruthy();
  expect((await activity()).map(({ action }) => action)).toContain("credit.approval declined");
});

test("more requests than are listed: the longest waiting ones are", async () => {
  await credits.query(
    `INSERT INTO credit_approvals (shop, id, type, customer_ids, amount_cents, reference, asked_by_id, asked_by_name, asked_by_email, asked_at)
     SELECT $1, gen_random_uuid(), 'Credit', '[1]', 100, 'Hour ' || n, '3', 'Casey', 'casey@x.example', now() - n * interval '1 hour'
       FROM generate_series(1, 101) AS n`,
    [DEMO],
  );
  const { list } = await credits.calls.credits.approvals();
  expect([list[0]?.reference, list.at(-1)?.reference]).toEqual(["Hour 101", "Hour 2"]);
});
