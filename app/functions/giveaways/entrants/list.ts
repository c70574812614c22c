import type { ListDeclaration } from "~/platform/list";

/** Every entrant, the eligible ones, and the disqualified ones. */
export const ENTRANT_TABS = ["all", "registered", "disqualified"] as const;
export type EntrantTab = (typeof ENTRANT_TABS)[number];

export const ENTRANT_TAB_LABELS: Record<EntrantTab, string> = {
  all: "All",
  registered: "Taking part",
  disqualified: "Disqualified",
};

/** The entrants of a giveaway, latest first. */
export const entrantsList = {
  kind: "list",
  name: "giveaway-entrants",
  columns: [
    { key: "number", title: "Entry", sortable: true, align: "end" },
    { key: "name", title: "Name", narrow: "title" },
    { key: "email", title: "Email", sortable: true, narrow: "plain", below: "name" },
    { key: "registeredAt", title: "Registered" },
    { key: "weight", title: "Tickets", align: "end" },
    { key: "state", title: "State", narrow: "plain" },
  ],
  defaultSort: "number desc",
  search: { maxLength: 60, hint: "Name or email address", afterMs: 1_000 },
  pageSize: 25,
} as const satisfies ListDeclaration;
