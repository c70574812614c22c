import { CREDITS_TAB_NAMES, CREDITS_TABS } from "../list";

/** The tabs of the page. */
export const TABS = CREDITS_TABS.map((id) => ({ id, label: CREDITS_TAB_NAMES[id] }));
