import { defineModule } from "~/core/module.server";
import { invitedList } from "~/domain/invitations/list";
import { inviteUsersContract } from "./contract";
import { inviteUsersFunction } from "./function";
import { inviteUsersRouter } from "./inviteusers.server";

export const inviteUsersModule = defineModule({
  folder: "functions/inviteusers",
  entry: inviteUsersFunction,
  calls: { contract: { inviteusers: inviteUsersContract }, router: { inviteusers: inviteUsersRouter } },
  lists: [invitedList("invite")],
});
