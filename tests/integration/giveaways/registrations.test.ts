import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { customerWithAccount, refreshMirror, registerStudent } from "../../support/people.ts";
import {
  confirmFor,
  confirmLast,
  linksOf,
  tokensFor,
  visitConfirmation,
  visitOwnRequests,
  visitRequest,
} from "../../support/public-pages.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { refusalOf } from "../console/two-shops.ts";
import { callsWith } from "../events/support.ts";
import { applicant, draw, keyOf, readResultFile, register, registerAll, visit, work } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("giveaway_registrations");
  calls = await signedInCalls(shop);
  await signedInCalls(shop, "1", SECOND);
});
afterAll(() => shop.close());

const make = async (fields: Parameters<typeof calls.giveaways.create>[0]) =>
  (await calls.giveaways.create(fields)).giveaway;

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("the page describes the giveaway and registers each normalized address once", async () => {
  const giveaway = await make({ name: "<b>Summer</b> {{ shop }}", description: "Win a drill" });
  const key = keyOf(giveaway);
  const page = await visit(key);
  expect(page.status).toBe(200);
  expect(page.html).toContain("<h1>&lt;b&gt;Summer&lt;/b&gt; &#123;&#123; shop &#125;&#125;</h1>");
  expect(page.html).toContain("Win a drill");
  const { next } = await calls.giveaways.draws({ id: giveaway.id });
  expect(page.html).toContain(next.commitment);

  const first = await visit(key, applicant(" Ana@X.example "));
  expect(first.html).toContain("Check your email");
  expect((await calls.giveaways.detail({ id: giveaway.id })).registered).toBe(0);
  const [token = ""] = await tokensFor("ana@x.example");
  // A mail scanner opens the link, too.
  for (const _ of [1, 2]) expect((await visitConfirmation(token)).html).toContain("Ana@X.example");
  expect((await calls.giveaways.detail({ id: giveaway.id })).registered).toBe(0);
  for (const _ of [1, 2]) {
    const { html } = await confirmLast(token);
    expect(html).toContain("You are registered");
    expect(html).toContain("number 1;");
  }
  // The page is the same for an address that takes part. Only the owner of the mailbox reads more.
  for (const again of ["ana@x.example", "ANA@x.EXAMPLE"])
    expect(await visit(key, applicant(again))).toEqual(first);
  expect((await visitConfirmation(token)).html).toContain("This email address already takes part in");
  expect(await confirmLast(token)).toMatchObject({
    status: 409,
    html: expect.stringContaining("You are already registered"),
  });
  const { list, total } = await calls.giveaways.entrants({ id: giveaway.id });
  expect(total).toBe(1);
  expect(list).toMatchObject([{ number: 1, name: "Ana Martin", email: "Ana@X.example", weight: 1 }]);
  expect((await calls.giveaways.detail({ id: giveaway.id })).registered).toBe(1);
});

