import { registrationList } from "~/domain/registrations/list";
import type { ListDeclaration } from "~/platform/list";

/** The Students list, with what a student has spent and may spend. */
export const studentsList = {
  kind: "list",
  ...registrationList,
  name: "students",
  columns: [
    ...registrationList.columns,
    { key: "amountSpent", title: "Amount Spent", align: "end" },
    { key: "discountLimit", title: "Discount Limit", align: "end" },
  ],
} as const satisfies ListDeclaration;
