import type { ListDeclaration } from "~/platform/list";

/** The Events list. */
export const eventsList = {
  kind: "list",
  name: "events",
  columns: [
    { key: "id", title: "ID", sortable: true, align: "end" },
    { key: "name", title: "Name", sortable: true, narrow: "title" },
    { key: "dateFrom", title: "Date From", sortable: true },
    { key: "dateTo", title: "Date To" },
    { key: "active", title: "Is Published", narrow: "plain" },
    { key: "registered", title: "Registered" },
  ],
  defaultSort: "dateFrom desc",
  search: { maxLength: 60, hint: "Name of the event" },
  pageSize: 10,
  density: "compact",
} as const satisfies ListDeclaration;
