import { afterAll, beforeAll, expect, test } from "vitest";
import { altered } from "../../support/altered.ts";
import { outbox } from "../../support/outbox.ts";
import {
  confirmFor,
  confirmLast,
  proxied,
  tokensFor,
  type Visit,
  visitConfirmation,
  waitingIn,
} from "../../support/public-pages.ts";
import { drawReceipt } from "../../support/receipts.ts";
import { DEMO, SECOND } from "../../support/test-shop.ts";
import { openTwoShops, type TwoShops } from "../console/two-shops.ts";
import { keyOf } from "../giveaways/support.ts";
import { addPromotion, SUBMISSION_FORM } from "../promo/support.ts";

let shops: TwoShops;
let key: string;
beforeAll(async () => {
  shops = await openTwoShops("public_forms");
  await addPromotion(shops.query);
  const { giveaways } = await shops.as("1");
  key = keyOf((await giveaways.create({ name: "Summer" })).giveaway);
});
afterAll(() => shops.close());

const BAIT = "You won 500 USD! Claim it at https://evil.example";

async function enter(email: string, firstName = "Ana", options: Visit = {}) {
  const { app } = await import("~/app.server");
  const { action } = await import("~/routes/proxy.giveaway.$key");
  const request = proxied(`giveaway/${key}`, { firstName, lastName: "Martin", email }, options);
  const response = await action({ request, params: { key }, context: { app } });
  return { status: response.status, html: await response.text() };
}

async function submit(email: string, more: Record<string, string> = {}) {
  const { app } = await import("~/app.server");
  const { action } = await import("~/routes/proxy.promotion.$key");
  const form = new FormData();
  const fields = { ...SUBMISSION_FORM, operationId: crypto.randomUUID(), email, ...more };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("receipt", new File([new Uint8Array(await drawReceipt(() => 0.5))], "receipt.jpg"));
  const request = proxied("promotion/promotion-key-1", form);
  const response = await action({ request, params: { key: "promotion-key-1" }, context: { app } });
  return { status: response.status, html: await response.text() };
}

const isBefore = (email: string, minutes: number) =>
  shops.query(
    "UPDATE confirmation_links SET mailed_at = mailed_at - make_interval(mins => $2) WHERE mailbox = fold_mailbox($1)",
    [email, minutes],
  );

/** Moves the emails and the entries of a mailbox into the past. */
async function passes(email: string, { minutes }: { minutes: number }): Promise<void> {
  await shops.query(
    `UPDATE confirmation_links SET mailed_at = mailed_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2)
      WHERE mailbox = fold_mailbox($1)`,
    [email, minutes],
  );
  await shops.query(
    "UPDATE public_entries SET expires_at = expires_at - make_interval(mins => $2) WHERE mailbox = fold_mailbox($1)",
    [email, minutes],
  );
}

test("sixty entries of strangers send one email, without a word of theirs, and nothing counts", async () => {
  const victim = "victim@customers.example";
  const answers = [];
  for (let time = 0; time < 30; time += 1) answers.push(await enter(victim, `${BAIT} ${time}`));
  answers.push(await submit(victim, { shippingFirstName: BAIT, shippingAddress1: BAIT }));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const mails = await outbox({ to: victim });
  expect(mails).toHaveLength(1);
  expect(JSON.stringify(mails)).not.toMatch(/500 USD|evil\.example|Martin/);
  expect(mails[0]).toMatchObject({ to: { name: "" }, text: expect.stringContaining("- Entry in Summer") });
  const { giveaways, promo } = await shops.as("1");
  expect((await giveaways.list({})).list[0]?.registered).toBe(0);
  expect((await promo.list({})).total).toBe(0);
  // The link lists what waits, the submission that came after the email, too. The entry was replaced by the latest one.
  const [token = ""] = await tokensFor(victim);
  const page = await visitConfirmation(token);
  expect(waitingIn(page.html)).toHaveLength(2);
  expect(page.html).toContain(`${BAIT} 29 Martin`);
  expect(page.html).toContain("Submission for");
});

test("a mailbox gets an email every ten minutes, and five a day, under all its aliases", async () => {
  const [one, alias] = ["often@gmail.com", "of.ten+1@googlemail.com"];
  const sent = async () => (await outbox({ to: one })).length + (await outbox({ to: alias })).length;
  for (let mail = 1; mail <= 6; mail += 1) {
    await enter(mail % 2 ? one : alias);
    await enter(alias);
    expect(await sent()).toBe(Math.min(mail, 5));
    await isBefore(one, 11);
  }
  await isBefore(one, 24 * 60);
  await enter(one);
  expect(await sent()).toBe(6);
});

test("entries that have expired leave room for another one before they are deleted", async () => {
  const email = "room@customers.example";
  await enter(email);
  await shops.query(
    `INSERT INTO public_entries (shop, id, form, key, email, title, details, data, created_at, expires_at)
     SELECT shop, gen_random_uuid(), form, key || number, email, title, details, data, created_at, expires_at
       FROM public_entries, generate_series(1, 50) AS number WHERE email = $1`,
    [email],
  );
  await passes(email, { minutes: 24 * 60 + 1 });
  await enter(email);
  const [token = ""] = (await tokensFor(email)).slice(-1);
  expect(waitingIn((await visitConfirmation(token)).html)).toHaveLength(1);
});

