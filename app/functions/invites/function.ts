import { defineFunction } from "~/core/function-entry";
import type { invitesContract } from "./contract";

export const invitesFunction = defineFunction<{
  invites: typeof invitesContract;
}>({
  name: "invites",
  path: "/invites",
  menuName: "invites",
  description: "Invite users by their type, and maintain the types",
  permission: "showInvites",
  group: "people",
});
