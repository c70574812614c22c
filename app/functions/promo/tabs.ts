import { mayOpenTab } from "~/core/access/tab-limits";
import type { Administrator } from "~/platform/auth/permission";
import { PROMO_TABS, type PromoTab } from "./list";

/** The tabs that the administrator may open, in their order. */
export const promoTabsOf = (administrator: Pick<Administrator, "isOwner" | "tabLimits">): PromoTab[] =>
  (Object.keys(PROMO_TABS) as PromoTab[]).filter((tab) => mayOpenTab(administrator, "showPromotion", tab));
