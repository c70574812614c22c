import { afterAll, beforeAll, expect, test } from "vitest";
import { activity } from "../../support/activity.ts";
import { DEMO } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { openTwoShops, refusalOf, type TwoShops } from "../console/two-shops.ts";
import { addPromotion, addSubmission } from "./support.ts";

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("promo_settings");
});
afterAll(() => shops.close());

test.each([
  ["undoSeconds", "", "0 to 3,600"],
  ["undoSeconds", "1e3", "0 to 3,600"],
  ["secondLookPercent", " ", "0 to 100"],
  ["secondLookPercent", 12.5, "0 to 100"],
  ["targetHours", 0, "1 to 2,000"],
  ["lockMinutes", "241", "1 to 240"],
])("%s can't be “%s”", async (name, value, range) => {
  const { promo } = await shops.as("1");
  const { settings } = await promo.settings();
  const refusal = await refusalOf(promo.saveSettings({ ...settings, [name]: value }));
  expect([refusal.status, refusal.data]).toEqual([
    400,
    { fieldErrors: { [name]: `Enter a whole number from ${range}.` } },
  ]);
  expect((await promo.settings()).settings).toEqual(settings);
});

test("settings that are saved at the same time are recorded one after the other", async () => {
  const owner = await shops.as("1");
  const { settings } = await owner.promo.settings();
  await owner.promo.saveSettings({ ...settings, undoSeconds: 61 });
  const { withShop } = await import("~/platform/db/with-shop.server");
  const second = await withShop(DEMO, async (tx) => {
    // As another owner, until the commit.
    await tx.$client.query("SELECT 1 FROM shops WHERE shop = $1 FOR UPDATE", [DEMO]);
    await tx.$client.query(
      "UPDATE settings SET value = jsonb_set(value, '{undoSeconds}', '62') WHERE key = 'promo.review'",
    );
    const waiting = { saved: owner.promo.saveSettings({ ...settings, undoSeconds: 63 }) };
    await expect.poll(countWaitingSessions).toBe(1);
    return waiting;
  });
  await second.saved;
  const entry = (await activity("setting.changed")).at(-1);
  expect(entry?.changes[0]?.before).toContain("undo for 62 seconds");
  await owner.promo.saveSettings(settings);
});

test("a setting that isn't sent stays", async () => {
  const { promo } = await shops.as("1");
  const { settings } = await promo.settings();
  await promo.saveSettings({ ...settings, lockMinutes: 20 });
  await promo.saveSettings({ targetHours: " 48" } as never);
  expect((await promo.settings()).settings).toEqual({ ...settings, lockMinutes: 20, targetHours: 48 });
  await promo.saveSettings(settings);
});

test("the replay of a rule counts decisions without findings, and approves nothing", async () => {
  const promotionId = await addPromotion(shops.query, { id: 77 });
  const add = (columns: Record<string, unknown>) =>
    addSubmission(shops.query, { promotion_id: promotionId, ...columns });
  const decided = { decided_at: new Date(), approver_id: "1" };
  await add({ status: "Approved", ...decided });
  await add({ status: "Approved", ...decided, signals: JSON.stringify(["receiptId"]), risk_score: 50 });
  const denied = await add({ status: "Denied", decided_at: new Date(), denier_id: "1", first_name: "Ada" });
  // Withdrawn by its customer, decided long ago, and open.
  await add({ status: "Denied", decided_at: new Date() });
  await add({ status: "Approved", approver_id: "1", decided_at: new Date(Date.now() - 91 * 86_400_000) });
  const open = await add({ status: "Unassigned" });
  const { promo } = await shops.as("1");
  expect(await promo.replay()).toMatchObject({
    decided: 3,
    wouldApprove: 2,
    denied: 1,
    disagreed: 0,
    unread: 2,
    examples: [{ id: denied, name: expect.stringContaining("Ada") }],
  });
  const { submission } = await promo.detail({ id: open, receipt: "false" });
  expect(submission.status).toBe("Unassigned");
});
