import type { ListDeclaration } from "~/platform/list";

/** The drawn entrants in drawing order. */
export const placesList = {
  kind: "list",
  name: "giveaway-places",
  columns: [
    { key: "rank", title: "Drawn as", align: "end" },
    { key: "name", title: "Name", narrow: "title" },
    { key: "email", title: "Email", narrow: "plain", below: "name" },
    { key: "number", title: "Entry", align: "end" },
    { key: "state", title: "State", narrow: "plain" },
    { key: "reason", title: "Reason" },
  ],
  defaultSort: "rank asc",
  search: null,
  pageSize: 25,
} as const satisfies ListDeclaration;
