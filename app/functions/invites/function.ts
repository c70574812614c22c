import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { invitesCalls } from "./calls.server";

export const invitesFunction = defineFunction<{
  invites: typeof invitesCalls;
}>({
  name: "invites",
  path: "/invites",
  menuName: "invites",
  description: "Invite users by their type, and maintain the types",
  permission: "showInvites",
  group: "people",
});

/** Calls as the page posts them. */
export const inviteCall = callsOf(invitesFunction);
