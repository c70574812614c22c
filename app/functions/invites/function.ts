import type { FunctionEntry } from "../entry";

export const invitesFunction: FunctionEntry = {
  name: "invites",
  path: "/invites",
  menuName: "invites",
  description: "Invite users by their type, and maintain the types",
  permission: "showInvites",
  group: "function",
};
