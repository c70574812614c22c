/** What can be changed of a pool. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { slug } from "~/platform/sheets/spreadsheet";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { createDiscount } from "../../../local-store/discounts/create-discount.ts";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { addMirroredProduct } from "../bulkprice/support.ts";
import { type Calls, undo } from "../imports/support.ts";
import { addCodes, createPool, mails, mirrorOrders, sendCodes } from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("coupon_pool_changes");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

test("a pool's rule and level can be changed by the version that was read, its value not any longer", async () => {
  const pool = await createPool(calls, "Edited");
  const change = { id: Number(pool.id), name: "Edited", version: pool.version, percent: 20 };
  const changed = await calls.coupons.changePool({ ...change, tag: "gold", minimum: "50", alertLevel: 3 });
  expect(changed).toMatchObject({ value: "20% off", tag: "gold", minimum: "50.00", alertLevel: 3 });
  await expect(calls.coupons.changePool(change)).rejects.toMatchObject({ status: 409 });
  await addCodes(calls, pool.id, ["E-1"]);
  // The dialog was opened before the discount existed, so it offered the value.
  const unsaved = { ...change, version: changed.version, percent: 30 };
  await expect(calls.coupons.changePool(unsaved)).rejects.toMatchObject({ status: 409 });
  const { version } = await calls.coupons.pool({ id: change.id });
  const later = await calls.coupons.changePool({ ...unsaved, version });
  expect(later).toMatchObject({ value: "20% off", tag: null, alertLevel: null });
});

test("a pool whose start is cleared before it has codes starts now", async () => {
  const pool = await createPool(calls, "Later", { startsAt: "2099-12-01T00:00:00Z" });
  const [{ answerCall }, { couponTexts }] = await Promise.all([
    import("~/core/answer-call.server"),
    import("~/functions/coupons/page.server"),
  ]);
  // As the dialog sends it.
  const input = { id: pool.id, version: pool.version, name: "Later", percent: 10, startsAt: null };
  const { notice } = await answerCall(calls, couponTexts, { call: "coupons.changePool", input });
  expect(notice).toEqual({ level: "success", text: "The pool Later is saved." });
  const { startsAt } = await calls.coupons.pool({ id: Number(pool.id) });
  expect(Math.abs(Date.now() - Date.parse(startsAt))).toBeLessThan(60_000);
});

/** A discount that was created in Shopify, and its pool. */
async function poolOfDiscount(title: string, code: string) {
  const { discount } = await createDiscount(shop.localStore.store, DEMO, {
    title,
    code,
    percentage: 0.125,
    amountCents: null,
    oncePerCustomer: true,
    usageLimit: null,
    startsAt: new Date(),
    endsAt: null,
  });
  const pool = await calls.coupons.createPool({ name: "x", existingCode: code });
  return { discountId: discount?.id, pool };
}

async function readUsage() {
  const { readUsageOfPools } = await import("~/functions/coupons/discount.server");
  await readUsageOfPools.run(DEMO, new AbortController().signal);
}

test("a discount that is changed in Shopify takes off the same in its pool, also a part of a percent", async () => {
  const { discountId, pool: created } = await poolOfDiscount("Changing", "CHANGING-1");
  expect(created).toMatchObject({ value: "12.5% off", percent: 12.5, oncePerCustomer: true });
  await shop.localStore.store.pool.query(
    "UPDATE discounts SET percentage = NULL, amount_cents = 250, once_per_customer = false WHERE id = $1",
    [discountId],
  );
  await readUsage();
  const changed = { value: "$2.50 off", percent: null, amount: "2.50", oncePerCustomer: false };
  expect(await calls.coupons.pool({ id: Number(created.id) })).toMatchObject(changed);
});

