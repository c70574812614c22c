import type { ListDeclaration } from "~/platform/list";

/** The list of registration codes. */
export const codesList = {
  kind: "list",
  name: "registration-codes",
  columns: [
    { key: "id", title: "ID", sortable: true, align: "end", narrow: "hidden" },
    { key: "registrationCode", title: "Registration Code", sortable: true, narrow: "title" },
    { key: "startDate", title: "Start Date", sortable: true },
    { key: "endDate", title: "End Date", sortable: true },
    { key: "partner", title: "Partner", sortable: true },
    { key: "spendLimit", title: "Spend Limit", align: "end" },
    { key: "tags", title: "Tags" },
    { key: "maxRegistrationCount", title: "Max Count", align: "end" },
    { key: "currentRegistrationCount", title: "Current Count", sortable: true, align: "end" },
  ],
  defaultSort: "id desc",
  search: { maxLength: 60, hint: "Part of a code, partner or tag" },
  pageSize: 25,
  density: "compact",
} as const satisfies ListDeclaration;

/** The choices of the status filter. Codes are inactive after their last day. */
export const EXPIRATION_FILTERS = ["Active", "Inactive", "All"] as const;
export type ExpirationFilter = (typeof EXPIRATION_FILTERS)[number];
