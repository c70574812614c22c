import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { signedInCalls } from "../../support/calls.ts";
import { mirroredCustomer } from "../../support/people.ts";
import { confirmFor, confirmLast, tokensFor, visitConfirmation } from "../../support/public-pages.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { applicant, register, visit } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("code_registrations");
  calls = await signedInCalls(shop);
  await signedInCalls(shop, "1", SECOND);
  await calls.partners.save({ list: [{ handle: "acme", name: "Acme Tools" }] });
});
afterEach(() => {
  shop.localStore.store.faults.reset(DEMO);
});
afterAll(() => shop.close());

const DAYS = { startDate: "2020-01-01", endDate: "2099-12-31" };
const make = async (registrationCode: string, more: object = {}) =>
  (await calls.registrationCodes.create({ registrationCode, ...DAYS, ...more })).data;
const countOf = async (code: string) =>
  (await calls.registrationCodes.list({ search: code })).list[0]?.currentRegistrationCount;
const rowsOf = async <Row extends object>(text: string, values: unknown[] = []) => {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return (await withShop(DEMO, (tx) => tx.$client.query<Row>(text, values))).rows;
};
const tagsOf = async (email: string) => (await mirroredCustomer(email))?.tags.toSorted();

test("a code registers a pending customer with its tags and limit, whatever the letter case", async () => {
  const code = await make("Acme-2026", { tags: "VIP", spendLimit: 500 });
  const page = await visit(undefined, { parameters: { code: "Acme-2026" } });
  expect(page.html).toContain('value="Acme-2026"');
  const requested = await visit(applicant(" ACME-2026 ", "ana@x.example", { kind: "staff" }));
  expect(requested).toMatchObject({ status: 200, html: expect.stringContaining("Check your email") });
  const [token = ""] = await tokensFor("ana@x.example");
  // A mail scanner opens the link, too.
  for (const _ of [1, 2]) expect((await visitConfirmation(token)).html).toContain("ana@x.example");
  expect(await countOf("Acme-2026")).toBe(0);
  expect(await tagsOf("ana@x.example")).toBeUndefined();
  for (const _ of [1, 2]) expect((await confirmLast(token)).html).toContain("You are registered");
  expect(await tagsOf("ana@x.example")).toEqual(["Pending", "UserType:Staff", "VIP", "discount_limit:500"]);
  expect(await rowsOf("SELECT code_id, partner_handle, kind FROM code_registrations")).toEqual([
    { code_id: code.id, partner_handle: "acme", kind: "staff" },
  ]);
  // The page is the same for an address that has registered. Only the owner of the mailbox reads more.
  expect(await visit(applicant("acme-2026", "ANA@x.example"))).toEqual(requested);
  expect((await visitConfirmation(token)).html).toContain("has registered with this code before");
  expect(await countOf("Acme-2026")).toBe(1);
});

