/** Pools, the import of codes into their discounts, and its undo. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { requestCodes } from "../../../local-store/discounts/add-codes.ts";
import { createDiscount } from "../../../local-store/discounts/create-discount.ts";
import { insertCodes } from "../../../local-store/discounts/insert-codes.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { rowsInFile } from "../exports/support.ts";
import { type Calls, rowsOf, undo, work } from "../imports/support.ts";
import { addCodes, checkCodes, codesInStore, createPool, placePaidOrder, sendCodes } from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("coupon_pools");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

const existing = (title: string, code: string) =>
  createDiscount(shop.localStore.store, DEMO, {
    title,
    code,
    percentage: null,
    amountCents: 500,
    oncePerCustomer: true,
    usageLimit: null,
    startsAt: new Date(),
    endsAt: null,
  });

test("the first file creates the discount, and each code has an outcome", async () => {
  await existing("Other", "TAKEN-1");
  const pool = await createPool(calls, "Welcome", { endsAt: "2099-12-31T23:59:59Z" });
  expect(pool).toMatchObject({ discountId: null, value: "10% off", free: 0, oncePerCustomer: true });
  const { items } = await addCodes(calls, pool.id, ["taken-1", "W-1", "W-2"]);
  expect(items.map(({ state, message }) => `${state}: ${message}`)).toEqual([
    "failed: Another discount (Other) has the code taken-1. Use another code.",
    "done: Shopify has this code.",
    "done: Shopify has this code.",
  ]);
  expect(items.map(({ label }) => label)).toEqual(["Row 2: taken-1", "Row 3: W-1", "Row 4: W-2"]);
  expect(await codesInStore(shop)).toEqual(["Other: TAKEN-1", "Welcome: W-1", "Welcome: W-2"]);
  expect(await calls.coupons.pool({ id: Number(pool.id) })).toMatchObject({
    discountId: expect.stringMatching(/^\d+$/),
    free: 2,
    unsent: 0,
  });
  const run = await checkCodes(calls, pool.id, ["w-1", "W 3", "W-4", "w-4"]);
  const rows = await rowsOf(calls, run.id);
  expect(rows.map(({ verdict }) => verdict)).toEqual(["unchanged", "refused", "create", "duplicate"]);
  expect(rows[3]?.problems).toMatchObject([
    { sentence: "Row 4 is about the same coupon. Only the first of them is imported." },
  ]);
});

test("a pool of an existing discount gets its codes too, once", async () => {
  await existing("Five off", "FIVE-1");
  const pool = await calls.coupons.createPool({ name: "x", existingCode: "five-1" });
  expect(pool).toMatchObject({ name: "Five off", value: "$5.00 off", discountId: expect.any(String) });
  const { items } = await addCodes(calls, pool.id, ["FIVE-1", "FIVE-2"]);
  expect(items.map(({ state }) => state)).toEqual(["done", "done"]);
  const refused = async (input: Parameters<Calls["coupons"]["createPool"]>[0]) =>
    calls.coupons.createPool(input).then(
      () => "created",
      (error: { status: number; message: string }) => `${error.status} ${error.message}`,
    );
  expect(await refused({ name: "y", existingCode: "FIVE-2" })).toMatch(/^409 Another pool/);
  expect(await refused({ name: "y", existingCode: "NONE" })).toMatch(/^404 No discount/);
  expect(await refused({ name: "five OFF", percent: 5 })).toMatch(/^409 Another pool/);
  expect(await refused({ name: "y" })).toBe("400 Enter a percentage or an amount.");
  expect(await refused({ name: "y", percent: 5, product: "NO-SKU" })).toMatch(/^400 No product/);
});

test("more codes than one call takes are sent in batches", async () => {
  const pool = await createPool(calls, "Many", { assigns: false });
  const { items } = await addCodes(
    calls,
    pool.id,
    Array.from({ length: 260 }, (_, index) => `M-${index + 1}`),
  );
  expect(new Set(items.map(({ state }) => state))).toEqual(new Set(["done"]));
  expect((await codesInStore(shop)).filter((text) => text.startsWith("Many"))).toHaveLength(260);
});

test("a second import into a pool says that it waits for the first one", async () => {
  const pool = await createPool(calls, "Queue", { assigns: false });
  const [first, second] = [
    await checkCodes(calls, pool.id, ["Q-1", "Q-2"]),
    await checkCodes(calls, pool.id, ["Q-3"]),
  ];
  const jobs = [await calls.imports.start({ id: first.id }), await calls.imports.start({ id: second.id })];
  const warningOf = async ({ id }: { id: string }) => (await calls.imports.detail({ id })).warning;
  expect(await warningOf(first)).toBeNull();
  expect(await warningOf(second)).toBe(
    "The codes of this file wait until 2 other codes are added or removed.",
  );
  await sendCodes();
  expect(await warningOf(second)).toBeNull();
  for (const { jobId } of jobs) await work(jobId);
});

test("an import that waits for very many codes counts a part of them", async () => {
  const pool = await createPool(calls, "Very many", { assigns: false });
  const { database } = await import("~/platform/db/pool.server");
  onTestFinished(async () => {
    await database().query("DELETE FROM coupon_codes WHERE pool_id = $1", [pool.id]);
  });
  await database().query(
    `INSERT INTO coupon_codes (shop, pool_id, code)
     SELECT $1, $2, 'VM-' || number FROM generate_series(1, 10001) AS number`,
    [DEMO, pool.id],
  );
  const { id } = await checkCodes(calls, pool.id, ["VM-LAST"]);
  await calls.imports.start({ id });
  const warning = async () => (await calls.imports.detail({ id })).warning;
  expect(await warning()).toBe(
    "The codes of this file wait until more than 10,000 other codes are added or removed.",
  );
  await database().query("DELETE FROM coupon_codes WHERE code = 'VM-1'");
  expect(await warning()).toBe("The codes of this file wait until 10,000 other codes are added or removed.");
});

/** Starts an import of codes and opens their batch, without sending it. @returns the import's job */
async function openBatch(pool: string, codes: readonly string[]): Promise<string> {
  const { id } = await checkCodes(calls, pool, codes);
  const { jobId } = await calls.imports.start({ id });
  const { openNextBatch } = await import("~/functions/coupons/batch.server");
  await openNextBatch(DEMO);
  return jobId;
}

