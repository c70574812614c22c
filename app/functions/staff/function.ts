import { defineFunction } from "~/core/function-entry";
import type { viewsContract } from "~/core/views/contract";
import type { agoraContract } from "~/domain/agora/contract";
import type { customersContract } from "~/domain/customers/contract";
import type { decisionsContract } from "~/domain/registrations/decisions-contract";
import type { questionsContract } from "~/domain/registrations/questions/contract";
import type { staffCalls } from "./calls.server";

export const staffFunction = defineFunction<{
  staff: typeof staffCalls;
  agora: typeof agoraContract;
  customers: typeof customersContract & typeof decisionsContract;
  questions: typeof questionsContract;
  views: typeof viewsContract;
}>({
  name: "staff",
  path: "/staff",
  menuName: "Staff",
  description: "Approve or reject staff registrations",
  permission: "showStaff",
  group: "people",
});
