import { registrationList } from "~/domain/registrations/list";
import type { ListDeclaration } from "~/platform/list";

/** The Staff list. */
export const staffList = {
  kind: "list",
  ...registrationList,
  name: "staff",
} as const satisfies ListDeclaration;
