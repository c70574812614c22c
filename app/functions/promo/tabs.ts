import { mayOpenTab } from "~/core/access/tab-limits";
import type { Administrator } from "~/platform/auth/permission";
import { promoFunction } from "./function";
import { PROMO_TAB_IDS, type PromoTab } from "./list";

/** The tabs that the administrator may open, in their order. */
export const promoTabsOf = (administrator: Pick<Administrator, "isOwner" | "tabLimits">): PromoTab[] =>
  PROMO_TAB_IDS.filter((tab) => mayOpenTab(administrator, promoFunction, tab));
