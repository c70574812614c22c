import type { ListDeclaration } from "~/platform/list";

/** The administrators on the Access page, unpaged. */
export const accessList = {
  kind: "list",
  name: "access",
  columns: [
    { key: "name", title: "Name", narrow: "title" },
    { key: "email", title: "Email", narrow: "plain", below: "name" },
    { key: "lastSeen", title: "Last seen" },
    { key: "functions", title: "May open" },
  ],
  defaultSort: "name asc",
  search: null,
  pageSize: 1_000,
} as const satisfies ListDeclaration;
