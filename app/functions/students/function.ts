import type { FunctionEntry } from "../entry";

export const studentsFunction: FunctionEntry = {
  name: "students",
  path: "/students",
  menuName: "Student",
  description: "Approve or reject student registrations",
  permission: "showStudents",
  group: "function",
};
