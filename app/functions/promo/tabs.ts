import { PROMO_TAB_IDS, type PromoTab, promoTabs } from "~/domain/submissions/access";
import { type Administrator, mayUse } from "~/platform/auth/permission";

/** The tabs that the administrator may open, in their order. */
export const promoTabsOf = (administrator: Administrator): PromoTab[] =>
  PROMO_TAB_IDS.filter((tab) => mayUse(administrator, promoTabs(tab)));
