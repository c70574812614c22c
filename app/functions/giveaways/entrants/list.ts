import type { ListDeclaration } from "~/platform/list";

/** Everybody who registered, those who take part, and those who were disqualified. */
export const ENTRANT_TABS = ["all", "registered", "disqualified"] as const;
export type EntrantTab = (typeof ENTRANT_TABS)[number];

export const ENTRANT_TAB_LABELS: Record<EntrantTab, string> = {
  all: "All",
  registered: "Taking part",
  disqualified: "Disqualified",
};

/** Who registered for a giveaway, latest first. */
export const entrantsList = {
  name: "giveaway-entrants",
  columns: [
    { key: "number", title: "Entry", sortable: true, align: "end" },
    { key: "name", title: "Name", narrow: "title" },
    { key: "email", title: "Email", sortable: true, narrow: "plain" },
    { key: "registeredAt", title: "Registered" },
    { key: "weight", title: "Tickets", align: "end" },
    { key: "state", title: "State", narrow: "plain" },
  ],
  defaultSort: "number desc",
  search: { maxLength: 60, hint: "Name or email address", afterMs: 1_000 },
  pageSize: 25,
} as const satisfies ListDeclaration;
