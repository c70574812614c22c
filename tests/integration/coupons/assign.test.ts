/** Paid orders that get coupons, their emails, the orders that redeem them, and the calls that show it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { createDiscount } from "../../../local-store/discounts/create-discount.ts";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { cancelOrder } from "../../../local-store/orders/refund-order.ts";
import { activity } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { outbox } from "../../support/outbox.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { type Calls, work } from "../imports/support.ts";
import { sendDue } from "../mail/support.ts";
import {
  addCodes,
  createPool,
  fillWaiting,
  mails,
  mirrorOrders,
  placePaidOrder,
  sendCodes,
} from "./support.ts";

let shop: TestShop;
let calls: Calls;
let customerId: number;

beforeAll(async () => {
  shop = await openTestShop("coupon_assign");
  calls = await signedInCalls(shop);
  const { customer } = await createCustomer(shop.localStore.store, DEMO, {
    firstName: "Ana",
    email: "ana@example.com",
    tags: ["vip"],
  });
  customerId = customer?.id ?? 0;
  const { customersMirror } = await import("~/domain/customers/mirror.server");
  await customersMirror.readIntoMirror(DEMO, [customerId], { priority: "bulk" });
});
afterAll(() => shop.close());

const order = async (totalCents: number, discountCode?: string): Promise<string> =>
  String(await placePaidOrder(shop, { customerId, totalCents, discountCode }));

const codeOf = async (orderId: string) =>
  (await calls.coupons.list({ used: "used" })).data.results.find(({ OrderId }) => OrderId === orderId);

test("a paid order gets one coupon by email, and the order that redeems it is shown", async () => {
  // The end of December 31 in the shop's time zone.
  const endsAt = "2099-01-01T05:00:00Z";
  const pool = await createPool(calls, "Thanks", { tag: "VIP", minimum: "10", endsAt });
  await addCodes(calls, pool.id, ["T-1", "T-2", "T-3"]);
  const small = await order(999);
  const first = await order(1_000);
  expect(await codeOf(small)).toBeUndefined();
  const coupon = await codeOf(first);
  expect(coupon).toMatchObject({
    CouponCode: "T-1",
    Used: true,
    OrderId: first,
    AssignDate: expect.stringMatching(/^\d{4}-.*Z$/),
    orderName: "#1002",
    pool: "Thanks",
    mailState: "queued",
    redeemedAt: null,
  });
  expect(await mails()).toMatchObject([
    {
      to: "ana@example.com",
      text: expect.stringMatching(/Hello Ana,.*#1002.*10% off.*T-1.*until 12\/31\/2098\./s),
    },
  ]);
  const second = await order(5_000, "t-1");
  expect(await codeOf(first)).toMatchObject({ redeemedOrderId: second, redeemedOrderName: "#1003" });
  expect((await codeOf(second))?.CouponCode).toBe("T-2");
});

test("a rule says how many orders it would have emailed, before it emails any", async () => {
  const preview = async (rule: object) => (await calls.coupons.previewRule(rule)).orders;
  const before = (await mails()).length;
  expect(await preview({ tag: "VIP", minimum: "10" })).toBe(2);
  expect(await preview({ tag: "VIP", minimum: "10.01" })).toBe(1);
  expect(await preview({ tag: "unused" })).toBe(0);
  expect(await calls.coupons.previewRule({})).toEqual({
    orders: 3,
    text: "In the last 30 days, 3 orders would have got a coupon by email. Only orders from now on do.",
  });
  expect(await calls.coupons.previewRule({ product: "no-such-product" })).toEqual({
    orders: null,
    text: "No product has this SKU, handle or number. Check it.",
  });
  expect((await mails()).length).toBe(before);
});

test("the email is sent again to the order's address, once per request", async () => {
  const [row] = (await calls.coupons.list({ search: "t-1" })).data.results;
  const before = (await mails()).length;
  const request = { id: row?.OrderId ?? "", operationId: "resend-1" };
  expect(await calls.coupons.resend(request)).toEqual({ message: "Email sent successfully." });
  expect(await calls.coupons.resend(request)).toEqual({ message: "Email sent successfully." });
  expect(await mails()).toHaveLength(before + 1);
  expect(await activity("coupon pool.coupon resent")).toHaveLength(1);
  await expect(calls.coupons.resend({ id: "999" })).rejects.toMatchObject({ status: 404 });
});

test("the list is paged, searched and exported as coupons", async () => {
  const { data, total, total_pages, per_page } = await calls.coupons.list({ per_page: 2 });
  expect([data.results.length, total, total_pages, per_page]).toEqual([2, 3, 2, 2]);
  expect(data.results.map(({ CouponCode }) => CouponCode)).toEqual(["T-2", "T-1"]);
  const codes = async (filter: Parameters<Calls["coupons"]["export"]>[0]) =>
    (await calls.coupons.export(filter)).data.results.map(({ CouponCode }) => CouponCode);
  expect(await codes({ search: "#1002" })).toEqual(["T-1"]);
  expect(await codes({ used: "not used" })).toEqual(["T-3"]);
  expect((await calls.coupons.export({ search: "T-3" })).data.results).toEqual([
    { CouponCode: "T-3", Used: false, OrderId: null, AssignDate: null },
  ]);
  const { data: sheet, fileName } = await calls.exports.coupons.rows({ query: { used: "used" }, body: {} });
  expect(fileName).toMatch(/^Coupons_\d{8}T\d{6}Z\.xlsx$/);
  expect(sheet[0]).toMatchObject({
    "Coupon Code": "T-2",
    Used: "Used",
    "Assigned Date": expect.stringMatching(/^\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}$/),
  });
  const second = await signedInCalls(shop, "1", SECOND);
  expect((await second.coupons.list({})).total).toBe(0);
});

test("the page's Filtered Data has the coupons of the selected pool", async () => {
  const [{ answerCall }, { couponTexts }] = await Promise.all([
    import("~/core/answer-call.server"),
    import("~/functions/coupons/page.server"),
  ]);
  const [thanks] = (await calls.coupons.poolNames()).rows;
  const other = await createPool(calls, "No codes", { assigns: false });
  const codesOf = async (pool = "") => {
    const input = { query: { sort: "code asc", pool: Number(pool), used: "all" }, body: { searchValue: "" } };
    const { value } = await answerCall(calls, couponTexts, { call: "exports.coupons.rows", input });
    const { data, frame } = JSON.parse(value as string);
    expect(frame.report.lines).toContain(`Pool ${pool}`);
    return data.map((row: Record<string, unknown>) => row["Coupon Code"]);
  };
  expect(await codesOf(thanks?.id)).toEqual(["T-1", "T-2", "T-3"]);
  expect(await codesOf(other.id)).toEqual([]);
});

test("date_from and date_to keep the coupons that were assigned between them", async () => {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `UPDATE coupon_codes SET assigned_at = timestamptz '2026-03-01T00:00:00Z' + (id - (SELECT min(id) FROM coupon_codes)) * interval '1 day'
      WHERE state = 'assigned'`,
  );
  const codes = async (days: { date_from?: string; date_to?: string }) =>
    (await calls.coupons.list(days)).data.results.map(({ CouponCode }) => CouponCode);
  // T-1 was assigned on March 1, T-2 on March 2, T-3 not at all.
  expect(await codes({})).toEqual(["T-2", "T-1", "T-3"]);
  expect(await codes({ date_from: "2026-03-02T00:00:00Z" })).toEqual(["T-2"]);
  expect(await codes({ date_to: "2026-03-01T23:59:59Z" })).toEqual(["T-1"]);
  expect(await codes({ date_from: "2026-03-01", date_to: "2026-03-02" })).toEqual(["T-2", "T-1"]);
  expect(await codes({ date_from: "2026-03-03" })).toEqual([]);
  await expect(codes({ date_from: "03/02/2026" })).rejects.toMatchObject({ status: 400 });
  // The page's fields.
  const { readCouponsPage } = await import("~/functions/coupons/page.server");
  const page = (query: string) => readCouponsPage(new URL(`https://app.example/coupons?${query}`), calls);
  const shown = await page("date_from=2026-03-02&date_to=2026-03-02");
  expect(shown.days).toEqual({ start: "2026-03-02", end: "2026-03-02" });
  expect(shown.result.rows.map(({ CouponCode }) => CouponCode)).toEqual(["T-2"]);
  expect(await page("date_from=2026-03-03&date_to=2026-03-02")).toMatchObject({
    problem: "The start date is after the end date.",
    result: { rows: [] },
  });
  const { data } = await calls.coupons.export({ date_to: "2026-03-01" });
  expect(data.results.map(({ CouponCode }) => CouponCode)).toEqual(["T-1"]);
  const sheet = await calls.exports.coupons.rows({ query: { date_from: "2026-03-02" }, body: {} });
  expect(sheet.data.map((row) => row["Coupon Code"])).toEqual(["T-2"]);
  // In New York.
  expect(sheet.data[0]?.["Assigned Date"]).toBe("03-01-2026 19:00:00");
});

test("the owner is notified once that the discount of a pool ends within a week", async () => {
  const { warnOfExpiry } = await import("~/functions/coupons/tasks.server");
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const alert = { alertTo: "expiry@example.com" };
  const { parseInputDateTime } = await import("~/platform/dates/input-date-time");
  const { formatUsDate } = await import("~/platform/dates/date-text");
  const [lastDay, nextDay] = [4, 5].map((days) => formatUsDate(inDays(days).slice(0, 10)));
  const midnight = parseInputDateTime(`${nextDay} 12:00:00 AM`, "America/New_York", "start");
  await createPool(calls, "Ends soon", { ...alert, endsAt: midnight?.toISOString() });
  await createPool(calls, "Ends later", { ...alert, endsAt: inDays(9) });
  await createPool(calls, "Assigns nothing", { ...alert, endsAt: inDays(6), assigns: false });
  await createPool(calls, "Endless", alert);
  const warn = () => warnOfExpiry.run(DEMO, new AbortController().signal);
  await warn();
  await warn();
  const warnings = (await mails()).filter(({ to }) => to === "expiry@example.com");
  expect(warnings.map(({ subject }) => subject)).toEqual([
    `The coupons of Ends soon can be used until ${lastDay}`,
  ]);
});

test.each([
  ["another end", "ends_at = ends_at + interval '1 day'", /^The end of the pool's discount was changed/],
  ["no end", "ends_at = NULL", /^The end of the pool's discount was changed/],
  ["ended", "ends_at = now()", /had ended before/],
  ["been archived", "archived_at = now()", /^The coupon pool was archived/],
])("the email that a pool ends isn't sent when it waits and the pool has %s", async (name, set, problem) => {
  const [{ warnOfExpiry }, { withShop }] = await Promise.all([
    import("~/functions/coupons/tasks.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const to = `${name.replaceAll(" ", "-")}@ends.example`;
  const endsAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const { id } = await createPool(calls, `Has ${name}`, { alertTo: to, endsAt });
  const warn = () => warnOfExpiry.run(DEMO, new AbortController().signal);
  await warn();
  await withShop(DEMO, (tx) => tx.$client.query(`UPDATE coupon_pools SET ${set} WHERE id = $1`, [id]));
  await sendDue();
  expect(await outbox({ to })).toMatchObject([{ state: "failed", problem: expect.stringMatching(problem) }]);
  // Another end has an email of its own.
  await warn();
  await sendDue();
  expect(await outbox({ to })).toHaveLength(name === "another end" ? 2 : 1);
});

test("an order that finds no free coupon waits for one, and the level is reported once", async () => {
  const pool = await createPool(calls, "Short", {
    tag: "short",
    alertLevel: 1,
    alertTo: "stock@example.com",
  });
  const id = Number(pool.id);
  await addCodes(calls, pool.id, ["S-1", "S-2"]);
  const short = () => placePaidOrder(shop, { customerId, totalCents: 500, tags: ["short"] });
  const alerts = async () => (await mails()).filter(({ to }) => to === "stock@example.com");
  const first = await short();
  expect(await alerts()).toMatchObject([{ subject: "Free coupons left in Short: 1" }]);
  // Shopify repeats webhooks, and rebuilds of the mirror report each order again.
  await mirrorOrders(first, await short(), first);
  await short();
  expect(await calls.coupons.pool({ id })).toMatchObject({ free: 0, assigned: 2, waiting: 1 });
  await addCodes(calls, pool.id, ["S-3", "S-4", "S-5", "S-6"]);
  await fillWaiting();
  const filled = { free: 3, waiting: 0, perDay: 3 };
  expect(await calls.coupons.pool({ id })).toMatchObject({ ...filled, runsOutAt: expect.any(String) });
  // A pool that ends before doesn't run out.
  const { withShop } = await import("~/platform/db/with-shop.server");
  const endsIn = (interval: string | null) =>
    withShop(DEMO, (tx) =>
      tx.$client.query("UPDATE coupon_pools SET ends_at = now() + $2::interval WHERE id = $1", [
        id,
        interval,
      ]),
    );
  await endsIn("1 hour");
  expect(await calls.coupons.pool({ id })).toMatchObject({ ...filled, runsOutAt: null });
  await endsIn(null);
  expect((await mails()).at(-1)).toMatchObject({ to: "ana@example.com", text: expect.stringMatching(/S-3/) });
  expect(await alerts()).toHaveLength(1);
});

test("a use that no webhook reported is found in Shopify's counts", async () => {
  const { store } = shop.localStore;
  await placeOrder(store, DEMO, { customerId, totalCents: 700, discountCode: "S-4" });
  // Shopify's counts lag behind orders.
  await store.pool.query("UPDATE discount_uses SET used_at = used_at - interval '1 minute'");
  const { readUsageOfPools } = await import("~/functions/coupons/discount.server");
  await readUsageOfPools.run(DEMO, new AbortController().signal);
  const [row] = (await calls.coupons.list({ search: "S-4" })).data.results;
  expect(row).toMatchObject({ Used: false, redeemedAt: expect.any(String), redeemedOrderId: null });
  const pools = (await calls.coupons.pools()).rows;
  expect(pools.find(({ name }) => name === "Short")).toMatchObject({ free: 2, redeemed: 1 });
});

const createOtherDiscount = (code: string) =>
  createDiscount(shop.localStore.store, DEMO, {
    title: "Older",
    code,
    percentage: null,
    amountCents: 500,
    oncePerCustomer: false,
    usageLimit: null,
    startsAt: new Date(),
    endsAt: null,
  });

test("a use of another discount's code isn't one of the code that Shopify refused for the pool", async () => {
  const { discount } = await createOtherDiscount("OLD-1");
  const pool = await createPool(calls, "Newer", { assigns: false });
  const id = Number(pool.id);
  await addCodes(calls, pool.id, ["NEW-1", "OLD-1"]);
  await order(5_000, "OLD-1");
  expect(await calls.coupons.pool({ id })).toMatchObject({ free: 1, redeemed: 0 });
  // A row with such a use can be uploaded again once the code is free.
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    "UPDATE coupon_codes SET redeemed_at = now(), redeemed_order_id = 1, usage_count = 1 WHERE code = 'OLD-1'",
  );
  await shop.localStore.store.pool.query("DELETE FROM discounts WHERE id = $1", [discount?.id]);
  await addCodes(calls, pool.id, ["OLD-1"]);
  expect(await calls.coupons.pool({ id })).toMatchObject({ free: 2, redeemed: 0 });
});

test("a use of a code whose addition isn't known counts once the pool's discount has the code", async () => {
  await createOtherDiscount("WAIT-2");
  const pool = await createPool(calls, "Waits", { assigns: false });
  const counts = () => calls.coupons.pool({ id: Number(pool.id) });
  await addCodes(calls, pool.id, ["WAIT-1", "WAIT-2"]);
  expect(await counts()).toMatchObject({ free: 1, redeemed: 0 });
  // As after an answer that was lost.
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE coupon_codes SET state = 'waiting' WHERE code LIKE 'WAIT-%'");
  await order(5_000, "WAIT-1");
  await order(5_000, "WAIT-2");
  await sendCodes();
  expect(await counts()).toMatchObject({ free: 0, redeemed: 1 });
  const [row] = (await calls.coupons.list({ search: "WAIT-1" })).data.results;
  expect(row?.redeemedOrderName).toMatch(/^#/);
});

test("an order that is canceled while it waits for a coupon gets none", async () => {
  const pool = await createPool(calls, "Canceled", { tag: "canceled" });
  const id = Number(pool.id);
  const waits = await placePaidOrder(shop, { customerId, tags: ["canceled"] });
  expect(await calls.coupons.pool({ id })).toMatchObject({ assigned: 0, waiting: 1 });
  await cancelOrder(shop.localStore.store, DEMO, waits);
  await mirrorOrders(waits);
  await addCodes(calls, pool.id, ["CANCELED-1"]);
  await fillWaiting();
  expect(await calls.coupons.pool({ id })).toMatchObject({ free: 1, assigned: 0, waiting: 0 });
});

test("an order that is refunded while it waits for a coupon gets none", async () => {
  const pool = await createPool(calls, "Refunded", { tag: "refunded" });
  const id = Number(pool.id);
  const waits = await placePaidOrder(shop, { customerId, tags: ["refunded"] });
  expect(await calls.coupons.pool({ id })).toMatchObject({ waiting: 1 });
  await shop.localStore.store.pool.query("UPDATE orders SET financial_status = 'REFUNDED' WHERE id = $1", [
    waits,
  ]);
  await mirrorOrders(waits);
  await addCodes(calls, pool.id, ["REFUNDED-1"]);
  await fillWaiting();
  expect(await calls.coupons.pool({ id })).toMatchObject({ free: 1, assigned: 0, waiting: 0 });
});

test("a pool whose discount was deleted in Shopify ends, and its recipient is notified once", async () => {
  const alertTo = "deleted@example.com";
  const pool = await createPool(calls, "Deleted", { tag: "deleted", alertTo });
  const id = Number(pool.id);
  await addCodes(calls, pool.id, ["D-1"]);
  const { discountId } = await calls.coupons.pool({ id });
  await shop.localStore.store.pool.query("DELETE FROM discounts WHERE id = $1", [discountId]);
  const { readUsageOfPools } = await import("~/functions/coupons/discount.server");
  await readUsageOfPools.run(DEMO, new AbortController().signal);
  await readUsageOfPools.run(DEMO, new AbortController().signal);
  expect(await calls.coupons.pool({ id })).toMatchObject({ endsAt: expect.any(String), free: 1 });
  await placePaidOrder(shop, { customerId, tags: ["deleted"] });
  expect(await calls.coupons.pool({ id })).toMatchObject({ free: 1, assigned: 0, waiting: 0 });
  expect((await mails()).filter(({ to }) => to === alertTo)).toMatchObject([
    { subject: "The discount of Deleted was deleted in Shopify" },
  ]);
  expect(await activity("coupon pool.discount deleted")).toMatchObject([{ subject: { id: pool.id } }]);
});

test("an older reading doesn't reopen a pool whose discount was found deleted", async () => {
  const pool = await createPool(calls, "Reopened", { assigns: false });
  await addCodes(calls, pool.id, ["REOPENED-1"]);
  const id = Number(pool.id);
  const read = { id, discountNumber: Number((await calls.coupons.pool({ id })).discountId) };
  const [{ readUsage }, { endPool }, { withShop }] = await Promise.all([
    import("~/functions/coupons/discount.server"),
    import("~/functions/coupons/pool.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const reading = await withShop(DEMO, async (tx) => {
    await endPool(tx, DEMO, read);
    const waiting = { end: readUsage(DEMO, read, undefined) };
    await expect.poll(countWaitingSessions).toBeGreaterThan(0);
    return waiting;
  });
  await reading.end;
  expect(await calls.coupons.pool({ id })).toMatchObject({ endsAt: expect.any(String) });
});

test("a script adds codes to the shop's only pool, or to the one that it names", async () => {
  const excelData = [{ CouponCode: "X-1" }];
  const upload = (pool?: number) => calls.imports.importCoupons({ headers: {}, body: { excelData, pool } });
  await expect(upload()).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/Thanks/) });
  const [pool] = (await calls.coupons.pools()).rows;
  const { jobId, accepted } = await upload(Number(pool?.id));
  const [items] = await Promise.all([work(jobId ?? ""), sendCodes()]);
  expect([accepted, items[0]?.state]).toEqual([1, "done"]);
});
