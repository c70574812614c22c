import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { viewsCalls } from "~/core/views/calls.server";
import type { agoraCalls } from "~/domain/agora/calls.server";
import type { customersCalls } from "~/domain/customers/calls.server";
import type { decisionsCalls } from "~/domain/registrations/decisions-calls.server";
import type { questionsCalls } from "~/domain/registrations/questions/calls.server";
import type { studentCalls, studentExportCalls } from "./calls.server";

export const studentsFunction = defineFunction<{
  students: typeof studentCalls;
  agora: typeof agoraCalls;
  customers: typeof customersCalls & typeof decisionsCalls;
  exports: typeof studentExportCalls;
  questions: typeof questionsCalls;
  views: typeof viewsCalls;
}>({
  name: "students",
  path: "/students",
  menuName: "Student",
  description: "Approve or reject student registrations",
  permission: "showStudents",
  actions: [{ path: "/students/import", title: "Import students" }],
  group: "people",
});

/** Calls as the page posts them. */
export const studentsCall = callsOf(studentsFunction);
