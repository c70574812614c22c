import { defineModule } from "~/core/module.server";
import { invitedList } from "~/domain/invitations/list";
import { retireeUsersContract } from "./contract";
import { retireeUsersFunction } from "./function";
import { retireeUsersRouter } from "./retireeusers.server";

export const retireeUsersModule = defineModule({
  folder: "functions/retireeusers",
  entry: retireeUsersFunction,
  calls: { contract: { retireeusers: retireeUsersContract }, router: { retireeusers: retireeUsersRouter } },
  lists: [invitedList("retiree")],
});
