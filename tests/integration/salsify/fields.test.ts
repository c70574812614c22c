/** The metafields of the Salsify page: which ones there are, and which are monitored. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { setFaults } from "../../guarantees/support/approvals.ts";
import { activity } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { defineMetafields } from "../../support/metafield-definitions.ts";
import { forgetMetafieldTypes } from "../../support/mirrors.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { mirrorProduct, query, text } from "./support.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signedInCalls>>;
let second: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("salsify_fields");
  owner = await signedInCalls(shop);
  second = await signedInCalls(shop, "1", SECOND);
  await defineMetafields({ "specs.material": "Material" });
  await mirrorProduct({ id: 1, metafields: { "specs.material": text("Oak"), "custom.care": text("Oil") } });
  await mirrorProduct({ id: 2, status: "DRAFT", metafields: { "custom.note": text("Later") } });
  await mirrorProduct({ id: 1, shop: SECOND, metafields: { "custom.size": text("L") } });
});
beforeEach(() => query("DELETE FROM monitored_metafields"));
afterEach(() => setFaults(shop.localStore, DEMO));
afterAll(() => shop.close());

const fields = async (calls = owner) =>
  (await calls.salsify.getFields({})).map(({ field, active, delimiter }) => ({ field, active, delimiter }));
const audited = async () => (await activity("monitored metafields.changed")).map(({ changes }) => changes);

test("the list has defined metafields, those that products have, and monitored ones, of its own shop", async () => {
  await query("INSERT INTO monitored_metafields (shop, field, active) VALUES ($1, 'old.gone', true)", [DEMO]);
  await query("INSERT INTO monitored_metafields (shop, field, delimiter) VALUES ($1, 'old.unused', ';')", [
    DEMO,
  ]);
  expect(await owner.salsify.getFields({})).toEqual([
    { field: "custom.care", active: false, delimiter: "", name: null },
    { field: "custom.note", active: false, delimiter: "", name: null },
    { field: "old.gone", active: true, delimiter: "", name: null },
    { field: "specs.material", active: false, delimiter: "", name: "Material" },
  ]);
  expect(await fields(second)).toEqual([{ field: "custom.size", active: false, delimiter: "" }]);
});

test("new metafields are listed immediately, and all products are read again after a rebuild of the mirror", async () => {
  const rebuiltAt = (at: string) =>
    query(
      `INSERT INTO mirrors (shop, name, rebuilt_at) VALUES ($1, 'products', now() + $2::interval)
       ON CONFLICT (shop, name) DO UPDATE SET rebuilt_at = excluded.rebuilt_at`,
      [DEMO, at],
    );
  const keys = async () => (await fields()).map(({ field }) => field);
  await rebuiltAt("-1 day");
  await owner.salsify.getFields({});
  await mirrorProduct({ id: 3, metafields: { "custom.new": text("x") } });
  expect(await keys()).toContain("custom.new");
  // Only products that were mirrored since are read: this one is older, as by a rebuild that hasn't ended.
  await mirrorProduct({ id: 4, metafields: { "custom.rebuilt": text("x") } });
  await query("UPDATE products SET mirrored_at = now() - interval '2 hours' WHERE shop = $1 AND id = 4", [
    DEMO,
  ]);
  await query("DELETE FROM products WHERE shop = $1 AND id = 3", [DEMO]);
  expect(await keys()).toContain("custom.new");
  expect(await keys()).not.toContain("custom.rebuilt");
  await rebuiltAt("0");
  expect(await keys()).toContain("custom.rebuilt");
  expect(await keys()).not.toContain("custom.new");
  expect(await fields(second)).toEqual([{ field: "custom.size", active: false, delimiter: "" }]);
  await query("DELETE FROM products WHERE shop = $1 AND id = 4", [DEMO]);
  await forgetMetafieldTypes();
});

test("a metafield is monitored, gets a delimiter, and is removed from monitoring, each with its message", async () => {
  const before = (await audited()).length;
  const update = owner.salsify.updateField;
  expect(await update({ field: "custom.care", active: true })).toBe("Metafield activated for monitoring");
  expect(await update({ field: "custom.care", delimiter: " | " })).toBe("Delimiter saved");
  expect(await fields()).toContainEqual({ field: "custom.care", active: true, delimiter: " | " });
  // A repetition changes nothing, and has the same answer.
  expect(await update({ field: "custom.care", active: true, delimiter: " | " })).toBe(
    "Metafield activated for monitoring",
  );
  expect(await update({ field: "custom.care", active: true, delimiter: "" })).toBe("Delimiter saved");
  expect(await update({ field: "custom.care", active: false, delimiter: "" })).toBe(
    "Metafield removed from monitoring",
  );
  expect((await audited()).slice(before)).toEqual([
    [{ field: "custom.care", before: "not monitored", after: "monitored" }],
    [{ field: "custom.care", before: "monitored", after: "monitored, delimiter “ | ”" }],
    [{ field: "custom.care", before: "monitored, delimiter “ | ”", after: "monitored" }],
    [{ field: "custom.care", before: "monitored", after: "not monitored" }],
  ]);
});

test("a defined metafield that no product has can be monitored", async () => {
  await query("UPDATE products SET metafields = metafields - 'specs.material' WHERE shop = $1", [DEMO]);
  expect(await owner.salsify.updateField({ field: "specs.material", active: true })).toBe(
    "Metafield activated for monitoring",
  );
});

test.each([
  ["a metafield of another shop", { field: "custom.size", active: true }, 404, /no product metafield/],
  ["no change", { field: "custom.care" }, 400, /must have active, delimiter, or both/],
  ["a long delimiter", { field: "custom.care", delimiter: "-".repeat(11) }, 400, /at most 10 characters/],
  ["a line break", { field: "custom.care", delimiter: "\n" }, 400, /must be one line/],
])("%s is refused, and nothing changes", async (_what, change, status, message) => {
  const refused = owner.salsify.updateField(change);
  await expect(refused).rejects.toMatchObject({ status, message: expect.stringMatching(message) });
  expect(await query("SELECT 1 FROM monitored_metafields")).toEqual([]);
});

test("all metafields are monitored, and none, and delimiters stay", async () => {
  const before = (await audited()).length;
  await owner.salsify.updateField({ field: "custom.care", active: true, delimiter: ";" });
  expect(await owner.salsify.selectAllFields({ active: true })).toEqual({
    status: true,
    msg: "3 activated for monitoring.",
    monitored: 3,
  });
  expect((await fields()).every(({ active }) => active)).toBe(true);
  expect(await owner.salsify.selectAllFields({ active: false })).toEqual({
    status: true,
    msg: "No activated for monitoring metafields found.",
    monitored: 0,
  });
  await owner.salsify.selectAllFields({ active: false });
  expect(await fields()).toContainEqual({ field: "custom.care", active: false, delimiter: ";" });
  const entries = (await audited()).slice(before);
  // Of each entry, what it changed. Repeating it changes nothing.
  expect(entries.map((changes) => changes.map(({ field }) => field).sort())).toEqual([
    ["custom.care"],
    ["custom.note", "specs.material"],
    ["custom.care", "custom.note", "specs.material"],
  ]);
  expect(await query("SELECT 1 FROM monitored_metafields WHERE shop = $1", [SECOND])).toEqual([]);
});

test("while Shopify doesn't answer, the page says so, and shows what is stored and its reports", async () => {
  await owner.salsify.updateField({ field: "custom.care", active: true, delimiter: ";" });
  const { readSalsifyPage } = await import("~/functions/salsify/page.server");
  setFaults(shop.localStore, DEMO, { denied: 1 });
  const page = await readSalsifyPage(new URL("https://x.example/salsify?sort=field desc"), owner as never);
  expect(page).toMatchObject({ sort: "field desc", report: { reports: [], hasDates: false } });
  expect(page.fields).toContainEqual({ field: "custom.care", active: true, delimiter: ";" });
  expect(page.problem).toMatch(/^Error getting metafields: \w/);
});

test("failures of the page's actions have the texts of the screen", async () => {
  const { answerCall } = await import("~/core/answer-call.server");
  const { salsifyTexts } = await import("~/functions/salsify/page.server");
  const post = async (call: string, input: object) => {
    const answer = await answerCall(owner, salsifyTexts, { call: `salsify.${call}`, input });
    return "data" in answer ? answer.data : answer;
  };
  expect(await post("updateField", { field: "no.field", active: true })).toMatchObject({
    notice: {
      level: "critical",
      text: expect.stringMatching(/^Error updating no\.field: There is no product/),
    },
  });
  expect(await post("report", {})).toEqual({
    problem: "No activated for monitoring metafields found.",
  });
  setFaults(shop.localStore, DEMO, { denied: 1 });
  expect(await post("selectAllFields", { active: true })).toMatchObject({
    notice: {
      level: "critical",
      text: expect.stringMatching(/^Error updating metafields configuration: \w/),
    },
  });
});
