import { mayOpenTab, requireTab } from "~/core/access/tab-limits";
import type { CallContext } from "~/core/context.server";
import { promoFunction } from "./function";
import type { PromoTab } from "./list";

/** @throws 403 when the administrator may open none of the tabs */
export function requirePromoTab({ administrator }: CallContext, ...tabs: [PromoTab, ...PromoTab[]]): void {
  if (!tabs.some((tab) => mayOpenTab(administrator, promoFunction, tab)))
    requireTab(administrator, promoFunction, tabs[0]);
}
