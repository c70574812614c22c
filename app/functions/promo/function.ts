import type { attachmentsCalls } from "~/core/attachments/calls.server";
import { defineFunction, withPermission } from "~/core/function-entry";
import type { PromoTab } from "~/domain/submissions/access";
import type { promoCalls } from "./calls.server";
import { PROMO_TABS } from "./list";

export const promoFunction = defineFunction<
  { promo: typeof promoCalls; attachments: typeof attachmentsCalls },
  PromoTab
>({
  name: "promo",
  path: "/promo",
  menuName: "Battery Redemption Promotion",
  description: "Receipts that customers submit for promotions: assignment, review and orders",
  permission: "showPromotion",
  group: "promotions",
  limitedTabs: Object.keys(PROMO_TABS) as PromoTab[],
  figureList: "promo-dashboard",
});

/** The pages of promotions. They aren't a tab, so they are closed to administrators with a tab limit. */
export const promotionPages = withPermission(promoFunction, "showPromotion");
