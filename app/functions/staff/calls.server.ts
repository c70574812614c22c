import { registrationCalls } from "~/domain/registrations/calls.server";
import { registrationExports } from "~/domain/registrations/exports/registration-report.server";
import { staffList } from "./list";
import { staffReport } from "./staff-report.server";

/** The calls of the Staff screen. */
export const staffCalls = registrationCalls("staff", staffList);

/** The calls under `exports` that export staff customers. */
export const staffExportCalls = { staff: registrationExports("staff", "/excelexport/staffs", staffReport) };
