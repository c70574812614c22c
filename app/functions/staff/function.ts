import { defineFunction } from "~/core/function-entry";
import type { viewsCalls } from "~/core/views/calls.server";
import type { agoraCalls } from "~/domain/agora/calls.server";
import type { customersCalls } from "~/domain/customers/calls.server";
import type { decisionsCalls } from "~/domain/registrations/decisions-calls.server";
import type { questionsCalls } from "~/domain/registrations/questions/calls.server";
import type { staffCalls, staffExportCalls } from "./calls.server";

export const staffFunction = defineFunction<{
  staff: typeof staffCalls;
  agora: typeof agoraCalls;
  customers: typeof customersCalls & typeof decisionsCalls;
  exports: typeof staffExportCalls;
  questions: typeof questionsCalls;
  views: typeof viewsCalls;
}>({
  name: "staff",
  path: "/staff",
  menuName: "Staff",
  description: "Approve or reject staff registrations",
  permission: "showStaff",
  actions: [{ path: "/staff/import", title: "Import staff customers" }],
  group: "people",
});