test("an entry that got no email of its own can be confirmed for a whole day by the link of the last one", async () => {
  const email = "late@customers.example";
  for (let time = 0; time < 5; time += 1) {
    await enter(email, `Ana ${time}`);
    await passes(email, { minutes: 11 });
  }
  await passes(email, { minutes: 22 * 60 });
  expect((await enter(email, "Last")).html).toContain("confirm within 24 hours");
  expect(await outbox({ to: email })).toHaveLength(5);
  await passes(email, { minutes: 23 * 60 });
  const token = (await tokensFor(email)).at(-1) ?? "";
  expect((await visitConfirmation(token)).html).toContain("Last Martin");
});

test("what isn't mine is deleted with its file, and a click on an older page confirms nothing", async () => {
  const email = "mine@customers.example";
  await submit(email);
  const [token = ""] = await tokensFor(email);
  const opened = await visitConfirmation(token);
  await enter(email, "Eve");
  expect(waitingIn((await visitConfirmation(token)).html)).toHaveLength(2);
  const [submission = "", entry = ""] = waitingIn((await visitConfirmation(token)).html);
  const files = () => shops.query("SELECT 1 FROM attachments WHERE email = $1", [email]);
  expect(await files()).toHaveLength(1);
  const removed = await visitConfirmation(token, { entry: submission, decision: "dismiss" });
  expect(removed).toMatchObject({ status: 200, html: expect.stringContaining("The entry was deleted.") });
  expect(await files()).toEqual([]);
  expect(await confirmLast(token, { opened })).toMatchObject({
    status: 409,
    html: expect.stringContaining("This has changed"),
  });
  // Entered again since the page was opened.
  await enter(email, "Ana");
  expect((await visitConfirmation(token, { entry, decision: "confirm" })).status).toBe(409);
  expect((await confirmLast(token)).html).toContain("You are registered");
  expect((await visitConfirmation(token)).html).toContain("You are registered");
});

test("a link that is altered or of another shop opens nothing, and another mailbox's entry can't be confirmed", async () => {
  await enter("link@customers.example");
  await enter("other@customers.example");
  const [[token = ""], [other = ""]] = [
    await tokensFor("link@customers.example"),
    await tokensFor("other@customers.example"),
  ];
  const [entry = ""] = waitingIn((await visitConfirmation(other)).html);
  expect((await visitConfirmation(altered(token))).status).toBe(410);
  expect((await visitConfirmation(token, undefined, { shop: SECOND })).status).toBe(410);
  for (const decision of ["confirm", "dismiss"])
    expect((await visitConfirmation(token, { entry, decision })).status).toBe(409);
  expect(waitingIn((await visitConfirmation(other)).html)).toEqual([entry]);
});

test("what isn't confirmed within a day is deleted with its file", async () => {
  const email = "slow@customers.example";
  await submit(email);
  const [token = ""] = await tokensFor(email);
  await shops.query("UPDATE public_entries SET expires_at = now() WHERE email = $1", [email]);
  expect(waitingIn((await visitConfirmation(token)).html)).toEqual([]);
  const { removeExpiredEntries } = await import("~/core/public-forms/remove-expired.server");
  await removeExpiredEntries.run(DEMO, new AbortController().signal);
  expect(await shops.query("SELECT 1 FROM public_entries WHERE email = $1", [email])).toEqual([]);
  expect(await shops.query("SELECT 1 FROM attachments WHERE email = $1", [email])).toEqual([]);
});

test("a customer who is signed in with this address confirms by sending the form, and no one else does", async () => {
  const customerId = 4711;
  await shops.query(
    "INSERT INTO customers (shop, id, display_name, email, created_at, updated_at) VALUES ($1, $2, 'Ana', $3, now(), now())",
    [DEMO, customerId, "known@customers.example"],
  );
  const own = await enter("Known@customers.example", "Ana", { customerId });
  expect(own).toMatchObject({ status: 200, html: expect.stringContaining("You are registered") });
  const mails = await outbox({ to: "known@customers.example" });
  expect(mails).toMatchObject([{ subject: expect.stringContaining("You take part") }]);
  expect((await enter("stranger@customers.example", "Ana", { customerId })).html).toContain(
    "Check your email",
  );
  // Anyone can open a classic account with any address.
  await shops.query("UPDATE shops SET customer_accounts = 'CLASSIC' WHERE shop = $1", [DEMO]);
  expect((await enter("known@customers.example", "Ana", { customerId })).html).toContain("Check your email");
  expect((await confirmFor("known@customers.example")).html).toContain("You are already registered");
});

test("a visitor has one budget of forms, files and bytes a day, in all processes", async () => {
  const { takeVisitorBudget } = await import("~/core/public-forms/visitor-budget.server");
  const take = (visitor: string, files: number, bytes: number, now = new Date("2026-06-01T10:00:00Z")) =>
    takeVisitorBudget(DEMO, visitor, { files, bytes }, now);
  const forms = await Promise.all(Array.from({ length: 510 }, () => take("192.0.2.1", 0, 100)));
  expect(forms.filter(Boolean)).toHaveLength(500);
  const files = await Promise.all(Array.from({ length: 60 }, () => take("192.0.2.2", 1, 1000)));
  expect(files.filter(Boolean)).toHaveLength(50);
  expect([await take("192.0.2.3", 1, 200e6), await take("192.0.2.3", 1, 200e6)]).toEqual([true, false]);
  expect(await take("192.0.2.1", 0, 100, new Date("2026-06-02T00:00:00Z"))).toBe(true);
  expect(await shops.query("SELECT 1 FROM visitor_budgets WHERE visitor LIKE '%192.0.2%'")).toEqual([]);
});
