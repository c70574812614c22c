import type { FunctionEntry } from "../entry";

export const toolConnectUsersFunction: FunctionEntry = {
  name: "toolconnectinviteusers",
  path: "/toolconnectinviteusers",
  menuName: "tool-connect invite users",
  description: "Invite tool-connect users, and see who has registered",
  permission: "showToolConnectInviteUsers",
  group: "function",
};
