import type { FunctionEntry } from "../entry";

export const partnerUsersFunction: FunctionEntry = {
  name: "partnerusers",
  path: "/partnerusers",
  menuName: "partner users",
  description: "Invite partner users, and see who has registered",
  permission: "showPartnerUsers",
  group: "function",
};
