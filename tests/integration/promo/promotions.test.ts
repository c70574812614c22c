import { afterAll, beforeAll, expect, test } from "vitest";
import { grantAccess } from "../../support/calls.ts";
import { openTwoShops, refusalOf, type TwoShops } from "../console/two-shops.ts";
import { addPromotion } from "./support.ts";

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("promo_promotions");
  await addPromotion(shops.query);
  await addPromotion(shops.query, { id: 2, isLoyalty: true });
  await grantAccess("2", ["showPromotion"]);
});
afterAll(() => shops.close());

test("promotions are created, changed, deleted and restored by the owner", async () => {
  const [owner, two] = [await shops.as("1"), await shops.as("2")];
  const fields = {
    name: "Free battery",
    rewardVariantId: 4_711,
    choices: {},
    startDate: "06/01/2026",
    endDate: "2026-08-31",
  };
  expect((await refusalOf(owner.promo.createPromotion(fields))).message).toContain("no such variant");
  const abroad = { ...fields, choices: { countries: ["Canada", "America"] } };
  expect((await refusalOf(owner.promo.createPromotion(abroad))).message).toMatch(
    /^“America” isn't a country/,
  );
  const tooLong = { ...fields, choices: { retailers: ["x".repeat(120)], models: ["x".repeat(121)] } };
  expect((await refusalOf(owner.promo.createPromotion(tooLong))).data).toHaveProperty("fieldErrors", {
    "choices.models.0": "must have at most 120 characters",
  });
  expect((await refusalOf(two.promo.createPromotion(fields))).status).toBe(403);
  expect((await refusalOf(owner.promo.createPromotion({ ...fields, endDate: "05/01/2026" }))).status).toBe(
    400,
  );
  expect((await owner.promo.deletePromotion({ id: 2 })).promotion.isDeleted).toBe(true);
  expect((await owner.promo.restorePromotion({ id: 2 })).promotion).toMatchObject({
    isDeleted: false,
    version: 3,
  });
  expect((await owner.promo.promotions()).list.map(({ id }) => id)).toEqual([1, 2]);
});

test("a promotion whose reward was deleted can be changed, but can't get another variant that is missing", async () => {
  const { promo } = await shops.as("1");
  await addPromotion(shops.query, { id: 3, variantId: 4_711 });
  const fields = { id: 3, name: "Ended", choices: {}, endDate: "2026-06-30" };
  const { promotion } = await promo.changePromotion({ ...fields, rewardVariantId: 4_711, version: 1 });
  // A caller that knows no texts of the form keeps them.
  const help = { receiptId: "At the top", email: " " };
  const texts = { title: "Get a battery", thanks: "" };
  const titled = await promo.changePromotion({ ...fields, rewardVariantId: 4_711, version: 2, texts, help });
  const kept = await promo.changePromotion({ ...fields, rewardVariantId: 4_711, version: 3 });
  for (const { promotion } of [titled, kept])
    expect(promotion).toMatchObject({ texts: { title: "Get a battery" }, help: { receiptId: "At the top" } });
  expect(kept.promotion.help).toEqual({ receiptId: "At the top" });
  expect(promotion).toMatchObject({ name: "Ended", rewardTitle: "Battery", version: 2 });
  const another = promo.changePromotion({ ...fields, rewardVariantId: 4_712, version: 4 });
  expect((await refusalOf(another)).message).toContain("no such variant");
});
