import { registrationCalls } from "~/domain/registrations/calls.server";
import { registrationExports } from "~/domain/registrations/list.server";
import { staffList, staffSheet } from "./list.server";

/** The calls of the Staff screen. */
export const staffCalls = registrationCalls("staff", staffList);

/** The calls under `exports` that export staff customers. */
export const staffExportCalls = { staff: registrationExports("staff", "/excelexport/staffs", staffSheet) };
