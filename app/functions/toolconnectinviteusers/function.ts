import { defineFunction } from "~/core/function-entry";
import type { viewsContract } from "~/core/views/contract";
import type { invitationsContract } from "~/domain/invitations/contract";
import type { toolConnectUsersContract } from "./contract";

export const toolConnectUsersFunction = defineFunction<{
  toolconnectinviteusers: typeof toolConnectUsersContract;
  invitations: typeof invitationsContract;
  views: typeof viewsContract;
}>({
  name: "toolconnectinviteusers",
  path: "/toolconnectinviteusers",
  menuName: "tool-connect invite users",
  description: "Invite tool-connect users, and see who has registered",
  permission: "showToolConnectInviteUsers",
  group: "people",
});
