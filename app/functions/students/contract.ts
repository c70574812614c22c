import { registrationCalls } from "~/domain/registrations/contract";

/** The calls of the Students screen (section 7 of the first specification text). */
export const studentsContract = registrationCalls("student", "students");
