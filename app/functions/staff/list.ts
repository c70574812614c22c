import { registrationList } from "~/domain/registrations/list";
import type { ListDeclaration } from "~/platform/list";

/** The Staff list. */
export const staffList = { ...registrationList, name: "staff" } as const satisfies ListDeclaration;