test("an entrant sees, withdraws and renews their entry by the link of its email, or signed in", async () => {
  const giveaway = await make({ name: "Own page" });
  const key = keyOf(giveaway);
  const email = "owner@entries.example";
  await register(key, email);
  const [token = ""] = await linksOf("giveaway.entered", email);
  const opened = await visitRequest(token);
  expect(opened.html).toContain("You take part");
  for (const secret of [email, "Martin"]) expect(opened.html).not.toContain(secret);
  const act = (decision: string) => visitRequest(token, { fields: { decision } });
  for (const _ of [1, 2]) expect((await act("withdraw")).html).toContain("You have withdrawn your entry");
  const [entrant] = (await calls.giveaways.entrants({ id: giveaway.id })).list;
  expect(entrant).toMatchObject({ number: 1, state: "withdrawn" });
  const reinstated = calls.giveaways.reinstate({ id: giveaway.id, number: 1, reason: "Back" });
  expect(await refusalOf(reinstated)).toMatchObject({ status: 409 });
  // By the giveaway's page, too: with the same number, and without a second entry.
  expect((await register(key, email)).html).toContain("number 1;");
  expect((await calls.giveaways.detail({ id: giveaway.id })).registered).toBe(1);
  expect((await act("withdraw")).html).toContain("You have withdrawn your entry");
  expect((await act("enter")).html).toContain("You take part");
  expect(await linksOf("giveaway.entered", email)).toHaveLength(3);

  const customerId = await customerWithAccount(shop.localStore, email);
  const list = await visitOwnRequests({ customerId });
  expect(list.html).toContain(`/requests/giveaway/${giveaway.id}-1/`);
  const other = await customerWithAccount(shop.localStore, "other@entries.example");
  const address = { kind: "giveaway", subject: `${giveaway.id}-1` };
  expect((await visitOwnRequests({ customerId: other }, address)).status).toBe(404);
  expect((await visitOwnRequests({ customerId }, address)).html).toContain("You take part");
  await draw(calls, giveaway.id, { winners: 1, alternates: 0 });
  // A winner learns of it from the email.
  expect((await visitRequest(token)).html).toContain("The winners get an email");
  expect(await act("withdraw")).toMatchObject({ status: 409 });
  await calls.giveaways.mailWinners({ id: giveaway.id, draw: 1 });
  const [won = ""] = await linksOf("giveaway.won", email);
  expect((await visitRequest(won)).html).toContain("You have won");
  const declined = { status: 200, html: expect.stringContaining("You declined the prize") };
  const decline = () => visitRequest(won, { fields: { decision: "decline" } });
  // Two clicks, and one more after the answer was lost.
  expect(await Promise.all([decline(), decline()])).toMatchObject([declined, declined]);
  expect(await decline()).toMatchObject(declined);
  const { list: places } = await calls.giveaways.places({ id: giveaway.id, draw: 1 });
  expect(places).toMatchObject([
    { state: "declined", reason: "Declined by the winner.", changedBy: "The entrant" },
  ]);
});

test("who takes part again on the giveaway's days is drawn, also when they entered before its present start", async () => {
  const giveaway = await make({ name: "Later start" });
  const { id } = giveaway;
  const email = "early@entries.example";
  await register(keyOf(giveaway), email);
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    "UPDATE giveaway_entrants SET registered_at = registered_at - interval '10 days' WHERE shop = $1 AND giveaway_id = $2",
    [DEMO, id],
  );
  await calls.giveaways.change({ id, startDate: dayFromNow(-2) });
  const [token = ""] = await linksOf("giveaway.entered", email);
  for (const decision of ["withdraw", "enter"]) await visitRequest(token, { fields: { decision } });
  expect((await visitRequest(token)).html).toContain("You take part");
  expect((await calls.giveaways.draws({ id })).next).toMatchObject({ eligible: 1 });
});

test("invalid fields show their errors and nothing is registered", async () => {
  const giveaway = await make({ name: "Fields" });
  const { status, html } = await visit(keyOf(giveaway), applicant("a@b@c", { lastName: " \t" }));
  expect(status).toBe(400);
  expect(html).toContain("Last Name not valid. Email not valid.");
  expect(html).toContain('value="Ana"');
  expect((await calls.giveaways.detail({ id: giveaway.id })).registered).toBe(0);
});

test("a giveaway that isn't open yet, has ended or is full refuses with a message", async () => {
  const cases = [
    [{ name: "Later", startDate: dayFromNow(3) }, 200, "Registration isn&#x27;t open yet", "scheduled"],
    [{ name: "Over", endDate: dayFromNow(-3) }, 410, "Registration has ended", "ended"],
  ] as const;
  for (const [fields, status, title, phase] of cases) {
    const giveaway = await make(fields);
    expect(giveaway.phase).toBe(phase);
    for (const form of [undefined, applicant("late@x.example")]) {
      const answer = await visit(keyOf(giveaway), form);
      // A form that was refused stays in the browser with what was typed.
      expect(answer.status).toBe(form && phase === "scheduled" ? 409 : status);
      expect(answer.html).toContain(title);
    }
    expect((await calls.giveaways.detail({ id: giveaway.id })).registered).toBe(0);
  }
  const small = await make({ name: "Small", registrationCount: 1 });
  await registerAll(keyOf(small), ["one@x.example"]);
  for (const email of ["two@x.example", "one@x.example"]) {
    const answer = await visit(keyOf(small), applicant(email));
    expect(answer).toMatchObject({ status: 410, html: expect.stringContaining("All places are taken") });
  }
  const fewer = refusalOf(calls.giveaways.change({ id: small.id, registrationCount: 1 }));
  await expect(fewer).rejects.toThrow("The call was not refused.");
});

