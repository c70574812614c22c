import type { PromoTab } from "~/domain/submissions/access";
import { PROMO_TABS } from "../list";

export const TITLE = "Promotion";

/** The tabs for the list card, of those that the administrator may open. */
export const tabLinksOf = (tabs: readonly PromoTab[]) => tabs.map((id) => ({ id, label: PROMO_TABS[id] }));
