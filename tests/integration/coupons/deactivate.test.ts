/** A coupon that is deactivated and activated again, a pool that is archived and restored, and the test email of a pool. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { signedInCalls } from "../../support/calls.ts";
import { outbox } from "../../support/outbox.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { refusalOf } from "../console/two-shops.ts";
import { rowsInFile } from "../exports/support.ts";
import { type Calls, rowsOf, undo, work } from "../imports/support.ts";
import { sendDue } from "../mail/support.ts";
import {
  addCodes,
  checkCodes,
  codesInStore,
  createPool,
  fillWaiting,
  mails,
  placePaidOrder,
  sendCodes,
} from "./support.ts";

let shop: TestShop;
let calls: Calls;
let customerId: number;

beforeAll(async () => {
  shop = await openTestShop("coupon_activity");
  calls = await signedInCalls(shop);
  const { customer } = await createCustomer(shop.localStore.store, DEMO, {
    email: "cora@example.com",
    firstName: "Cora",
  });
  customerId = customer?.id ?? 0;
});
afterAll(() => shop.close());

const find = async (code: string) => {
  const { data } = await calls.coupons.list({ search: code });
  const coupon = data.results.find(({ CouponCode }) => CouponCode === code);
  if (!coupon) throw new Error(`The list has no coupon ${code}.`);
  return coupon;
};
const activityOf = async (code: string) => (await find(code)).activity;
const inStore = async (prefix: string) =>
  (await codesInStore(shop)).filter((text) => text.startsWith(prefix));

test("a free coupon that is deactivated isn't handed out, and can be activated again", async () => {
  const pool = await createPool(calls, "Switch", { tag: "switch" });
  await addCodes(calls, pool.id, ["SW-1"]);
  const { id } = await find("SW-1");
  const deactivation = { id, code: "SW-1", isUsed: false, isUndoable: true, deletedBy: "Olivia Owner" };
  expect(await calls.coupons.deactivate({ id })).toEqual(deactivation);
  expect(await activityOf("SW-1")).toBe("deactivating");
  await sendCodes();
  expect(await activityOf("SW-1")).toBe("deactivated");
  expect(await inStore("Switch")).toEqual([]);
  // Twice is as once.
  expect(await calls.coupons.deactivate({ id })).toEqual(deactivation);
  expect(await calls.coupons.pool({ id: Number(pool.id) })).toMatchObject({ free: 0 });
  expect(
    (await calls.coupons.list({ used: "deactivated" })).data.results.map((one) => one.CouponCode),
  ).toEqual(["SW-1"]);
  expect((await calls.coupons.list({ used: "not used", search: "SW-" })).data.results).toEqual([]);

  await placePaidOrder(shop, { customerId, tags: ["switch"] });
  expect(await find("SW-1")).toMatchObject({ Used: false, OrderId: null });
  expect(await calls.coupons.pool({ id: Number(pool.id) })).toMatchObject({ waiting: 1 });
  await calls.coupons.activate({ id });
  expect(await activityOf("SW-1")).toBe("activating");
  await sendCodes();
  await fillWaiting();
  expect(await find("SW-1")).toMatchObject({ activity: "active", Used: true });
  expect(await inStore("Switch")).toEqual(["Switch: SW-1"]);
});

test("an order's coupon is deactivated in Shopify, isn't sent again, and is the order's after it is activated", async () => {
  const pool = await createPool(calls, "Ordered", { tag: "ordered" });
  await addCodes(calls, pool.id, ["OR-1"]);
  const order = await placePaidOrder(shop, { customerId, tags: ["ordered"] });
  const { id, OrderId } = await find("OR-1");
  expect(OrderId).toBe(String(order));
  await calls.coupons.deactivate({ id });
  await sendCodes();
  expect(await inStore("Ordered")).toEqual([]);
  expect(await refusalOf(calls.coupons.resend({ id: order }))).toMatchObject({
    status: 409,
    message: expect.stringContaining("is deactivated. Activate it"),
  });
  await calls.coupons.activate({ id });
  await sendCodes();
  expect(await find("OR-1")).toMatchObject({ activity: "active", Used: true, OrderId: String(order) });
  expect(await inStore("Ordered")).toEqual(["Ordered: OR-1"]);
});

test("a coupon that a customer used isn't usable once more after it is activated again", async () => {
  const pool = await createPool(calls, "Spent", { tag: "spent" });
  await addCodes(calls, pool.id, ["SP-1"]);
  await placePaidOrder(shop, { customerId, tags: ["spent"] });
  await placePaidOrder(shop, { customerId, discountCode: "SP-1" });
  const { id } = await find("SP-1");
  expect(await calls.coupons.deactivate({ id })).toMatchObject({ isUsed: true });
  await sendCodes();
  expect(await refusalOf(calls.coupons.activate({ id }))).toMatchObject({
    status: 409,
    message: expect.stringContaining("A customer has used the code SP-1"),
  });
  await sendCodes();
  expect(await inStore("Spent")).toEqual([]);
});

/** Sends the emails that are due, as far as the outbox lets them. @returns what they are about */
async function sendMails(): Promise<string[]> {
  const [{ claimNextMail, recordSent }, { app }] = await Promise.all([
    import("~/core/mail/outbox.server"),
    import("../../support/app.ts"),
  ]);
  const keys: string[] = [];
  for (;;) {
    const claimed = await claimNextMail(DEMO, app.declarations.mailTexts);
    if (!claimed || !("mail" in claimed)) return keys;
    await recordSent(claimed.mail);
    keys.push(claimed.mail.key);
  }
}

