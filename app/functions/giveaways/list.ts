import type { ListDeclaration } from "~/platform/list";

/** The list on the tab Manage Giveaways. */
export const giveawaysList = {
  kind: "list",
  name: "giveaways",
  columns: [
    { key: "name", title: "Name", sortable: true, narrow: "title" },
    { key: "description", title: "Description", narrow: "plain" },
    { key: "startDate", title: "Start Date", sortable: true },
    { key: "endDate", title: "End Date", sortable: true },
    { key: "registrationCount", title: "Registration Count", sortable: true },
    { key: "createdDate", title: "Created", sortable: true },
  ],
  defaultSort: "name asc",
  search: { maxLength: 60, hint: "Name or description", afterMs: 1_000 },
  pageSize: 10,
} as const satisfies ListDeclaration;

/** The sort order after a create, change or delete. */
export const NEWEST_FIRST = "createdDate desc";

/** The sortable fields. */
export const SORT_FIELDS = [
  "name",
  "startDate",
  "endDate",
  "registrationCount",
  "registered",
  "createdDate",
] as const;
export type SortField = (typeof SORT_FIELDS)[number];

/** The tabs of the screen. */
export const GIVEAWAY_TABS = ["manage", "report"] as const;
export type GiveawayTab = (typeof GIVEAWAY_TABS)[number];
export const GIVEAWAY_TAB_LABELS: Record<GiveawayTab, string> = {
  manage: "Manage Giveaways",
  report: "Report",
};
