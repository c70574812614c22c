import type { attachmentsContract } from "~/core/attachments/contract";
import { defineFunction } from "~/core/function-entry";
import type { promoContract } from "./contract";
import { PROMO_TAB_IDS, type PromoTab } from "./list";

export const promoFunction = defineFunction<
  { promo: typeof promoContract; attachments: typeof attachmentsContract },
  PromoTab
>({
  name: "promo",
  path: "/promo",
  menuName: "Battery Redemption Promotion",
  description: "Receipts that customers submit for promotions: assignment, review and orders",
  permission: "showPromotion",
  group: "function",
  limitedTabs: PROMO_TAB_IDS,
  figureList: "promo-dashboard",
});
