import { mayOpenTab, requireTab } from "~/core/access/tab-limits";
import type { CallContext } from "~/core/context.server";
import { readAreLoyalty } from "~/domain/submissions/submission.server";
import { withShop } from "~/platform/db/with-shop.server";
import { promoFunction } from "./function";
import type { PromoTab } from "./list";

/** @throws 403 when the administrator may open none of the tabs */
export function requirePromoTab({ administrator }: CallContext, ...tabs: [PromoTab, ...PromoTab[]]): void {
  if (!tabs.some((tab) => mayOpenTab(administrator, promoFunction, tab)))
    requireTab(administrator, promoFunction, tabs[0]);
}

/** @throws 403 when one of the submissions is reviewed on a tab that the administrator may not open */
export async function requireReviewTabs(context: CallContext, ids: readonly number[]): Promise<void> {
  requirePromoTab(context, "CsrApprovals", "LoyaltyOrder");
  const { domain } = context.shop;
  for (const isLoyalty of await withShop(domain, (tx) => readAreLoyalty(tx, domain, ids)))
    requirePromoTab(context, isLoyalty ? "LoyaltyOrder" : "CsrApprovals");
}