/** As if the process that opened the batches had died. */
async function abandonBatches(): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE coupon_batches SET lease_until = now()");
}

async function finishAbandoned(signal = new AbortController().signal): Promise<void> {
  await abandonBatches();
  const { finishBatches } = await import("~/functions/coupons/tasks.server");
  await finishBatches.run(DEMO, signal);
}

test("an import doesn't wait for another pool whose batch was left open", async () => {
  const [first, second] = [
    await createPool(calls, "Stuck", { assigns: false }),
    await createPool(calls, "Free", { assigns: false }),
  ];
  const jobs = [await openBatch(first.id, ["ST-1"])];
  const { id } = await checkCodes(calls, second.id, ["FR-1"]);
  jobs.push((await calls.imports.start({ id })).jobId);
  const warning = async () => (await calls.imports.detail({ id })).warning;
  expect(await warning()).toBe("The codes of this file wait until 1 other code is added or removed.");
  await abandonBatches();
  expect(await warning()).toBeNull();
  await finishAbandoned();
  await sendCodes();
  for (const jobId of jobs) expect(await work(jobId)).toMatchObject([{ state: "done" }]);
});

test("a batch whose answer was lost is finished by the task, and adds no code twice", async () => {
  const pool = await createPool(calls, "Lost", { assigns: false });
  await addCodes(calls, pool.id, ["L-0"]);
  const jobId = await openBatch(pool.id, ["L-1", "L-2"]);
  // Shopify received the codes, and the process died before the answer.
  const { store } = shop.localStore;
  const discountId = Number((await calls.coupons.pool({ id: Number(pool.id) })).discountId);
  await requestCodes(store, DEMO, discountId, ["L-1", "L-2"]);
  await finishAbandoned();
  expect((await work(jobId)).map(({ state }) => state)).toEqual(["done", "done"]);
  expect((await codesInStore(shop)).filter((text) => text.startsWith("Lost"))).toEqual([
    "Lost: L-0",
    "Lost: L-1",
    "Lost: L-2",
  ]);
});

