import type { TabPermission } from "~/platform/auth/permission";

/** The tabs of the page, by id. An administrator can be limited to some of them. */
export const PROMO_TAB_IDS = [
  "Dashboard",
  "AssignmentQueue",
  "CsrApprovals",
  "LoyaltyOrder",
  "AllSubmissions",
  "DenyList",
] as const;
export type PromoTab = (typeof PROMO_TAB_IDS)[number];

/** What these tabs show. */
export const promoTabs = (...tabs: readonly [PromoTab, ...PromoTab[]]): TabPermission => ({
  flag: "showPromotion",
  tabs,
});

/** What any tab shows. */
export const anyPromoTab = promoTabs(...PROMO_TAB_IDS);

/** What reading a submission requires, and all that belongs to it: its receipt, emails and history. */
export const submissionAccess = (isLoyalty: boolean): TabPermission =>
  isLoyalty
    ? promoTabs("LoyaltyOrder", "AllSubmissions")
    : promoTabs("AssignmentQueue", "CsrApprovals", "AllSubmissions");

/** What deciding on a submission requires. */
export const reviewAccess = (isLoyalty: boolean): TabPermission =>
  promoTabs(isLoyalty ? "LoyaltyOrder" : "CsrApprovals");
