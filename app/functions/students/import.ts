import { LIMIT_FIELD } from "~/domain/customers/imports/person-fields";
import { registrationImport } from "~/domain/registrations/imports/registration-import";

/** Students, from a spreadsheet. */
export const importForm = registrationImport("student", { path: "/students", title: "Students" }, [
  LIMIT_FIELD,
]);