test("an entry that is confirmed after the giveaway was deleted gets the shop's name", async () => {
  const giveaway = await make({ name: "Deleted" });
  await visit(keyOf(giveaway), applicant("after@x.example"));
  await calls.giveaways.remove({ id: giveaway.id });
  const { html } = await confirmFor("after@x.example");
  expect(html).toContain("or Backroom Demo has removed the giveaway");
});

test("50 concurrent confirmations fill exactly 7 places, and one address registers once", async () => {
  const giveaway = await make({ name: "Race", registrationCount: 7 });
  const key = keyOf(giveaway);
  const emails = Array.from({ length: 50 }, (_, index) => `racer${index}@x.example`);
  await Promise.all(emails.map((email) => visit(key, applicant(email))));
  expect((await calls.giveaways.detail({ id: giveaway.id })).registered).toBe(0);
  const answers = await Promise.all(emails.map((email) => confirmFor(email)));
  expect(answers.filter(({ html }) => html.includes("You are registered"))).toHaveLength(7);
  expect(answers.filter(({ html }) => html.includes("All places are taken"))).toHaveLength(43);
  const { list } = await calls.giveaways.entrants({ id: giveaway.id, sort: "number asc" });
  expect(list.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);

  const open = await make({ name: "Same address", registrationCount: 5 });
  await Promise.all(Array.from({ length: 20 }, () => visit(keyOf(open), applicant("same@x.example"))));
  const [token = "", ...others] = await tokensFor("same@x.example");
  expect(others).toEqual([]);
  const same = await Promise.all(Array.from({ length: 20 }, () => confirmLast(token)));
  expect(same.filter(({ html }) => html.includes("number 1;"))).toHaveLength(20);
  expect((await calls.giveaways.detail({ id: open.id })).registered).toBe(1);
});

test("plus-aliases count as one address while the shop's switch is on", async () => {
  const isTaken = async (key: string, email: string) =>
    !(await register(key, email)).html.includes("You are registered");
  const separate = keyOf(await make({ name: "Separate" }));
  await registerAll(separate, ["zoe+1@x.example"]);
  expect(await isTaken(separate, "zoe+2@x.example")).toBe(false);

  const together = keyOf(await make({ name: "Together" }));
  for (const email of ["bo@x.example", "bo+3@x.example", "+only@x.example"])
    await visit(together, applicant(email));
  await calls.settings.change({ switches: { giveawayAliasesAsOneAddress: true } });
  await registerAll(together, ["bo+1@x.example"]);
  expect(await isTaken(together, "bo+2@x.example")).toBe(true);
  expect(await isTaken(together, "BO@x.example")).toBe(true);
  expect(await isTaken(together, "bob@x.example")).toBe(false);
  // Requested before the switch was turned on.
  expect((await confirmFor("bo+3@x.example")).html).toContain("You are already registered");
  await calls.settings.change({ switches: { giveawayAliasesAsOneAddress: false } });
  // At the large providers, they are one mailbox without the switch.
  await registerAll(separate, ["zoe@gmail.com"]);
  expect(await isTaken(separate, "z.oe+3@googlemail.com")).toBe(true);
});

test("of several entries of a mailbox from before the switch, a withdrawn one doesn't enter again", async () => {
  const emails = ["tim@x.example", "tim+2@x.example"];
  for (const [first, last] of [emails, [...emails].reverse()]) {
    const key = keyOf(await make({ name: `Before the switch: ${first}` }));
    await registerAll(key, emails);
    const token = (await linksOf("giveaway.entered", first as string)).at(-1) ?? "";
    await visitRequest(token, { fields: { decision: "withdraw" } });
    await calls.settings.change({ switches: { giveawayAliasesAsOneAddress: true } });
    expect((await register(key, last as string)).html).toContain("You are already registered");
    await calls.settings.change({ switches: { giveawayAliasesAsOneAddress: false } });
  }
});

