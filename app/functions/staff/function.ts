import type { FunctionEntry } from "../entry";

export const staffFunction: FunctionEntry = {
  name: "staff",
  path: "/staff",
  menuName: "Staff",
  description: "Approve or reject staff registrations",
  permission: "showStaff",
  group: "function",
};
