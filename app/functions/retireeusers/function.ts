import { defineFunction } from "~/core/function-entry";
import type { importsContract } from "~/core/imports/contract";
import type { viewsContract } from "~/core/views/contract";
import type { invitationsContract } from "~/domain/invitations/contract";
import type { retireeUsersContract } from "./contract";

export const retireeUsersFunction = defineFunction<{
  retireeusers: typeof retireeUsersContract;
  imports: typeof importsContract;
  invitations: typeof invitationsContract;
  views: typeof viewsContract;
}>({
  name: "retireeusers",
  path: "/retireeusers",
  menuName: "retiree users",
  description: "Invite retirees, and see who has registered",
  permission: "showRetireeUsers",
  group: "people",
});
