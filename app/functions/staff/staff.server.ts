import { registrationRouter } from "~/domain/registrations/calls.server";
import { staffContract } from "./contract";
import { staffList } from "./list";

/** The calls of the Staff screen. */
export const staffRouter = registrationRouter(staffContract, "staff", staffList);
