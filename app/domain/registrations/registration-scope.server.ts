import type { CustomerScope } from "~/domain/customers/selection.server";
import type { RegistrationRemark } from "./registration-row";
import { REMARKS } from "./remarks.server";
import type { Registration, RegistrationTab } from "./status";

/** The customers with a registration of this kind in this tab. */
export const registrationScope = (
  registration: Registration,
  tab: RegistrationTab,
): CustomerScope<RegistrationRemark | null> => ({
  column: registration === "student" ? "student_status" : "staff_status",
  value: tab,
  countedAs: registration,
  remark: REMARKS[tab],
});
