import type { ListDeclaration } from "~/platform/list";

/** Those who were drawn, in the order in which they were. */
export const placesList = {
  name: "giveaway-places",
  columns: [
    { key: "rank", title: "Drawn as", align: "end" },
    { key: "name", title: "Name", narrow: "title" },
    { key: "email", title: "Email", narrow: "plain" },
    { key: "number", title: "Entry", align: "end" },
    { key: "state", title: "State", narrow: "plain" },
    { key: "reason", title: "Reason" },
  ],
  defaultSort: "rank asc",
  search: null,
  pageSize: 25,
} as const satisfies ListDeclaration;
