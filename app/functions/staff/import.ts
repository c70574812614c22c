import { registrationImport } from "~/domain/registrations/imports/registration-import";

/** Staff customers, from a spreadsheet. They have no discount limit. */
export const importForm = registrationImport("staff", { path: "/staff", title: "Staff" });
