import type { FunctionEntry } from "../entry";

export const retireeUsersFunction: FunctionEntry = {
  name: "retireeusers",
  path: "/retireeusers",
  menuName: "retiree users",
  description: "Invite retirees, and see who has registered",
  permission: "showRetireeUsers",
  group: "function",
};