test("the email of a coupon waits while it is deactivated", async () => {
  const pool = await createPool(calls, "Mailed", { tag: "mailed" });
  await addCodes(calls, pool.id, ["MA-1", "MA-2"]);
  await sendMails();
  for (const _order of [1, 2]) await placePaidOrder(shop, { customerId, tags: ["mailed"] });
  const [one, two] = [await find("MA-1"), await find("MA-2")];
  for (const { id } of [one, two]) await calls.coupons.deactivate({ id });
  expect(await sendMails()).toEqual([]);
  expect(await find("MA-1")).toMatchObject({
    mailState: "failed",
    mailProblem: expect.stringContaining("The coupon was deactivated before this email was sent."),
  });
  // Undone before Shopify was asked.
  await calls.coupons.activate({ id: one.id });
  expect(await sendMails()).toEqual([`coupon:${one.id}`]);
  await sendCodes();
  await calls.coupons.activate({ id: two.id });
  expect(await sendMails()).toEqual([]);
  await sendCodes();
  expect(await sendMails()).toEqual([`coupon:${two.id}`]);
});

test("the coupon of a discount that has ended isn't sent, nor sent again", async () => {
  const pool = await createPool(calls, "Over", { tag: "over" });
  await addCodes(calls, pool.id, ["OV-1"]);
  await sendMails();
  const order = await placePaidOrder(shop, { customerId, tags: ["over"] });
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE coupon_pools SET ends_at = now() WHERE id = $1", [pool.id]);
  expect(await sendMails()).toEqual([]);
  expect(await find("OV-1")).toMatchObject({
    mailState: "failed",
    mailProblem: expect.stringContaining("The discount of this coupon had ended"),
  });
  expect(await refusalOf(calls.coupons.resend({ id: order }))).toMatchObject({
    status: 409,
    message: expect.stringContaining("The discount of this order's coupon has ended"),
  });
});

test("undone before Shopify was asked, nothing was deleted", async () => {
  const pool = await createPool(calls, "Soon", { assigns: false });
  await addCodes(calls, pool.id, ["SO-1"]);
  const { id } = await find("SO-1");
  await calls.coupons.deactivate({ id });
  await calls.coupons.activate({ id });
  expect(await activityOf("SO-1")).toBe("active");
  await sendCodes();
  expect(await inStore("Soon")).toEqual(["Soon: SO-1"]);
});

test("a coupon that Shopify doesn't delete stays active, and says why", async () => {
  const pool = await createPool(calls, "Kept", { assigns: false });
  await addCodes(calls, pool.id, ["KE-1"]);
  const { id } = await find("KE-1");
  await calls.coupons.deactivate({ id });
  await refuseDeletion();
  expect(await find("KE-1")).toMatchObject({
    activity: "active",
    problem: "An internal error occurred. Please try again.",
  });
});

