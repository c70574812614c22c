import { registrationList, registrationSheet } from "~/domain/registrations/list.server";

/** The Staff list. `app/domain/customers/list-row.server.ts` has its columns. */
export const staffList = registrationList("staff");

/** Its spreadsheet. */
export const staffSheet = registrationSheet("staff", staffList, { noun: "Staff" });
