import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { invitesCalls } from "./calls.server";

/** The title of its page. */
export const TITLE = "Partners";

export const invitesFunction = defineFunction<{
  invites: typeof invitesCalls;
}>({
  name: "invites",
  path: "/invites",
  menuName: "invites",
  title: TITLE,
  description: "Invite users by their type, and maintain the types",
  permission: "showInvites",
  actions: [{ path: "/invites?tab=invitedUsers&new=1", title: "Invite a user by type" }],
  group: "people",
});

/** Calls as the page posts them. */
export const inviteCall = callsOf(invitesFunction);
