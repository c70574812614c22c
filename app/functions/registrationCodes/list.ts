import type { ListDeclaration } from "~/platform/list";

/** The list on the tab History. */
export const historyList = {
  name: "registration-codes-history",
  columns: [
    { key: "action", title: "Action" },
    { key: "changes", title: "Changes", narrow: "title" },
    { key: "createdDate", title: "Date" },
  ],
  defaultSort: "createdDate desc",
  search: null,
  pageSize: 25,
  density: "compact",
} as const satisfies ListDeclaration;

/** The tabs of the screen. */
export const CODE_TABS = ["list", "history"] as const;
export type CodeTab = (typeof CODE_TABS)[number];
