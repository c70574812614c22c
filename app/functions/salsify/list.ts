import type { ListDeclaration } from "~/platform/list";

/** The grid of metafields. It has no pages. */
export const salsifyFieldsList = {
  name: "salsify",
  columns: [
    { key: "active", title: "Active" },
    { key: "field", title: "Metafield", sortable: true, narrow: "title" },
    { key: "delimiter", title: "Delimiter for multiple items" },
  ],
  defaultSort: "field asc",
  search: { maxLength: 60, hint: "Part of a metafield", afterMs: 0 },
  pageSize: 10_000,
  density: "compact",
} as const satisfies ListDeclaration;
