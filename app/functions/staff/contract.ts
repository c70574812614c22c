import { registrationCalls } from "~/domain/registrations/contract";
import { registrationExports } from "~/domain/registrations/exports/registration-exports";

/** The calls of the Staff screen. */
export const staffContract = registrationCalls("staff", "staffs");

/** The calls under `exports` that export staff customers. */
export const staffExports = { staff: registrationExports("staff", "/excelexport/staffs") };
