import type { attachmentsCalls } from "~/core/attachments/calls.server";
import { defineFunction, withPermission } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
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
  further: [
    { path: "/promo/promotions", title: "Promotions and reply templates", permission: "showPromotion" },
    {
      path: "/promo/second-looks",
      title: "Second looks",
      permission: { flag: "showPromotion", tabs: ["CsrApprovals"] satisfies PromoTab[] },
    },
  ],
  actions: [
    {
      path: "/promo?tab=CsrApprovals&take=1",
      title: "Take next submission",
      permission: { flag: "showPromotion", tabs: ["CsrApprovals"] satisfies PromoTab[] },
    },
    { path: "/promo/promotions/new", title: "Add a promotion", permission: "owner" },
  ],
  group: "promotions",
  limitedTabs: Object.keys(PROMO_TABS) as PromoTab[],
  figureList: "promo-dashboard",
});

export const promoCall = callsOf(promoFunction);

/** What a denial is about on the tab Loyalty Order, whose page has a text of its own for a failure. */
export const LOYALTY_ORDERS = "loyalty orders";

/** The pages of promotions. They aren't a tab, so they are closed to administrators with a tab limit. */
export const promotionPages = withPermission(promoFunction, "showPromotion");