test("a new discount's first code isn't failed when a process dies while the other codes are added", async () => {
  const pool = await createPool(calls, "Interrupted", { assigns: false });
  const jobId = await openBatch(pool.id, ["taken-1", "I-1", "I-2"]);
  // The discount exists with its first code that isn't taken, and the others were requested.
  const { discount } = await existing("Interrupted", "I-1");
  const { creation } = await requestCodes(shop.localStore.store, DEMO, discount?.id ?? 0, ["I-2"]);
  const { database } = await import("~/platform/db/pool.server");
  const remoteId = `gid://shopify/DiscountRedeemCodeBulkCreation/${creation?.id}`;
  await database().query(
    "WITH pool AS (UPDATE coupon_pools SET discount_number = $1 WHERE id = $2) UPDATE coupon_batches SET remote_id = $3",
    [discount?.id, pool.id, remoteId],
  );
  await finishAbandoned();
  expect((await work(jobId)).map(({ state, message }) => `${state}: ${message}`)).toEqual([
    "failed: Another discount (Other) has the code taken-1. Use another code.",
    "done: Shopify has this code.",
    "done: Shopify has this code.",
  ]);
});

test("a new discount's first code isn't failed when Shopify refuses the other codes of a repeated batch", async () => {
  const pool = await createPool(calls, "Refused", { assigns: false });
  const jobId = await openBatch(pool.id, ["taken-1", "R-1", "R-2"]);
  // The process died after the discount was created with its first code that isn't taken.
  const { discount } = await existing("Refused", "R-1");
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE coupon_pools SET discount_number = $1 WHERE id = $2", [
    discount?.id,
    pool.id,
  ]);
  const { faults } = shop.localStore.store;
  faults.setFor(DEMO, "DiscountCodesBulkAdd", { userError: 1 });
  await finishAbandoned();
  faults.setFor(DEMO, "DiscountCodesBulkAdd", { userError: 0 });
  expect((await work(jobId)).map(({ state, message }) => `${state}: ${message}`)).toEqual([
    "failed: Another discount (Other) has the code taken-1. Use another code.",
    "done: Shopify has this code.",
    "failed: An internal error occurred. Please try again.",
  ]);
});

test("a stop during the lookups of refused codes leaves the batch open, and the task finishes it later", async () => {
  const pool = await createPool(calls, "Stopped", { assigns: false });
  await addCodes(calls, pool.id, ["S-0"]);
  const jobId = await openBatch(pool.id, ["S-1", "S-2"]);
  const { counters, faults } = shop.localStore.store;
  counters.reset(DEMO);
  faults.setFor(DEMO, "DiscountCodesBulkAdd", { userError: 1 });
  faults.setFor(DEMO, "DiscountByCode", { latencyMs: 60_000 });
  const lookups = () => counters.of(DEMO).requests.DiscountByCode;
  const stopping = new AbortController();
  const finishing = finishAbandoned(stopping.signal);
  await expect.poll(lookups).toBe(1);
  stopping.abort();
  await finishing;
  expect(lookups()).toBe(1);
  expect(await calls.coupons.pool({ id: Number(pool.id) })).toMatchObject({ free: 1, unsent: 2 });

  faults.reset(DEMO);
  await finishAbandoned();
  expect((await work(jobId)).map(({ state }) => state)).toEqual(["done", "done"]);
});

