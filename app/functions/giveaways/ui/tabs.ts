import { GIVEAWAY_TAB_LABELS, GIVEAWAY_TABS } from "../list";

/** The tabs above the list and above the report. */
export const TABS = GIVEAWAY_TABS.map((id) => ({ id, label: GIVEAWAY_TAB_LABELS[id] }));

export const TITLE = "Giveaways";
