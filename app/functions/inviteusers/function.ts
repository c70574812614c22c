import type { FunctionEntry } from "../entry";

export const inviteUsersFunction: FunctionEntry = {
  name: "inviteusers",
  path: "/inviteusers",
  menuName: "invite users",
  description: "Invite people to the store, and see who has registered",
  permission: "showInviteUsers",
  group: "function",
};
