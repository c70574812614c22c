import { defineFunction } from "~/core/function-entry";
import type { viewsContract } from "~/core/views/contract";
import type { agoraContract } from "~/domain/agora/contract";
import type { customersContract } from "~/domain/customers/contract";
import type { decisionsContract } from "~/domain/registrations/decisions-contract";
import type { questionsContract } from "~/domain/registrations/questions/contract";
import type { studentCalls } from "./calls.server";

export const studentsFunction = defineFunction<{
  students: typeof studentCalls;
  agora: typeof agoraContract;
  customers: typeof customersContract & typeof decisionsContract;
  questions: typeof questionsContract;
  views: typeof viewsContract;
}>({
  name: "students",
  path: "/students",
  menuName: "Student",
  description: "Approve or reject student registrations",
  permission: "showStudents",
  group: "people",
});