test("a used-up code has one answer for everyone, and an alias is the same person", async () => {
  await make("USED", { maxRegistrationCount: 2 });
  await register(applicant("USED", "used@gmail.com"));
  expect((await register(applicant("USED", "us.ed+1@gmail.com"))).html).toContain("You are registered");
  expect(await countOf("USED")).toBe(1);
  await register(applicant("USED", "other@x.example"));
  const answers = [];
  for (const email of ["used@gmail.com", "stranger@gmail.com"]) {
    const { status, html } = await visit(applicant("USED", email));
    answers.push({ status, html: html.replaceAll(email, "") });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject({ status: 404 });
});

test("a code that ends before the confirmation says so after the link only", async () => {
  await make("ENDS");
  await visit(applicant("ENDS", "late@x.example"));
  await calls.registrationCodes.update({ id: await idOf("ENDS"), endDate: "2020-12-31" });
  expect(await confirmFor("late@x.example")).toMatchObject({
    status: 409,
    html: expect.stringContaining("This code has expired."),
  });
  expect(await countOf("ENDS")).toBe(0);
});

test("an existing customer keeps the status and the limit that staff gave them", async () => {
  await make("EXISTING", { tags: "New", spendLimit: 500 });
  await createCustomer(shop.localStore.store, DEMO, {
    email: "known@x.example",
    firstName: "Own",
    tags: ["UserType:Student", "Approved", "discount_limit:9"],
  });
  await register(applicant("EXISTING", "known@x.example", { kind: "staff" }));
  expect(await tagsOf("known@x.example")).toEqual([
    "Approved",
    "New",
    "UserType:Student",
    "discount_limit:9",
  ]);
});

const NOT_USABLE = "This code can&#x27;t be used with this email address.";

test("what is wrong is shown at its field, and takes no use", async () => {
  await make("DOMAIN", { emailDomains: ["uni.example", "*.uni.example", "münchen.example"] });
  await make("LATER", { startDate: "2098-01-01" });
  await make("OVER", { endDate: "2020-12-31" });
  const cases = [
    // One answer, so that guessing doesn't find codes that can't be used.
    [applicant("NOPE", "a@x.example"), 404, NOT_USABLE],
    [applicant("LATER", "a@x.example"), 404, NOT_USABLE],
    [applicant("OVER", "a@x.example"), 404, NOT_USABLE],
    [applicant("DOMAIN", "a@myuni.example"), 404, NOT_USABLE],
    [applicant("DOMAIN", "not an address"), 400, "Email not valid."],
    [applicant("DOMAIN", "a@uni.example", { kind: "owner" }), 400, "Choose whether you register"],
  ] as const;
  for (const [form, status, text] of cases) {
    const answer = await visit(form);
    expect(answer).toMatchObject({ status, html: expect.stringContaining(text) });
    expect(answer.html).toContain('value="Ana"');
  }
  for (const code of ["DOMAIN", "LATER", "OVER"]) expect(await countOf(code)).toBe(0);
  const emails = ["a@uni.example", "a@math.uni.example", "a@MÜNCHEN.example", "b@xn--mnchen-3ya.example"];
  for (const email of emails)
    expect((await register(applicant("DOMAIN", email))).html).toContain("You are registered");
  expect(await countOf("DOMAIN")).toBe(4);
  expect((await visit(applicant("DOMAIN", "b@uni.example"), { shop: SECOND })).status).toBe(404);
  expect((await visit(undefined, { secret: "forged" })).status).toBe(400);
});

test("60 concurrent registrations take exactly the 12 uses that a code has", async () => {
  await make("RACE", { maxRegistrationCount: 12 });
  const emails = Array.from({ length: 60 }, (_, index) => `racer${index}@x.example`);
  for (const email of emails) await visit(applicant("RACE", email));
  const tokens = await Promise.all(emails.map(async (email) => (await tokensFor(email))[0] ?? ""));
  const answers = await Promise.all(tokens.map((token) => confirmLast(token)));
  expect(answers.filter(({ html }) => html.includes("You are registered"))).toHaveLength(12);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(48);
  expect(await countOf("RACE")).toBe(12);
  expect(await rowsOf("SELECT 1 FROM code_registrations WHERE address LIKE 'racer%'")).toHaveLength(12);
  const fewer = calls.registrationCodes.update({ id: await idOf("RACE"), maxRegistrationCount: 11 });
  await expect(fewer).rejects.toThrow("the Max Count can't be below 12");
});

test("concurrent registrations of one address take one use", async () => {
  await make("SAME");
  await Promise.all(Array.from({ length: 20 }, () => visit(applicant("SAME", "same@x.example"))));
  const tokens = await tokensFor("same@x.example");
  expect(tokens).toHaveLength(1);
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirmLast(tokens[0] ?? "")));
  expect(answers.some(({ html }) => html.includes("You are registered"))).toBe(true);
  expect(await countOf("SAME")).toBe(1);
});