test("a Registration Count below the number of entries is refused", async () => {
  const fewer = await make({ name: "Fewer" });
  await registerAll(keyOf(fewer), ["a@x.example", "b@x.example"]);
  const refused = await refusalOf(calls.giveaways.change({ id: fewer.id, registrationCount: 1 }));
  expect(refused.message).toBe("2 have registered already, so the Registration Count can't be below 2.");
});

test("unsigned requests, other shops' keys and unknown keys are refused", async () => {
  const giveaway = await make({ name: "Mine" });
  const key = keyOf(giveaway);
  expect((await visit(key, undefined, { secret: "forged" })).status).toBe(400);
  for (const answer of [
    await visit("AAAAAAAAAAAAAAAA"),
    await visit(key, applicant("x@x.example"), { shop: SECOND }),
  ])
    expect(answer).toMatchObject({ status: 404, html: expect.stringContaining("Giveaway not found") });
  expect((await calls.giveaways.detail({ id: giveaway.id })).registered).toBe(0);
});

test("entrants are searched, weighted, disqualified and reinstated, and stale changes are refused", async () => {
  const giveaway = await make({ name: "Staff" });
  const { id } = giveaway;
  await registerAll(keyOf(giveaway), ["ann@x.example", "bob@y.example"]);
  expect((await calls.giveaways.entrants({ id, search: "BOB@" })).list).toMatchObject([{ number: 2 }]);
  expect((await calls.giveaways.entrants({ id, search: "%" })).total).toBe(0);
  const weighed = await calls.giveaways.setWeight({
    id,
    number: 1,
    version: 1,
    weight: 3,
    reason: "Bought three times",
  });
  expect(await refusalOf(calls.giveaways.setWeight({ id, number: 2, weight: 3 }))).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^reason: Enter a reason/),
  });
  expect(weighed).toMatchObject({ msg: "Ana Martin has 3 tickets.", entrant: { weight: 3, version: 2 } });
  const stale = calls.giveaways.disqualify({ id, number: 1, version: 1, reason: "Works here" });
  expect((await refusalOf(stale)).message).toMatch(/^You changed this entry in another window while/);
  const colleague = await callsWith(shop, "3", ["showGiveaways"]);
  const theirs = colleague.giveaways.disqualify({ id, number: 1, version: 1, reason: "Works here" });
  const refused = await refusalOf(theirs);
  expect(refused.status).toBe(409);
  expect(refused.message).toMatch(/^Olivia Owner changed this entry while you were editing it\./);
  const out = await calls.giveaways.disqualify({ id, number: 1, reason: " Works here " });
  expect(out.entrant).toMatchObject({ state: "disqualified", reason: "Works here" });
  expect((await calls.giveaways.entrants({ id, tab: "disqualified" })).total).toBe(1);
  expect(await calls.giveaways.entrantHits({ id, search: ".EXAMPLE" })).toMatchObject({
    all: { count: 2 },
    disqualified: { count: 1 },
  });
  const { entrant } = await calls.giveaways.reinstate({ id, number: 1, reason: "A mistake" });
  expect(entrant).toMatchObject({ state: "registered", reason: "A mistake" });
  for (const wrong of [
    calls.giveaways.disqualify({ id, number: 1, reason: " " }),
    calls.giveaways.setWeight({ id, number: 1, weight: 0 }),
    calls.giveaways.setWeight({ id, number: 1, weight: 1_001 }),
  ])
    expect((await refusalOf(wrong)).status).toBe(400);
  expect((await refusalOf(calls.giveaways.disqualify({ id, number: 9, reason: "x" }))).status).toBe(404);
});

test("the export job writes what the list shows, once per operation id", async () => {
  const giveaway = await make({ name: "Exported" });
  await registerAll(keyOf(giveaway), ["keep@x.example", "leave@y.example"]);
  const request = { id: giveaway.id, search: "keep", operationId: "export-once-please" };
  const [{ jobId }, again] = await Promise.all([
    calls.giveaways.exportEntrants(request),
    calls.giveaways.exportEntrants(request),
  ]);
  expect(again.jobId).toBe(jobId);
  const otherRequest = calls.giveaways.exportEntrants({ ...request, search: "" });
  expect((await refusalOf(otherRequest)).status).toBe(409);
  expect(await work(jobId)).toMatchObject({ state: "done", message: "1 row." });
  expect((await readResultFile(jobId)).subarray(0, 2).toString()).toBe("PK");
});

