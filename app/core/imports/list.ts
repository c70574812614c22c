import type { ListDeclaration } from "~/platform/list";

/** The rows of an import before it is started, in the order of the file. */
export const importRowsList = {
  kind: "list",
  name: "import-rows",
  columns: [
    { key: "number", title: "Row" },
    { key: "who", title: "Who", narrow: "title" },
    { key: "verdict", title: "What happens", narrow: "plain" },
    { key: "details", title: "Details", narrow: "plain" },
  ],
  defaultSort: "number asc",
  search: null,
  pageSize: 25,
} as const satisfies ListDeclaration;
