import { INVITES_TAB_NAMES, INVITES_TABS } from "../messages";

/** The tabs above each of the three lists. */
export const TABS = INVITES_TABS.map((id) => ({ id, label: INVITES_TAB_NAMES[id] }));

export const TITLE = "Partners";
