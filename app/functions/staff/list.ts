import { registrationList } from "~/domain/registrations/list";
import type { ListDeclaration } from "~/platform/list";

/** The Staff list (section 2.4 of the first specification text). */
export const staffList = { ...registrationList, name: "staff" } as const satisfies ListDeclaration;
