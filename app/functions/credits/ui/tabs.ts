import { CREDITS_TAB_NAMES, CREDITS_TABS } from "../list";

/** The tabs of the page. */
export const TABS = CREDITS_TABS.map((id) => ({ id, label: CREDITS_TAB_NAMES[id] }));

/** What the page leads on to, from both tabs. */
export const MORE_PAGES = [
  { content: "Ledger's proof", url: "/credits/proof" },
  { content: "Store credit owed", url: "/credits/liability" },
];
