import { defineFunction } from "~/core/function-entry";
import type { viewsContract } from "~/core/views/contract";
import type { invitationsContract } from "~/domain/invitations/contract";
import type { inviteUsersContract } from "./contract";

export const inviteUsersFunction = defineFunction<{
  inviteusers: typeof inviteUsersContract;
  invitations: typeof invitationsContract;
  views: typeof viewsContract;
}>({
  name: "inviteusers",
  path: "/inviteusers",
  menuName: "invite users",
  description: "Invite people to the store, and see who has registered",
  permission: "showInviteUsers",
  group: "people",
});