test("a batch that Shopify no longer knows is finished by a lookup of each code", async () => {
  const pool = await createPool(calls, "Forgotten", { assigns: false });
  await addCodes(calls, pool.id, ["F-0"]);
  const jobId = await openBatch(pool.id, ["F-1", "taken-1"]);
  const discountId = Number((await calls.coupons.pool({ id: Number(pool.id) })).discountId);
  const { store } = shop.localStore;
  await insertCodes(store.pool, { shop: DEMO, id: discountId }, ["F-1"]);
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE coupon_batches SET remote_id = $1", [
    "gid://shopify/DiscountRedeemCodeBulkCreation/999999",
  ]);
  await finishAbandoned();
  expect((await work(jobId)).map(({ state, message }) => `${state}: ${message}`)).toEqual([
    "done: Shopify has this code.",
    "failed: Another discount (Other) has the code taken-1. Use another code.",
  ]);
});

test("a discount that another pool has doesn't hold up the batch of a new pool", async () => {
  const pool = await createPool(calls, "Linked", { assigns: false });
  const jobId = await openBatch(pool.id, ["K-1", "K-2"]);
  // An earlier attempt created the discount, and an administrator made another pool of it before its number was stored.
  const { discount } = await existing("Linked", "K-1");
  const other = await createPool(calls, "Linked too", { assigns: false });
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE coupon_pools SET discount_number = $1 WHERE id = $2", [
    discount?.id,
    other.id,
  ]);
  await finishAbandoned();
  expect((await work(jobId)).map(({ state, message }) => `${state}: ${message}`)).toEqual([
    "failed: Another discount (Linked) has the code K-1. Use another code.",
    "done: Shopify has this code.",
  ]);
});

test("a code that an undo is still removing can't be uploaded again yet", async () => {
  const pool = await createPool(calls, "Removing");
  await addCodes(calls, pool.id, ["REMOVING-1"]);
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE coupon_codes SET state = 'removing' WHERE code = 'REMOVING-1'");
  const run = await checkCodes(calls, pool.id, ["removing-1"]);
  expect(await rowsOf(calls, run.id)).toMatchObject([
    {
      verdict: "refused",
      problems: [
        {
          sentence:
            "The code removing-1 is being removed from the pool Removing. Upload the file again in a minute.",
        },
      ],
    },
  ]);
  await database().query("UPDATE coupon_codes SET state = 'free' WHERE code = 'REMOVING-1'");
});

test("undoing an import removes the codes that no order has", async () => {
  const pool = await createPool(calls, "Undone", { tag: "vip" });
  const { id } = await addCodes(calls, pool.id, ["U-1", "U-2", "U-3"]);
  const { customer } = await createCustomer(shop.localStore.store, DEMO, { email: "ana@example.com" });
  await placePaidOrder(shop, { customerId: customer?.id ?? 0, tags: ["VIP"] });
  const [items] = await Promise.all([undo(calls, id), sendUntilRemoved()]);
  expect(items.map(({ state }) => state).sort()).toEqual(["done", "done", "skipped"]);
  expect((await codesInStore(shop)).filter((text) => text.startsWith("Undone"))).toEqual(["Undone: U-1"]);
  const { jobId } = await calls.imports.writeRowsFile({ id, which: "all" });
  await work(jobId);
  const { file } = await calls.jobs.detail({ id: jobId });
  expect((await rowsInFile(file?.id ?? "")).slice(1)).toEqual([
    ["U-1", 2, "Done", "Shopify has this code."],
    ["U-2", 3, "Undone", null],
    ["U-3", 4, "Undone", null],
  ]);
});

/** Codes are marked for removal one row after the other. */
async function sendUntilRemoved(beginning = "U-", most = 1): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  for (let left = most + 1; left > most; ) {
    await sendCodes();
    const { rows } = await database().query<{ count: number }>(
      "SELECT count(*)::int AS count FROM coupon_codes WHERE starts_with(code, $1)",
      [beginning],
    );
    left = rows[0]?.count ?? 0;
  }
}