test("a discount that is renamed in Shopify renames its pool, unless another pool has the name", async () => {
  const { discountId, pool } = await poolOfDiscount("Old title", "RENAMED-1");
  await createPool(calls, "Taken");
  const rename = (title: string) =>
    shop.localStore.store.pool.query("UPDATE discounts SET title = $2 WHERE id = $1", [discountId, title]);
  await rename("New title");
  await readUsage();
  expect(await calls.coupons.pool({ id: Number(pool.id) })).toMatchObject({ name: "New title" });
  await rename("taken");
  await readUsage();
  expect(await calls.coupons.pool({ id: Number(pool.id) })).toMatchObject({ name: "New title" });
});

test("a pool whose product was deleted can still be changed, and keeps its rule", async () => {
  const pool = await createPool(calls, "Product gone");
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE coupon_pools SET product_id = 987654 WHERE id = $1", [pool.id]);
  const change = { id: Number(pool.id), name: "Product gone", version: pool.version, percent: 10 };
  const changed = await calls.coupons.changePool({ ...change, product: "987654", assigns: false });
  expect(changed).toMatchObject({ productId: "987654", productTitle: null, assigns: false });
});

test("a product with a variant that has no SKU is refused, because its orders couldn't be matched", async () => {
  const variants = [
    { sku: "MUG-S", price: 100 },
    { sku: "", price: 100 },
  ];
  const number = await addMirroredProduct(shop, "mug", variants);
  const message = "Orders name products by SKU. Give each variant of this product a SKU in Shopify first.";
  for (const product of ["MUG-S", "mug", String(number)])
    await expect(createPool(calls, "No SKU", { product })).rejects.toMatchObject({
      status: 400,
      message,
      data: { fieldErrors: { product: message } },
    });
  // A pool that has it already can still be changed.
  const pool = await createPool(calls, "Had a SKU");
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE coupon_pools SET product_id = $1 WHERE id = $2", [number, pool.id]);
  const change = { id: Number(pool.id), name: "Had a SKU", version: pool.version, percent: 10 };
  expect(await calls.coupons.changePool({ ...change, product: String(number) })).toMatchObject({
    productId: String(number),
  });
});

test.each([
  ["a webhook", "Handed out", mirrorOrders],
  ["Shopify's counts", "Counted", readUsage],
])("the level of a pool whose codes customers use is reported, known from %s", async (_how, name, learn) => {
  const { store } = shop.localStore;
  const { customer } = await createCustomer(store, DEMO, { email: `${slug(name)}@example.com` });
  const to = `${slug(name)}@staff.example`;
  const pool = await createPool(calls, name, { assigns: false, alertLevel: 1, alertTo: to });
  const codes = ["1", "2"].map((number) => `${slug(name)}-${number}`);
  await addCodes(calls, pool.id, codes);
  const alerts = async () => (await mails()).filter((mail) => mail.to === to);
  expect(await alerts()).toEqual([]);
  const { order } = await placeOrder(store, DEMO, {
    customerId: customer?.id ?? 0,
    totalCents: 700,
    discountCode: codes[0],
  });
  // Shopify's counts lag behind orders.
  await store.pool.query("UPDATE discount_uses SET used_at = used_at - interval '1 minute'");
  await learn(order?.id ?? 0);
  expect(await calls.coupons.pool({ id: Number(pool.id) })).toMatchObject({ free: 1, redeemed: 1 });
  expect(await alerts()).toMatchObject([{ subject: `Free coupons left in ${name}: 1` }]);
});

test("the level of a pool is reported when undoing a file removes its codes", async () => {
  const to = "undone@staff.example";
  const pool = await createPool(calls, "Taken back", { alertLevel: 1, alertTo: to });
  const { id: run } = await addCodes(calls, pool.id, ["BACK-1", "BACK-2"]);
  const alerts = async () => (await mails()).filter((mail) => mail.to === to);
  expect(await alerts()).toEqual([]);
  const sendUntilRemoved = async () => {
    while ((await calls.coupons.pool({ id: Number(pool.id) })).free > 0) await sendCodes();
    await sendCodes();
  };
  await Promise.all([undo(calls, run), sendUntilRemoved()]);
  expect(await alerts()).toHaveLength(1);
});