test("the record of an export says whether it had all entrants", async () => {
  const { id } = await make({ name: "Recorded" });
  const recorded = async ({ jobId }: { jobId: string }) => {
    await work(jobId);
    const { rows } = await calls.activity.list({ search: jobId });
    return rows[0]?.changes.find(({ field }) => field === "Which" || field === "Parameters")?.after;
  };
  const { exportEntrants, report } = calls.giveaways;
  expect(await recorded(await exportEntrants({ id }))).toBe("the whole list");
  expect(await recorded(await exportEntrants({ id, tab: "disqualified" }))).toBe("a part of the list");
  expect(await recorded(await exportEntrants({ id, search: "keep" }))).toBe("what a search found");
  expect(await recorded(await report({ id }))).toBe("Registered on any day");
  expect(await recorded(await report({ id, startDate: "03/01/2026" }))).toBe("Registered from 03/01/2026 on");
});

test("erasure keeps number, tickets and digest without personal data", async () => {
  const giveaway = await make({ name: "Erased" });
  await registerAll(keyOf(giveaway), ["gone.forever@x.example"]);
  await visit(keyOf(await make({ name: "Unconfirmed" })), applicant("gone.forever@x.example"));
  const { id } = giveaway;
  await calls.giveaways.disqualify({ id, number: 1, reason: "Wrote from gone.forever@x.example twice" });
  await calls.giveaways.reinstate({ id, number: 1, reason: "Is fine" });
  const { redactCustomer } = await import("../../support/erasure.ts");
  await redactCustomer(DEMO, { id: 77, email: "Gone.Forever@x.example", phone: null });
  const { list } = await calls.giveaways.entrants({ id });
  expect(list).toMatchObject([
    { number: 1, name: "Erased", email: "", weight: 1, state: "erased", reason: null },
  ]);
  const { findText } = await import("../../guarantees/support/tables.ts");
  expect(await findText("gone.forever")).toEqual([]);
  expect(
    (await refusalOf(calls.giveaways.setWeight({ id, number: 1, weight: 2, reason: "Late" }))).status,
  ).toBe(409);
});

test("erasure finds what was entered with an alias of the customer's mailbox, unless another customer has it", async () => {
  const giveaway = await make({ name: "Aliases erased" });
  const aliases = ["Al.Iased+win@gmail.com", "aliased+work@gmail.com"];
  const other = await registerStudent(shop.localStore, { name: "Al Work", email: aliases[1] });
  await refreshMirror([other]);
  await register(keyOf(giveaway), aliases[0] as string);
  await visit(keyOf(await make({ name: "Alias unconfirmed" })), applicant("a.liased@gmail.com"));
  await register(keyOf(await make({ name: "Other's" })), aliases[1] as string);
  const { redactCustomer } = await import("../../support/erasure.ts");
  await redactCustomer(DEMO, { id: 90, email: "aliased@gmail.com", phone: null });
  const { list } = await calls.giveaways.entrants({ id: giveaway.id });
  expect(list).toMatchObject([{ name: "Erased", email: "", state: "erased" }]);
  const { findText } = await import("../../guarantees/support/tables.ts");
  for (const text of ["al.iased", "a.liased"]) expect(await findText(text)).toEqual([]);
  expect(await findText("aliased+work")).toContain("public.giveaway_entrants: 1");
});

test("an export whose search was erased with a person's data is refused", async () => {
  const { id } = await make({ name: "Searched" });
  const { jobId } = await calls.giveaways.exportEntrants({ id, search: "searched@x.example" });
  const { redactCustomer } = await import("../../support/erasure.ts");
  await redactCustomer(DEMO, { id: 78, email: "searched@x.example", phone: null });
  expect(await work(jobId)).toMatchObject({
    state: "failed",
    message: "The search of this export was erased with a person's data. Export again.",
  });
});
