import type { FunctionEntry } from "../entry";

export const accessFunction: FunctionEntry = {
  name: "access",
  path: "/access",
  menuName: "Access",
  description: "Who of the shop's administrators may open which function",
  permission: "owner",
  group: "console",
};
