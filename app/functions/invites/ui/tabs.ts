import { type TabHits, tabsOf } from "~/ui/list/types";
import { INVITES_TAB_NAMES, INVITES_TABS } from "../messages";

/** How many rows of each tab a search finds. */
export type InviteHits = TabHits<(typeof INVITES_TABS)[number]>;

/** The tabs above each of the three lists. */
export const tabsWith = (hits: InviteHits | undefined) => tabsOf(INVITES_TABS, INVITES_TAB_NAMES, { hits });
