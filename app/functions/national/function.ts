import type { FunctionEntry } from "../entry";

export const nationalFunction: FunctionEntry = {
  name: "national",
  path: "/national",
  menuName: "National Partners",
  description: "List and edit national partners",
  permission: "showNational",
  group: "function",
};
