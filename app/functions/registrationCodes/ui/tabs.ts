import { CODE_TABS, type CodeTab } from "../list";

const LABELS: Record<CodeTab, string> = { list: "List", history: "History" };

/** The tabs of the screen. */
export const TABS = CODE_TABS.map((id) => ({ id, label: LABELS[id] }));
