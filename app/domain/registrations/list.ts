import type { ListDeclaration } from "~/platform/list";

/** What the lists of registrations have in common. */
export const registrationList = {
  columns: [
    { key: "name", title: "Name", sortable: true, narrow: "title" },
    { key: "email", title: "Email", sortable: true, narrow: "plain", below: "name" },
    { key: "tags", title: "Tags", narrow: "plain" },
    { key: "createdAt", title: "Create Date", sortable: true },
    { key: "country", title: "Country" },
    { key: "school", title: "School" },
  ],
  defaultSort: "createdAt desc",
  search: { maxLength: 60, hint: "Please enter email address / create date (12/26/2021)" },
  pageSize: 25,
} as const satisfies Omit<ListDeclaration, "name">;