test("a file with a deactivated code is refused, and undoing its own file removes it", async () => {
  const pool = await createPool(calls, "Filed", { assigns: false });
  const { id: run } = await addCodes(calls, pool.id, ["FI-1", "FI-2"]);
  await calls.coupons.deactivate({ id: (await find("FI-1")).id });
  await sendCodes();
  const [row] = await rowsOf(calls, (await checkCodes(calls, pool.id, ["fi-1"])).id);
  expect(row?.problems[0]?.sentence).toContain("is deactivated. Activate it under Coupons");
  // Codes are marked for removal one row after the other.
  const sendUntilRemoved = async () => {
    while ((await inStore("Filed")).length > 0) await sendCodes();
  };
  await Promise.all([undo(calls, run), sendUntilRemoved()]);
  expect((await calls.coupons.list({ search: "FI-" })).data.results).toEqual([]);
  expect(await inStore("Filed")).toEqual([]);
  const { jobId } = await calls.imports.writeRowsFile({ id: run, which: "all" });
  await work(jobId);
  const { file } = await calls.jobs.detail({ id: jobId });
  expect((await rowsInFile(file?.id ?? "")).slice(1).map((cells) => cells[2])).toEqual(["Undone", "Undone"]);
});

test("undoing a file keeps a deactivated code that a customer used, which no file adds again", async () => {
  const pool = await createPool(calls, "Handed out", { assigns: false });
  const { id: run } = await addCodes(calls, pool.id, ["HO-1"]);
  await placePaidOrder(shop, { customerId, discountCode: "HO-1" });
  await calls.coupons.deactivate({ id: (await find("HO-1")).id });
  await sendCodes();
  await undo(calls, run);
  const [row] = await rowsOf(calls, (await checkCodes(calls, pool.id, ["HO-1"])).id);
  expect(row?.problems[0]?.sentence).toContain("is deactivated");
  expect(await inStore("Handed out")).toEqual([]);
});

test("an archived pool serves no order and takes no code, and serves again when it is restored", async () => {
  const pool = await createPool(calls, "Past", { tag: "past", alertLevel: 5 });
  const id = Number(pool.id);
  await addCodes(calls, pool.id, ["PA-1"]);
  // Its discount was created with the code.
  const { version } = await calls.coupons.pool({ id });
  await placePaidOrder(shop, { customerId, tags: ["past"] });
  await placePaidOrder(shop, { customerId, tags: ["past"] });
  const waiting = async () => {
    const { lines } = await calls.desk.open();
    return lines.filter(({ name }) => name.startsWith("coupon-")).map(({ name, count }) => [name, count]);
  };
  expect(await waiting()).toEqual(
    expect.arrayContaining([
      ["coupon-orders-waiting", 1],
      ["coupon-pools-low", 1],
    ]),
  );
  expect(await calls.coupons.archivePool({ id })).toMatchObject({
    archivedAt: expect.any(String),
    waiting: 1,
  });
  expect(await waiting()).toEqual([]);
  expect(await calls.coupons.archivePool({ id })).toMatchObject({ version: version + 1 });
  expect((await calls.coupons.poolNames()).rows.find(({ name }) => name === "Past")).toMatchObject({
    isArchived: true,
  });
  await placePaidOrder(shop, { customerId, tags: ["past"] });
  expect(await calls.coupons.pool({ id })).toMatchObject({ waiting: 1 });
  const refused = [
    () => calls.coupons.generate({ id, pattern: "PA-######", count: 1 }),
    () => calls.coupons.changePool({ id, version: version + 1, name: "Past", percent: 10 }),
  ];
  for (const call of refused)
    expect(await refusalOf(call())).toMatchObject({
      status: 409,
      message: "The pool Past is archived. Restore it under Archived pools first.",
    });
  expect(await calls.coupons.restorePool({ id })).toMatchObject({ archivedAt: null });
  await addCodes(calls, pool.id, ["PA-2"]);
  await fillWaiting();
  expect(await find("PA-2")).toMatchObject({ Used: true });
  await addCodes(calls, pool.id, ["PA-3"]);
  const free = async () => Number.parseInt((await calls.coupons.figure()).text, 10);
  const before = await free();
  await calls.coupons.archivePool({ id });
  expect(await free()).toBe(before - 1);
});

