import { registrationCalls } from "~/domain/registrations/contract";

/** The calls of the Staff screen (section 7 of the first specification text). */
export const staffContract = registrationCalls("staff", "staffs");
