/** The owner's limits for scheduled prices: in the check of a file, when it is written, in an edit, and when a price would be set. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { saveLimit } from "../../support/safeguards.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";
import { type Calls, check, importFile, rowsOf, work } from "../imports/support.ts";
import {
  addMirroredProduct,
  applyDue,
  changeElsewhere,
  dateInHours,
  inHours,
  inStore,
  priceFile,
} from "./support.ts";

let shop: TestShop;
let owner: Calls;

const NONE = { maxDropPercent: "", minMarginPercent: "", approvalAboveProducts: "" };
const limit = (limits: Partial<typeof NONE>) => saveLimit(owner.priceGuardRails.save({ ...NONE, ...limits }));
const problemsOf = async (id: string) =>
  (await rowsOf(owner, id)).map(({ problems }) => problems.map(({ sentence }) => sentence).join(" "));

beforeAll(async () => {
  shop = await openTestShop("bulkprice_limits");
  owner = await signedInCalls(shop);
});
afterEach(() => limit({}));
afterAll(() => shop.close());

test("only the owner sets them, each change has an entry, and what isn't a limit is refused", async () => {
  expect(await owner.priceGuardRails.read()).toEqual(NONE);
  const saved = { maxDropPercent: "12.5", minMarginPercent: "20", approvalAboveProducts: "500" };
  expect(await limit(saved)).toMatchObject({ ...saved, changed: true });
  expect(await limit(saved)).toMatchObject({ changed: false });
  expect(await owner.priceGuardRails.read()).toEqual(saved);
  const { rows } = await owner.activity.list({});
  expect(rows.filter(({ action }) => action === "setting.changed")).toHaveLength(3);
  for (const wrong of [
    { maxDropPercent: "-1" },
    { maxDropPercent: "100.5" },
    { minMarginPercent: "a lot" },
    { approvalAboveProducts: "1.5" },
  ])
    await expect(limit(wrong)).rejects.toMatchObject({ status: 400 });
  const other = await signedInCalls(shop, "3");
  await expect(other.priceGuardRails.read()).rejects.toMatchObject({ status: 403 });
  await expect(other.priceGuardRails.save(NONE)).rejects.toMatchObject({ status: 403 });
});

test("a limit that isn't sent stays", async () => {
  await limit({ maxDropPercent: "10" });
  const saved = { ...NONE, maxDropPercent: "10", minMarginPercent: "20" };
  const answer = await owner.priceGuardRails.save({ minMarginPercent: "20" });
  expect(answer).toMatchObject({ ...saved, changed: true });
  expect(await owner.priceGuardRails.read()).toEqual(saved);
});

// Before the others: their files would count together with these.
test("above a number of products, someone who didn't prepare the file has to start it", async () => {
  for (const sku of ["CUP", "MUG", "JUG"])
    await addMirroredProduct(shop, sku.toLowerCase(), [
      { sku, price: 100 },
      { sku: `${sku}-B`, price: 100 },
    ]);
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showBulkPrice"]);
  const second = await signedInCalls(shop, "2");
  await limit({ approvalAboveProducts: "2" });
  const first = await check(
    owner,
    priceFile(["CUP", "1", "", dateInHours(30), ""], ["MUG", "1", "", dateInHours(30), ""]),
  );
  expect((await owner.imports.detail({ id: first.id })).warning).toBeNull();
  const { jobId } = await owner.imports.start({ id: first.id });
  await work(jobId);
  // One row after the other, a file of one product could otherwise change any number.
  const [cup] = await owner.bulkPrice.list({ searchValue: "CUP" });
  const moved = {
    ID: cup?.ID ?? 0,
    PRICE: "1",
    EFFECTIVE_DATE: dateInHours(30),
    BELOW_MAPP_ITEM_TAG: "false" as const,
  };
  await expect(owner.bulkPrice.update({ ...moved, MODEL: "JUG" })).rejects.toMatchObject({
    status: 400,
    data: { fieldErrors: { MODEL: expect.stringMatching(/^JUG is a SKU of other products than CUP\./) } },
  });
  expect(await owner.bulkPrice.update({ ...moved, MODEL: "CUP-B" })).toMatchObject({ MODEL: "CUP-B" });
  await owner.bulkPrice.update({ ...moved, MODEL: "CUP" });
  // The third product within 24 hours.
  const third = await check(owner, priceFile(["JUG", "1", "", dateInHours(30), ""]));
  const expectThirdRefused = () =>
    expect(owner.imports.start({ id: third.id })).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(
        /you would change 3 products within 24 hours, and one administrator may change 2/,
      ),
    });
  await expectThirdRefused();
  // The prices that a canceled undo leaves still count.
  const undone = await owner.imports.undo({ id: first.id });
  await expectThirdRefused();
  await owner.jobs.cancel({ id: undone.jobId });
  await work(undone.jobId);
  await expectThirdRefused();
  const large = await check(
    owner,
    priceFile(...["CUP", "MUG", "JUG"].map((sku) => [sku, "2", "", dateInHours(31), ""])),
  );
  expect((await owner.imports.detail({ id: large.id })).warning).toMatch(
    /^This file changes 3 products, and one administrator may change 2 products\. Olivia Owner sent it\. Someone who didn't prepare/,
  );
  await expect(owner.imports.start({ id: large.id })).rejects.toMatchObject({ status: 409 });
  expect(await owner.bulkPrice.list({ searchValue: "JUG" })).toEqual([]);
  const started = await second.imports.start({ id: large.id });
  await work(started.jobId);
  const [price] = await owner.bulkPrice.list({ searchValue: "JUG" });
  expect(price).toMatchObject({ PRICE: "2.00" });
  // Row by row, one person would otherwise replace what was approved.
  const edit = {
    MODEL: "JUG",
    PRICE: "1",
    EFFECTIVE_DATE: dateInHours(31),
    BELOW_MAPP_ITEM_TAG: "false" as const,
  };
  await expect(owner.bulkPrice.update({ ID: price?.ID ?? 0, ...edit })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/approved the file of this price, so one person can't change it/),
  });
});

test("a price below the largest drop is refused by the check, the write, an edit, and before it is set", async () => {
  const lamp = await addMirroredProduct(shop, "lamp", [
    { sku: "LAMP", price: 1_000 },
    { sku: "LAMP-B", price: 1_000 },
    { sku: "LAMP-C", price: 1_000 },
  ]);
  await limit({ maxDropPercent: "30" });
  const checked = await check(
    owner,
    priceFile(["LAMP", "6.99", "", dateInHours(1), ""], ["LAMP-B", "7", "", dateInHours(1), ""]),
  );
  const [refused, accepted] = await problemsOf(checked.id);
  expect(refused).toBe(
    "Price $6.99 is 30.1% below the current price $10.00. At most 30% is allowed. The account owner sets this limit on Settings.",
  );
  expect(accepted).toBe("");
  // The store's price rises between the check and the write.
  await changeElsewhere(shop, lamp, "LAMP-B", 1_200);
  const { jobId } = await owner.imports.start({ id: checked.id });
  expect(await work(jobId)).toMatchObject([
    {
      state: "failed",
      message: expect.stringContaining("Price $7.00 is 41.67% below the current price $12.00"),
    },
  ]);
  await importFile(owner, priceFile(["LAMP-C", "8", "", dateInHours(1), ""]));
  const [row] = await owner.bulkPrice.list({ searchValue: "LAMP-C" });
  const change = {
    ID: row?.ID ?? "",
    MODEL: "LAMP-C",
    PRICE: "1",
    EFFECTIVE_DATE: dateInHours(1),
    BELOW_MAPP_ITEM_TAG: "false" as const,
  };
  await expect(owner.bulkPrice.update(change)).rejects.toMatchObject({
    status: 400,
    data: { fieldErrors: { PRICE: expect.stringContaining("At most 30% is allowed") } },
  });
  await changeElsewhere(shop, lamp, "LAMP-C", 2_000);
  expect(await applyDue(inHours(2))).toMatchObject([
    {
      state: "failed",
      message: expect.stringContaining("Price $8.00 is 60% below the current price $20.00"),
    },
  ]);
  expect((await inStore(shop, lamp)).prices).toMatchObject({ "LAMP-C": 2_000 });
});

test("a price below the lowest margin is refused where the unit cost is known", async () => {
  await addMirroredProduct(shop, "rope", [
    { sku: "ROPE", price: 1_000, cost: 600 },
    { sku: "ROPE-B", price: 1_000, cost: 600 },
    { sku: "ROPE-C", price: 1_000, cost: 600 },
    { sku: "ROPE-FREE", price: 1_000 },
  ]);
  await limit({ minMarginPercent: "20" });
  const date = dateInHours(10);
  const { id } = await check(
    owner,
    priceFile(
      ["ROPE", "7.49", "", date, ""],
      ["ROPE-B", "7.50", "", date, ""],
      ["ROPE-C", "0", "", date, ""],
      ["ROPE-FREE", "0.01", "", date, ""],
    ),
  );
  expect(await problemsOf(id)).toEqual([
    "Price $7.49 leaves a margin of 19.89% over the unit cost $6.00. At least 20% is needed. The account owner sets this limit on Settings.",
    "",
    expect.stringMatching(/^Price \$0\.00 leaves no margin over the unit cost \$6\.00/),
    "The price falls from $10.00 to $0.01, by 50 % or more.",
  ]);
});
