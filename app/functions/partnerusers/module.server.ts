import { defineModule } from "~/core/module.server";
import { invitedList } from "~/domain/invitations/list";
import { partnerUsersContract } from "./contract";
import { partnerUsersFunction } from "./function";
import { partnerUsersRouter } from "./partnerusers.server";

export const partnerUsersModule = defineModule({
  folder: "functions/partnerusers",
  entry: partnerUsersFunction,
  calls: { contract: { partnerusers: partnerUsersContract }, router: { partnerusers: partnerUsersRouter } },
  lists: [invitedList("partner")],
});
