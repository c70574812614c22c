import type { ListDeclaration } from "~/platform/list";

/** The rules that approve registrations, unpaged. */
export const rulesList = {
  kind: "list",
  name: "rules",
  columns: [
    { key: "name", title: "Rule", narrow: "title" },
    { key: "registration", title: "Registrations" },
    { key: "domains", title: "Email domains" },
    { key: "school", title: "School" },
    { key: "setAside", title: "Set aside", align: "end" },
    { key: "state", title: "State" },
  ],
  defaultSort: "name asc",
  search: null,
  pageSize: 1_000,
} as const satisfies ListDeclaration;
