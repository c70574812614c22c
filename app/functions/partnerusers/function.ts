import { defineFunction } from "~/core/function-entry";
import type { viewsContract } from "~/core/views/contract";
import type { invitationsContract } from "~/domain/invitations/contract";
import type { partnerUsersContract } from "./contract";

export const partnerUsersFunction = defineFunction<{
  partnerusers: typeof partnerUsersContract;
  invitations: typeof invitationsContract;
  views: typeof viewsContract;
}>({
  name: "partnerusers",
  path: "/partnerusers",
  menuName: "partner users",
  description: "Invite partner users, and see who has registered",
  permission: "showPartnerUsers",
  group: "people",
});