test("a pool that is archived while its orders are served gives no more coupons", async () => {
  const pool = await createPool(calls, "Halted", { tag: "halted" });
  const id = Number(pool.id);
  await placePaidOrder(shop, { customerId, tags: ["halted"] });
  await placePaidOrder(shop, { customerId, tags: ["halted"] });
  await addCodes(calls, pool.id, ["HA-1", "HA-2"]);
  const { counters } = shop.localStore.store;
  const request = counters.request.bind(counters);
  let archived: Promise<unknown> | undefined;
  counters.request = (domain, operation) => {
    request(domain, operation);
    if (operation === "OrderContact") archived ??= calls.coupons.archivePool({ id });
  };
  shop.localStore.store.faults.setFor(DEMO, "OrderContact", { latencyMs: 500 });
  await fillWaiting();
  counters.request = request;
  shop.localStore.store.faults.setFor(DEMO, "OrderContact", { latencyMs: 0 });
  await archived;
  expect(await calls.coupons.pool({ id })).toMatchObject({ waiting: 2, free: 2 });
});

test("an order's coupon that Shopify didn't add again is no other pool's, and stays when its file is undone", async () => {
  const pool = await createPool(calls, "Refused", { tag: "refused" });
  const { id: run } = await addCodes(calls, pool.id, ["RE-1", "RE-2"]);
  const order = await placePaidOrder(shop, { customerId, tags: ["refused"] });
  const { id } = await find("RE-1");
  await calls.coupons.deactivate({ id });
  await sendCodes();
  const { faults } = shop.localStore.store;
  await calls.coupons.activate({ id });
  faults.setFor(DEMO, "DiscountCodesBulkAdd", { userError: 1 });
  await sendCodes();
  faults.setFor(DEMO, "DiscountCodesBulkAdd", { userError: 0 });
  expect(await activityOf("RE-1")).toBe("refused");
  const other = await createPool(calls, "Other", { assigns: false });
  const [row] = await rowsOf(calls, (await checkCodes(calls, other.id, ["re-1"])).id);
  expect(row?.problems[0]?.sentence).toContain("is deactivated. Activate it under Coupons");
  const sendUntilRemoved = async () => {
    while ((await inStore("Refused")).length > 0) await sendCodes();
  };
  await Promise.all([undo(calls, run), sendUntilRemoved()]);
  expect(await find("RE-1")).toMatchObject({ OrderId: String(order), activity: "refused" });
});

test("a pool's email is sent to the caller as a test, once, and uses no coupon", async () => {
  const pool = await createPool(calls, "Sample", { assigns: false, endsAt: "2099-12-31T23:59:59Z" });
  const id = Number(pool.id);
  const earlier = (await mails()).length;
  for (let times = 0; times < 2; times += 1)
    expect(await calls.coupons.testEmail({ id, operationId: "test-email-1" })).toEqual({
      to: "olivia@backroom-demo.example",
    });
  const [mail, ...others] = (await mails()).slice(earlier);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: "olivia@backroom-demo.example",
    subject: expect.stringMatching(/^\[Test\] /),
  });
  expect(mail?.text).toContain("10% off");
  expect(mail?.text).toContain("It can be used until 12/31/2099.");
  expect((await refusalOf(calls.coupons.testEmail({ id: 999_999 }))).status).toBe(404);
});

test.each([
  ["was undone immediately", "Undone", (id: string) => calls.coupons.activate({ id: Number(id) })],
  ["Shopify refused", "Stuck", refuseDeletion],
])("a pool's level is reported again after a deactivation that %s", async (_what, name, restore) => {
  const to = `${name}@level.example`;
  const pool = await createPool(calls, name, { tag: name, alertLevel: 1, alertTo: to });
  await addCodes(calls, pool.id, [`${name}-1`, `${name}-2`]);
  const { id } = await find(`${name}-1`);
  const alerts = async () => (await mails()).filter((mail) => mail.to === to).length;
  await calls.coupons.deactivate({ id });
  expect(await alerts()).toBe(1);
  await restore(id);
  expect(await activityOf(`${name}-1`)).toBe("active");
  // The first one still waits, and isn't true any longer.
  await sendDue();
  expect(await outbox({ to })).toMatchObject([
    { state: "failed", problem: "The pool had enough free codes again before this email was sent." },
  ]);
  await calls.coupons.deactivate({ id });
  expect(await alerts()).toBe(2);
});

async function refuseDeletion(): Promise<void> {
  const { faults } = shop.localStore.store;
  faults.setFor(DEMO, "DiscountCodesDelete", { userError: 1 });
  await sendCodes();
  faults.setFor(DEMO, "DiscountCodesDelete", { userError: 0 });
}
