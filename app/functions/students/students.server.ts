import { registrationRouter } from "~/domain/registrations/calls.server";
import { studentsContract } from "./contract";
import { studentsList } from "./list";

/** The calls of the Students screen. */
export const studentsRouter = registrationRouter(studentsContract, "student", studentsList);
