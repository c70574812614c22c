import { registrationRouter } from "~/domain/registrations/calls.server";
import { registrationExportsRouter } from "~/domain/registrations/exports/registration-exports.server";
import { staffContract, staffExports } from "./contract";
import { staffList } from "./list";
import { staffReport } from "./staff-report.server";

/** The calls of the Staff screen. */
export const staffRouter = registrationRouter(staffContract, "staff", staffList);

/** The calls that export staff customers. */
export const staffExportsRouter = { staff: registrationExportsRouter(staffExports.staff, staffReport) };