test("a pool can't be changed while its discount is being created", async () => {
  const pool = await createPool(calls, "Creating", { assigns: false });
  const jobId = await openBatch(pool.id, ["C-1"]);
  const change = { id: Number(pool.id), name: "Creating", version: pool.version, percent: 20 };
  await expect(calls.coupons.changePool(change)).rejects.toMatchObject({
    status: 409,
    message: "Codes of this pool are being sent to Shopify. Try again in a minute.",
  });
  await finishAbandoned();
  expect((await work(jobId)).map(({ state }) => state)).toEqual(["done"]);
});

test("codes of a pattern are generated once, added in Shopify, and can be undone", async () => {
  const pool = await createPool(calls, "Generated");
  const wanted = { id: Number(pool.id), pattern: "GEN-####", count: 12, operationId: "generate-twelve" };
  await expect(calls.coupons.generate({ ...wanted, pattern: "GEN-#" })).rejects.toMatchObject({
    status: 400,
    message: "For 12 codes that can't be guessed, the pattern needs at least 3 #.",
  });
  await expect(calls.coupons.generate({ ...wanted, pattern: "GEN ####" })).rejects.toMatchObject({
    status: 400,
  });
  const started = await calls.coupons.generate(wanted);
  expect(started.message).toBe("12 codes are being added to the pool Generated.");
  // A repetition after a lost answer.
  expect(await calls.coupons.generate(wanted)).toMatchObject({ jobId: started.jobId });
  await Promise.all([work(String(started.jobId)), sendCodes()]);
  const codes = (await codesInStore(shop)).filter((code) => code.startsWith("Generated: "));
  expect(codes).toHaveLength(12);
  for (const code of codes) expect(code).toMatch(/^Generated: GEN-[2-9A-HJ-NP-Z]{4}$/);
  expect(await calls.coupons.pool({ id: Number(pool.id) })).toMatchObject({ free: 12, unsent: 0 });
  await Promise.all([undo(calls, started.importId), sendUntilRemoved("GEN-", 0)]);
  expect((await codesInStore(shop)).filter((code) => code.startsWith("Generated: "))).toEqual([]);
});

test("an attempt that ended before its codes were started is made again, and a key that was used refuses other codes", async () => {
  const pool = await createPool(calls, "Repeated");
  const wanted = { id: Number(pool.id), pattern: "REP-####", count: 2, operationId: "generate-again" };
  await calls.imports.open({
    kind: "coupons",
    fileName: "codes like REP-####",
    sha256: "0".repeat(64),
    columns: ["CouponCode"],
    rowCount: 2,
    defaults: { pool_id: pool.id },
    operationId: wanted.operationId,
  });
  const started = await calls.coupons.generate(wanted);
  expect(await calls.imports.detail({ id: started.importId })).toMatchObject({ jobId: started.jobId });
  for (const other of [{ count: 3 }, { pattern: "REP-#####" }])
    await expect(calls.coupons.generate({ ...wanted, ...other })).rejects.toMatchObject({
      status: 409,
      message:
        "This operation id was used for another pattern or number of codes. Reload the page and try again.",
    });
});

test("a code is the same to files and orders when programs lower its letters differently", async () => {
  const pool = await createPool(calls, "Greek", { assigns: false });
  // JavaScript lowers the last Σ of a word to ς, PostgreSQL every one to σ.
  await addCodes(calls, pool.id, ["ΔΩΡΟΣ", "ΔΩΡΟΣ-2"]);
  const run = await checkCodes(calls, pool.id, ["ΔΩΡΟΣ"]);
  expect((await rowsOf(calls, run.id)).map(({ verdict }) => verdict)).toEqual(["unchanged"]);
  const { customer } = await createCustomer(shop.localStore.store, DEMO, { email: "greek@example.com" });
  await placePaidOrder(shop, { customerId: customer?.id ?? 0, discountCode: "ΔΩΡΟΣ" });
  expect(await calls.coupons.pool({ id: Number(pool.id) })).toMatchObject({ free: 1, redeemed: 1 });
});
