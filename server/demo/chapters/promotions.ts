import { denyReasons, holdReasons, promotions, replyTemplates } from "~/domain/submissions/tables.server";
import { settings } from "~/platform/auth/tables.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { MODEL_NUMBERS, RETAILERS } from "../../../local-store/history/submissions.ts";
import { type DemoShop, dayOf, daysAgo, idOf, lastIdOf, storeRows } from "../chapter.ts";

export const GENDERS = ["Female", "Male", "Other", "Prefer not to say"];
export const AGES = ["18-24", "25-34", "35-44", "45-54", "55+"];
const METHODS = ["In store", "Online"];
export const DENY_REASONS = [
  "The receipt is not readable",
  "The purchase was before the promotion",
  "The product does not take part",
  "This receipt was submitted before",
  "The entered amount is not the receipt's",
] as const;
const HOLD_REASONS = [
  "Asked the customer for a better photo",
  "Waiting for the retailer",
  "Needs a second opinion",
];

/** Writes the two promotions with their settings and reply templates. @returns their ids */
export async function writePromotions(
  tx: ShopTransaction,
  shop: DemoShop,
): Promise<{ regular: number; loyalty: number }> {
  const { domain, staff } = shop;
  const [reward] = await storeRows<{ id: number; title: string; option: string }>(
    shop,
    `SELECT v.id, p.title, v.option_values[1] AS option FROM variants v JOIN products p ON p.shop = v.shop AND p.id = v.product_id
      WHERE v.shop = $1 AND p.status = 'ACTIVE' ORDER BY p.title NOT LIKE '%Battery%', v.id LIMIT 1`,
  );
  const createdAt = daysAgo(shop, 110);
  const last = await lastIdOf(tx, shop, "promotions");
  const ids = { regular: last + 1, loyalty: last + 2 };
  const promotion = (id: number, name: string, isLoyalty: boolean) => ({
    shop: domain,
    id,
    name,
    description: isLoyalty
      ? "A free reward for members of the loyalty program."
      : "Buy a battery, get a reward free.",
    startDay: dayOf(shop, daysAgo(shop, 100)),
    endDay: dayOf(shop, daysAgo(shop, -45)),
    choices: {
      retailers: RETAILERS,
      models: [...MODEL_NUMBERS],
      methods: METHODS,
      ages: AGES,
      genders: GENDERS,
      countries: [shop.config.currencyCode === "EUR" ? "Germany" : "United States"],
      states: [],
    },
    rewardVariantId: reward?.id ?? 0,
    rewardTitle: `${reward?.title ?? "Battery"} · ${reward?.option ?? ""}`,
    submissionLimit: "none" as const,
    isLoyalty,
    key: idOf(shop, "promotion key", name).replaceAll("-", "").slice(0, 22),
    createdAt,
    createdById: staff.owner.id,
    createdByName: staff.owner.name,
    operationId: idOf(shop, "promotion", name),
  });
  await tx
    .insert(promotions)
    .values([
      promotion(ids.regular, "Battery Redemption", false),
      promotion(ids.loyalty, "Loyalty Battery Bonus", true),
    ]);
  await tx
    .insert(settings)
    .values({
      shop: domain,
      key: "promo.review",
      value: { undoSeconds: 10, secondLookPercent: 10, targetHours: 72, lockMinutes: 10 },
      changedAt: createdAt,
      changedBy: staff.owner.id,
    })
    .onConflictDoNothing();
  await tx.insert(replyTemplates).values([
    {
      shop: domain,
      usedFor: "deny",
      name: "Not readable",
      body: "We couldn't read the receipt. Please take a photo of the whole receipt in good light, and submit it again.",
    },
    {
      shop: domain,
      usedFor: "hold",
      name: "Better photo",
      body: "Could you send us a photo that shows the whole receipt, with its date and total?",
    },
  ]);
  return ids;
}

/** Writes the reasons. @returns the ids of those to deny, to deny a loyalty submission, and to hold */
export async function writeReasons(
  tx: ShopTransaction,
  { domain }: DemoShop,
): Promise<[number[], number[], number[]]> {
  const deny = (isLoyalty: boolean) =>
    tx
      .insert(denyReasons)
      .values(
        DENY_REASONS.map((reason, index) => ({ shop: domain, reason, orderInList: index + 1, isLoyalty })),
      )
      .returning({ id: denyReasons.id });
  const hold = await tx
    .insert(holdReasons)
    .values(HOLD_REASONS.map((reason, index) => ({ shop: domain, reason, orderInList: index + 1 })))
    .returning({ id: holdReasons.id });
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  return [ids(await deny(false)), ids(await deny(true)), ids(hold)];
}
