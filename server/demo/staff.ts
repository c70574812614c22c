import type { ShopConfig } from "../../local-store/config.ts";

/** Someone on the staff, as records name them. */
export interface StaffMember {
  id: string;
  name: string;
  email: string;
}

/** Those who did the history's work, by what they do. */
export function staffOf({ administrators }: ShopConfig) {
  const member = (id: string): StaffMember => {
    const one = administrators.find((administrator) => administrator.id === id);
    if (!one) throw new Error(`The shop has no administrator ${id}.`);
    return { id, name: `${one.firstName} ${one.lastName}`, email: one.email };
  };
  return { owner: member("1"), credit: member("2"), reviewer: member("4"), operations: member("5") };
}

/** What those who came for the history may open. */
export const HISTORY_FLAGS: Readonly<Record<"4" | "5", readonly string[]>> = {
  "4": ["showStudents", "showStaff", "showPromotion", "showGiveaways", "showEvents", "showInviteUsers"],
  "5": [
    "showOrderReturns",
    "showCoupons",
    "showBulkPrice",
    "showPriceControl",
    "showProductMedia",
    "showBundleReport",
    "showSolr",
    "showAlgolia",
    "showPriceSpider",
  ],
};