/** Clicks twice for an address. The second click waits while the first one ends. @returns what the second one opens */
async function clickWhileTheFirstEnds(code: string, email: string) {
  const [{ openCodeRegistration }, { findShop }, { withShop }] = await Promise.all([
    import("~/domain/codes/register/code-registration.server"),
    import("~/platform/auth/shops.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const found = await findShop(DEMO);
  if (!found) throw new Error("The shop isn't installed.");
  const click = () =>
    openCodeRegistration(found, { ...applicant(code, email), kind: "student" as const }, new Date());
  expect(await click()).toMatchObject({ is: "opened" });
  const second = await withShop(DEMO, async (tx) => {
    await tx.$client.query("DELETE FROM open_code_registrations WHERE address = $1", [email]);
    await tx.$client.query(
      `INSERT INTO code_registrations (shop, code_id, address, customer_id, partner_handle, kind, registered_at)
       SELECT shop, id, $1, 1, partner_handle, 'student', now() FROM registration_codes WHERE code = $2`,
      [email, code],
    );
    const waiting = { answer: click() };
    await expect.poll(countWaitingSessions).toBeGreaterThan(0);
    return waiting;
  });
  return second.answer;
}

test("a click that waits while the registration of its address ends takes no other use", async () => {
  await make("WAITS");
  expect(await clickWhileTheFirstEnds("WAITS", "waits@x.example")).toEqual({ is: "registered before" });
  expect(await countOf("WAITS")).toBe(1);
});

test("a click that waits while its address takes the last use of the code is registered", async () => {
  await make("LAST", { maxRegistrationCount: 1 });
  expect(await clickWhileTheFirstEnds("LAST", "last@x.example")).toEqual({ is: "registered before" });
});

test("a click that waits for another one is refused when Shopify refuses that one", async () => {
  await make("OTHER");
  const [{ registerWithCode }, { findShop }, { upstreamFailed }, { liveAdminApi }, { systemClock }] =
    await Promise.all([
      import("~/domain/codes/register/code-form.server"),
      import("~/platform/auth/shops.server"),
      import("~/platform/errors"),
      import("~/connectors/shopify/live.server"),
      import("~/platform/clock"),
    ]);
  const run = async () => {
    // Another process took it over, and Shopify refused it.
    await rowsOf("DELETE FROM open_code_registrations WHERE address = 'other@x.example'");
    throw upstreamFailed("Shopify didn't answer.");
  };
  const found = await findShop(DEMO);
  if (!found) throw new Error("The shop isn't installed.");
  const other = { ...applicant("OTHER", "other@x.example"), kind: "student" as const };
  const tools = { adminApi: { ...liveAdminApi(DEMO), run }, clock: systemClock };
  expect(await registerWithCode(tools, found, other)).toEqual({ is: "refused" });
});

test("a registration that Shopify refuses gives its use back", async () => {
  await make("BACK", { maxRegistrationCount: 1 });
  shop.localStore.store.faults.set(DEMO, { userError: 1 });
  const { status, html } = await register(applicant("BACK", "no@x.example"));
  expect(status).toBe(409);
  expect(html).toContain("the code wasn&#x27;t used");
  expect(await countOf("BACK")).toBe(0);
  shop.localStore.store.faults.reset(DEMO);
  expect((await register(applicant("BACK", "yes@x.example"))).html).toContain("You are registered");
});

test("a registration whose answer is lost is finished by the task, and counts once", async () => {
  await make("LOST");
  const [{ registerWithCode }, { findShop }, { upstreamFailed }, { liveAdminApi }, { systemClock }] =
    await Promise.all([
      import("~/domain/codes/register/code-form.server"),
      import("~/platform/auth/shops.server"),
      import("~/platform/errors"),
      import("~/connectors/shopify/live.server"),
      import("~/platform/clock"),
    ]);
  const run = async () => {
    throw upstreamFailed("Shopify didn't answer.");
  };
  const adminApi = { ...liveAdminApi(DEMO), run };
  const found = await findShop(DEMO);
  if (!found) throw new Error("The shop isn't installed.");
  const lost = { ...applicant("LOST", "lost@x.example"), kind: "student" as const };
  expect(await registerWithCode({ adminApi, clock: systemClock }, found, lost)).toEqual({ is: "pending" });
  expect(await countOf("LOST")).toBe(1);
  const { finishOpenRegistrations } = await import("~/domain/codes/register/run-registration.server");
  await finishOpenRegistrations.run(DEMO, new AbortController().signal);
  expect(await countOf("LOST")).toBe(1);
  expect(await tagsOf("lost@x.example")).toEqual(["Pending", "UserType:Student"]);
  expect(await rowsOf("SELECT 1 FROM open_code_registrations")).toEqual([]);
});

test("erasure removes who registered, and keeps the count", async () => {
  await make("ERASED");
  await register(applicant("ERASED", "gone.forever@x.example"));
  const [row] = await rowsOf<{ customer_id: string }>(
    "SELECT customer_id FROM code_registrations WHERE address = 'gone.forever@x.example'",
  );
  const { redactCustomer } = await import("../../support/erasure.ts");
  await redactCustomer(DEMO, { id: Number(row?.customer_id), email: "gone.forever@x.example", phone: null });
  expect(await countOf("ERASED")).toBe(1);
  const { findText } = await import("../../guarantees/support/tables.ts");
  expect(await findText("gone.forever")).toEqual([]);
});

const idOf = async (code: string) => (await calls.registrationCodes.list({ search: code })).list[0]?.id ?? 0;
