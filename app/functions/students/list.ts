import { registrationList } from "~/domain/registrations/list";
import type { ListDeclaration } from "~/platform/list";

/** The Students list (section 2.3 of the first specification text): also what somebody has spent, and may. */
export const studentsList = {
  ...registrationList,
  name: "students",
  columns: [
    ...registrationList.columns,
    { key: "amountSpent", title: "Amount Spent", align: "end" },
    { key: "discountLimit", title: "Discount Limit", align: "end" },
  ],
} as const satisfies ListDeclaration;
